import { useCallback, useEffect, useRef, useState } from "react";
import { openQrReader } from "./qr-reader";

export type CameraState = "off" | "starting" | "on" | "paused" | "failed";

const SCAN_INTERVAL_MS = 150;
/** The same code counts again only after it was out of view for this long. */
const REPEAT_DELAY_MS = 4_000;

type TorchCapabilities = MediaTrackCapabilities & { torch?: boolean };

/** Scans with the back camera. Stops when the page is hidden and on unmount. */
export function useCamera(onCode: (code: string) => void) {
  const video = useRef<HTMLVideoElement>(null);
  const stream = useRef<MediaStream | null>(null);
  const isWanted = useRef(false); // the camera may start after it was stopped
  const [state, setState] = useState<CameraState>("off");
  const [problem, setProblem] = useState("");
  const [torch, setTorch] = useState<boolean | null>(null);
  const latestOnCode = useRef(onCode);
  useEffect(() => void (latestOnCode.current = onCode));

  const stop = useCallback((next: CameraState) => {
    isWanted.current = false;
    stopStream(stream.current);
    stream.current = null;
    setTorch(null);
    setState(next);
  }, []);

  const start = async () => {
    setState("starting");
    isWanted.current = true;
    try {
      const opened = await openCamera();
      if (!isWanted.current) return stopStream(opened);
      stream.current = opened;
      const capabilities = stream.current.getVideoTracks()[0]?.getCapabilities?.() as
        TorchCapabilities | undefined;
      setTorch(capabilities?.torch ? false : null);
      setState("on");
    } catch (error) {
      setProblem(errorMessage(error));
      stop("failed");
    }
  };

  const switchTorch = async () => {
    const advanced = [{ torch: !torch } as MediaTrackConstraintSet];
    await stream.current?.getVideoTracks()[0]?.applyConstraints({ advanced });
    setTorch(!torch);
  };

  useEffect(() => {
    if (state !== "on" || !video.current) return;
    playStream(video.current, stream.current);
    return scanVideo(video.current, (code) => latestOnCode.current(code));
  }, [state]);

  useEffect(() => {
    const pauseIfHidden = () => document.hidden && isWanted.current && stop("paused");
    document.addEventListener("visibilitychange", pauseIfHidden);
    return () => {
      document.removeEventListener("visibilitychange", pauseIfHidden);
      stop("off");
    };
  }, [stop]);

  return { video, state, problem, torch, start, stop, switchTorch };
}

/** Browsers pause autoplaying videos outside of the viewport. */
function playStream(video: HTMLVideoElement, stream: MediaStream | null) {
  video.srcObject = stream;
  video.play().catch(() => {}); // stopped before playback
}

function stopStream(stream: MediaStream | null) {
  for (const track of stream?.getTracks() ?? []) track.stop();
}

function scanVideo(video: HTMLVideoElement, onCode: (code: string) => void) {
  let isWatching = true;
  let last = { code: "", at: 0 };

  const scanFrame = async () => {
    const readCode = await openQrReader();
    while (isWatching) {
      const code = await readCode(video).catch(() => null);
      const now = Date.now();
      if (isWatching && code) {
        if (code !== last.code || now - last.at > REPEAT_DELAY_MS) onCode(code);
        last = { code, at: now };
      }
      await new Promise((resolve) => setTimeout(resolve, SCAN_INTERVAL_MS));
    }
  };
  void scanFrame();
  return () => void (isWatching = false);
}

async function openCamera() {
  if (!navigator.mediaDevices) throw new DOMException("", "SecurityError");
  const size = { width: { ideal: 1280 }, height: { ideal: 960 } };
  return navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment", ...size } });
}

const CAMERA_ERRORS: Record<string, string> = {
  NotAllowedError:
    "The camera is not allowed here. Allow it in the browser's settings for this site, or type the code.",
  NotFoundError: "This device has no camera. Type the code, or use a scanner.",
  NotReadableError: "Another app is using the camera. Close it and try again.",
  SecurityError:
    "Browsers give the camera to secure addresses (https) only. Type the code instead.",
};

const errorMessage = (error: unknown) =>
  (error instanceof DOMException && CAMERA_ERRORS[error.name]) ||
  "The camera does not start. Type the code, or use a scanner.";
