import type { Tone } from "./scan-messages";

type Beep = { hertz: number; at: number };

const BEEPS: Record<Tone, Beep[]> = {
  good: [{ hertz: 1_320, at: 0 }],
  ask: [
    { hertz: 330, at: 0 },
    { hertz: 330, at: 0.2 },
  ],
  bad: [
    { hertz: 220, at: 0 },
    { hertz: 220, at: 0.2 },
  ],
};
const BUZZ_MS: Record<Tone, number[]> = { good: [80], ask: [120, 80, 120], bad: [250, 100, 250] };
const BEEP_SECONDS = 0.14;
const LOUDNESS = 0.25;

let speaker: AudioContext | undefined;

/** For ears and hands, so that a keeper can look at the people instead of the screen. */
export function signal(tone: Tone, isMuted: boolean) {
  navigator.vibrate?.(BUZZ_MS[tone]);
  if (isMuted || !("AudioContext" in window)) return;
  speaker ??= new AudioContext();
  void speaker.resume();
  for (const beep of BEEPS[tone]) sound(speaker, beep);
}

function sound(context: AudioContext, { hertz, at }: Beep) {
  const volume = new GainNode(context, { gain: LOUDNESS });
  const tone = new OscillatorNode(context, { frequency: hertz, type: "square" });
  tone.connect(volume).connect(context.destination);
  tone.start(context.currentTime + at);
  tone.stop(context.currentTime + at + BEEP_SECONDS);
}
