import type { Tone } from "./scan-messages";

type Beep = { hertz: number; startsAt: number };

const BEEPS: Record<Tone, Beep[]> = {
  good: [{ hertz: 1_320, startsAt: 0 }],
  ask: [
    { hertz: 330, startsAt: 0 },
    { hertz: 330, startsAt: 0.2 },
  ],
  bad: [
    { hertz: 220, startsAt: 0 },
    { hertz: 220, startsAt: 0.2 },
  ],
};
const VIBRATION_MS: Record<Tone, number[]> = {
  good: [80],
  ask: [120, 80, 120],
  bad: [250, 100, 250],
};
const BEEP_SECONDS = 0.14;
const VOLUME = 0.25;

let audioContext: AudioContext | undefined;

export function playScanSound(tone: Tone, isMuted: boolean) {
  // Browsers complain of a page that nobody has touched yet, as when it sends what waited.
  if (navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.(VIBRATION_MS[tone]);
  if (isMuted || !("AudioContext" in window)) return;
  audioContext ??= new AudioContext();
  void audioContext.resume();
  for (const beep of BEEPS[tone]) playBeep(audioContext, beep);
}

function playBeep(context: AudioContext, { hertz, startsAt }: Beep) {
  const volume = new GainNode(context, { gain: VOLUME });
  const tone = new OscillatorNode(context, { frequency: hertz, type: "square" });
  tone.connect(volume).connect(context.destination);
  tone.start(context.currentTime + startsAt);
  tone.stop(context.currentTime + startsAt + BEEP_SECONDS);
}
