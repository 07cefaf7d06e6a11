import { useCallback, useEffect, useRef, useState } from "react";
import { openQrReader } from "./qr-reader";

export type CameraState = "off" | "starting" | "on" | "paused" | "failed";

const LOOK_EVERY_MS = 150;
/** A ticket that stays in front of the camera is one scan. */
const SAME_AGAIN_MS = 4_000;

type Light = MediaTrackCapabilities & { torch?: boolean };

/** The back camera and what it reads. It stops when the page is hidden, and on leaving. */
export function useCamera(onCode: (code: string) => void) {
  const video = useRef<HTMLVideoElement>(null);
  const stream = useRef<MediaStream | null>(null);
  const isWanted = useRef(false); // the camera may start after it was switched off again
  const [state, setState] = useState<CameraState>("off");
  const [problem, setProblem] = useState("");
  const [torch, setTorch] = useState<boolean | null>(null);
  const seen = useRef(onCode);
  useEffect(() => void (seen.current = onCode));

  const stop = useCallback((next: CameraState) => {
    isWanted.current = false;
    end(stream.current);
    stream.current = null;
    setTorch(null);
    setState(next);
  }, []);

  const start = async () => {
    setState("starting");
    isWanted.current = true;
    try {
      const opened = await openCamera();
      if (!isWanted.current) return end(opened);
      stream.current = opened;
      const light = stream.current.getVideoTracks()[0]?.getCapabilities?.() as Light | undefined;
      setTorch(light?.torch ? false : null);
      setState("on");
    } catch (error) {
      setProblem(wordsFor(error));
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
    show(video.current, stream.current);
    return watch(video.current, (code) => seen.current(code));
  }, [state]);

  useEffect(() => {
    const hide = () => document.hidden && isWanted.current && stop("paused");
    document.addEventListener("visibilitychange", hide);
    return () => {
      document.removeEventListener("visibilitychange", hide);
      stop("off");
    };
  }, [stop]);

  return { video, state, problem, torch, start, stop, switchTorch };
}

/** Played explicitly, because browsers hold autoplaying videos while they are out of sight. */
function show(video: HTMLVideoElement, stream: MediaStream | null) {
  video.srcObject = stream;
  video.play().catch(() => {}); // stopped before it began
}

function end(stream: MediaStream | null) {
  for (const track of stream?.getTracks() ?? []) track.stop();
}

/** Looks several times a second until it is told to stop. */
function watch(video: HTMLVideoElement, onCode: (code: string) => void) {
  let isWatching = true;
  let last = { code: "", at: 0 };

  const look = async () => {
    const eye = await openQrReader();
    while (isWatching) {
      const code = await eye(video).catch(() => null);
      const now = Date.now();
      if (isWatching && code) {
        if (code !== last.code || now - last.at > SAME_AGAIN_MS) onCode(code);
        last = { code, at: now };
      }
      await new Promise((go) => setTimeout(go, LOOK_EVERY_MS));
    }
  };
  void look();
  return () => void (isWatching = false);
}

async function openCamera() {
  if (!navigator.mediaDevices) throw new DOMException("", "SecurityError");
  const size = { width: { ideal: 1280 }, height: { ideal: 960 } };
  return navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment", ...size } });
}

const PROBLEMS: Record<string, string> = {
  NotAllowedError:
    "The camera is not allowed here. Allow it in the browser's settings for this site, or type the code.",
  NotFoundError: "This device has no camera. Type the code, or use a scanner.",
  NotReadableError: "Another app is using the camera. Close it and try again.",
  SecurityError:
    "Browsers give the camera to secure addresses (https) only. Type the code instead.",
};

const wordsFor = (error: unknown) =>
  (error instanceof DOMException && PROBLEMS[error.name]) ||
  "The camera does not start. Type the code, or use a scanner.";
