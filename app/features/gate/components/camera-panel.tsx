import Camera from "lucide-react/icons/camera";
import CameraOff from "lucide-react/icons/camera-off";
import CircleAlert from "lucide-react/icons/circle-exclamation-point";
import Flashlight from "lucide-react/icons/flashlight";
import Volume2 from "lucide-react/icons/volume-2";
import VolumeX from "lucide-react/icons/volume-x";
import { useEffect, useRef } from "react";
import { Button } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import { useHydrated } from "~/components/hooks/use-hydrated";
import { useCamera, type CameraState } from "./use-camera";

type Props = {
  onScan: (typed: string) => void;
  muted: boolean;
  toggleSound: () => void;
};

export function CameraPanel({ onScan, muted, toggleSound }: Props) {
  const hydrated = useHydrated();
  const { video, state, problem, torch, start, stop, switchTorch } = useCamera(onScan);
  const isOn = state === "on" || state === "starting";
  const button = isOn ? COMPACT_BUTTON : LARGE_BUTTON;

  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (state === "starting") panel.current?.scrollIntoView();
    if (state === "failed") panel.current?.scrollIntoView({ block: "nearest" });
  }, [state]);

  return (
    <div
      ref={panel}
      data-on={isOn || undefined}
      className={`peer -scroll-mt-5 noscript:hidden ${hydrated ? "" : "invisible"}`}
    >
      <div className="flex flex-wrap gap-2">
        <Button {...button} onClick={() => (isOn ? stop("off") : void start())}>
          <Icon icon={isOn ? CameraOff : Camera} /> {isOn ? "Stop the camera" : "Scan with camera"}
        </Button>
        <Button {...button} aria-pressed={muted} onClick={toggleSound}>
          <Icon icon={muted ? VolumeX : Volume2} /> Mute
        </Button>
        {torch !== null && (
          <Button {...button} aria-pressed={torch} onClick={() => void switchTorch()}>
            <Icon icon={Flashlight} /> Light
          </Button>
        )}
      </div>
      <div className={isOn ? CAMERA : ""}>
        <video
          ref={video}
          muted
          playsInline
          aria-label="What the camera sees"
          className={isOn ? `${IN_CAMERA} object-cover` : "hidden"}
        />
        <p role="status" className={STATE_CLASS[state]}>
          {state === "failed" && <Icon icon={CircleAlert} size={18} />}
          <span>{statusMessage(state, problem)}</span>
        </p>
      </div>
    </div>
  );
}

const LARGE_BUTTON = { type: "button", variant: "secondary", size: 52 } as const;
/** Small enough for three buttons in one row on a phone. */
const COMPACT_BUTTON = { ...LARGE_BUTTON, size: 36, className: "min-h-11" } as const;

/** The height leaves room for the verdict below on the screen of a phone. */
const CAMERA =
  "mt-3 grid h-[clamp(8rem,100dvh-31rem,15rem)] max-w-[26rem] overflow-hidden rounded-card bg-forest text-on-forest";
const IN_CAMERA = "[grid-area:1/1] size-full min-h-0";

const STATE_CLASS: Record<CameraState, string> = {
  off: "sr-only",
  starting: `${IN_CAMERA} z-1 grid place-content-center bg-forest p-6 text-center`,
  on: "sr-only",
  paused: "mt-3 text-ink-2",
  failed: "mt-3 field-error",
};

function statusMessage(state: CameraState, problem: string) {
  if (state === "starting") return "Starting the camera…";
  if (state === "on") return "The camera is on. Hold a ticket in front of it.";
  if (state === "paused") return "The camera was stopped while the page was hidden.";
  return problem;
}
