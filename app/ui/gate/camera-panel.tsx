import { Camera, CameraOff, Flashlight, Volume2, VolumeX } from "lucide-react";
import { Button } from "../base/button";
import { Icon } from "../base/icon";
import { useHydrated } from "../base/use-hydrated";
import { useCamera, type CameraState } from "./use-camera";

type Props = {
  onScan: (typed: string) => void;
  muted: boolean;
  toggleSound: () => void;
};

/** Camera and sound. Both need script; their room is kept until it is there. */
export function CameraPanel({ onScan, muted, toggleSound }: Props) {
  const hydrated = useHydrated();
  const { video, state, problem, torch, start, stop, switchTorch } = useCamera(onScan);
  const isOn = state === "on" || state === "starting";
  return (
    <div className={`grid gap-3 noscript:hidden ${hydrated ? "" : "invisible"}`}>
      <div className="flex flex-wrap gap-3">
        {isOn ? (
          <Button type="button" variant="secondary" size={52} onClick={() => stop("off")}>
            <Icon of={CameraOff} /> Stop the camera
          </Button>
        ) : (
          <Button type="button" variant="secondary" size={52} onClick={() => void start()}>
            <Icon of={Camera} /> Scan with camera
          </Button>
        )}
        <Button
          type="button"
          variant="secondary"
          size={52}
          aria-pressed={muted}
          onClick={toggleSound}
        >
          <Icon of={muted ? VolumeX : Volume2} /> Mute
        </Button>
        {torch !== null && (
          <Button
            type="button"
            variant="secondary"
            size={52}
            aria-pressed={torch}
            onClick={() => void switchTorch()}
          >
            <Icon of={Flashlight} /> Light
          </Button>
        )}
      </div>
      <div className={state === "off" ? "hidden" : "gate-camera"}>
        <video ref={video} muted playsInline aria-label="What the camera sees" />
        <p role="status" className={state === "on" ? "sr-only" : ""}>
          {saying(state, problem)}
        </p>
      </div>
    </div>
  );
}

function saying(state: CameraState, problem: string) {
  if (state === "starting") return "Starting the camera…";
  if (state === "on") return "The camera is on. Hold a ticket in front of it.";
  if (state === "paused") return "The camera was stopped while the page was hidden.";
  return problem;
}
