/** The ringing of a call through the loudspeaker that was chosen for it: made of tones, two and a pause. */
import { playThrough } from '#web/api/voice.ts';

const PITCHES = [440, 554] as const;
const EVERY_MS = 3000;

let context: AudioContext | null = null;
let element: HTMLAudioElement | null = null;
let out: MediaStreamAudioDestinationNode | null = null;
let timer: ReturnType<typeof setInterval> | undefined;

/** Opens the sound of this page; from within a press, as browsers want it. */
export function unlockRinging(): void {
  context ??= new AudioContext();
  out ??= context.createMediaStreamDestination();
  element ??= Object.assign(new Audio(), { srcObject: out.stream });
  void context.resume().catch(() => {});
  void element.play().catch(() => {});
}

function tone(at: number, length: number): void {
  if (!context || !out) return;
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(0.3, at + 0.02);
  gain.gain.setValueAtTime(0.3, at + length - 0.02);
  gain.gain.linearRampToValueAtTime(0, at + length);
  gain.connect(out);
  for (const frequency of PITCHES) {
    const oscillator = new OscillatorNode(context, { frequency });
    oscillator.connect(gain);
    oscillator.start(at);
    oscillator.stop(at + length);
  }
}

function ringOnce(): void {
  if (!context) return;
  const now = context.currentTime + 0.05;
  tone(now, 0.4);
  tone(now + 0.6, 0.4);
}

/** Rings until `stopRinging`. */
export async function startRinging(speaker: string | null): Promise<void> {
  if (timer) return;
  unlockRinging();
  timer = setInterval(ringOnce, EVERY_MS);
  if (element) await playThrough(element, speaker);
  ringOnce();
}

export function stopRinging(): void {
  clearInterval(timer);
  timer = undefined;
}

/** Two tones, to hear which loudspeaker it is. */
export async function tryRinging(speaker: string | null): Promise<void> {
  unlockRinging();
  if (element) await playThrough(element, speaker);
  ringOnce();
}
