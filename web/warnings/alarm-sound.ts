/**
 * The alarm, made of tones: five quick high pulses for what is critical, three lower ones
 * for what is serious, so that the ear knows before the eye.
 * Browsers give no sound before the first touch of a page: `sound` says so, and the first click or key anywhere ends it.
 */
import { createStore } from 'zustand/vanilla';

export type Kind = 'critical' | 'ordinary';

export interface Sound {
  muted: boolean;
  /** `blocked`: the browser waits for a click or a key. */
  state: 'ready' | 'blocked' | 'unsupported';
}

const KEY = 'yian.alarm.muted';
/** Start of every pulse in seconds, their length, and their pitches in hertz. */
const PATTERNS: Record<Kind, { starts: readonly number[]; length: number; pitches: readonly number[]; loudness: number }> = {
  critical: {
    starts: [0, 0.2, 0.4, 0.75, 0.95, 1.6, 1.8, 2, 2.35, 2.55],
    length: 0.15,
    pitches: [932, 932, 1175, 932, 1175],
    loudness: 0.55,
  },
  ordinary: { starts: [0, 0.35, 0.7], length: 0.24, pitches: [523, 523, 659], loudness: 0.35 },
};
/** Against clicks at both ends of a pulse. */
const EDGE = 0.015;

const readMuted = () => globalThis.localStorage?.getItem(KEY) === '1';
export const sound = createStore<Sound>(() => ({ muted: readMuted(), state: 'AudioContext' in globalThis ? 'blocked' : 'unsupported' }));

let audio: AudioContext | null = null;
let playing: { end: () => void } | null = null;

function look(): void {
  if (audio) sound.setState({ state: audio.state === 'running' ? 'ready' : 'blocked' });
}

/** Asks the browser for sound; works from within a click or a key. */
export function unlock(): void {
  if (sound.getState().state === 'unsupported') return;
  if (!audio) {
    audio = new AudioContext();
    audio.addEventListener('statechange', look);
  }
  void audio.resume().then(look, look);
  look();
}

/** Keeps asking at every touch until there is sound. Gives a function that stops. */
export function listenForTouch(): () => void {
  const touched = () => {
    if (sound.getState().state === 'blocked') unlock();
  };
  const elsewhere = ({ key }: StorageEvent) => {
    if (key !== KEY) return;
    sound.setState({ muted: readMuted() });
    if (readMuted()) hush();
  };
  document.addEventListener('pointerdown', touched, true);
  document.addEventListener('keydown', touched, true);
  window.addEventListener('storage', elsewhere);
  // Where the browser is set up to allow it, as at a duty desk, there is sound without a touch.
  unlock();
  return () => {
    document.removeEventListener('pointerdown', touched, true);
    document.removeEventListener('keydown', touched, true);
    window.removeEventListener('storage', elsewhere);
    hush();
  };
}

function pulse(context: AudioContext, out: AudioNode, at: number, length: number, pitch: number): void {
  const envelope = new GainNode(context, { gain: 0 });
  envelope.gain.setValueAtTime(0, at);
  envelope.gain.linearRampToValueAtTime(1, at + EDGE);
  envelope.gain.setValueAtTime(1, at + length - EDGE);
  envelope.gain.linearRampToValueAtTime(0, at + length);
  envelope.connect(out);
  // Two overtones: small speakers and old ears lose a pure tone.
  for (const [times, share] of [
    [1, 0.6],
    [2, 0.28],
    [3, 0.12],
  ] as const) {
    const part = new GainNode(context, { gain: share });
    const tone = new OscillatorNode(context, { type: 'sine', frequency: pitch * times });
    tone.connect(part).connect(envelope);
    tone.start(at);
    tone.stop(at + length);
  }
}

function sing(context: AudioContext, kind: Kind): Promise<void> {
  const { starts, length, pitches, loudness } = PATTERNS[kind];
  const out = new GainNode(context, { gain: loudness });
  out.connect(context.destination);
  const begin = context.currentTime + 0.03;
  starts.forEach((start, index) => pulse(context, out, begin + start, length, pitches[index % pitches.length] as number));
  return new Promise((resolve) => {
    const end = () => {
      if (playing?.end !== end) return;
      playing = null;
      clearTimeout(timer);
      out.gain.setTargetAtTime(0, context.currentTime, 0.02);
      setTimeout(() => out.disconnect(), 150);
      resolve();
    };
    const timer = setTimeout(end, ((starts.at(-1) ?? 0) + length + 0.2) * 1000);
    playing = { end };
  });
}

/** Plays once, unless it is muted, blocked, playing already, or another tab of this browser is playing. */
export function play(kind: Kind): void {
  if (sound.getState().muted || playing || audio?.state !== 'running') return;
  const context = audio;
  if (navigator.locks)
    void navigator.locks.request('yian.alarm', { ifAvailable: true }, (lock) => (lock ? sing(context, kind) : undefined));
  else void sing(context, kind);
}

/** Ends what is playing. */
export const hush = (): void => playing?.end();

/** Mutes or unmutes, for this browser and from now on. */
export function mute(muted: boolean): void {
  localStorage.setItem(KEY, muted ? '1' : '0');
  sound.setState({ muted });
  if (muted) hush();
  else unlock();
}
