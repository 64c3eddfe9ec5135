/** Browsers whose microphone is a tone, and what their pages hear of the tones of others. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Browser, type Page } from 'playwright-core';

const RATE = 16_000;
const SECONDS = 2;
const PATIENCE_MS = 20_000;

/** A WAV of a tone, whole periods of it, so that it can be played again and again. */
function wavOf(hertz: number): Buffer {
  const samples = RATE * SECONDS;
  const wav = Buffer.alloc(44 + samples * 2);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(36 + samples * 2, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(RATE, 24);
  wav.writeUInt32LE(RATE * 2, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(samples * 2, 40);
  for (let at = 0; at < samples; at += 1) wav.writeInt16LE(Math.round(9000 * Math.sin((2 * Math.PI * hertz * at) / RATE)), 44 + at * 2);
  return wav;
}

/** A browser that says a tone into every call. */
export function toneBrowser(folder: string, hertz: number): Promise<Browser> {
  const file = `${folder}/${hertz}.wav`;
  writeFileSync(file, wavOf(hertz));
  return chromium.launch({
    executablePath: process.env.CHROMIUM as string,
    args: [
      '--no-sandbox',
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-audio-capture=${file}`,
      '--allow-loopback-in-peer-connection',
      '--autoplay-policy=no-user-gesture-required',
    ],
  });
}

/** Runs in a page before its scripts: its connections are kept to be listened to; the tone is not taken for noise. */
export function keepConnections(): void {
  const kept: RTCPeerConnection[] = [];
  Object.assign(globalThis, { keptConnections: kept });
  const Native = RTCPeerConnection;
  globalThis.RTCPeerConnection = class extends Native {
    constructor(options?: RTCConfiguration) {
      super(options);
      kept.push(this);
    }
  };
  const { mediaDevices } = navigator;
  const open = mediaDevices.getUserMedia.bind(mediaDevices);
  mediaDevices.getUserMedia = () => open({ audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false } });
}

/** How loud each tone is in what the page hears, in decibels, and the loudest of all. */
const heardIn = (page: Page, tones: readonly number[]): Promise<{ tones: number[]; most: number } | null> =>
  page.evaluate(async (wanted) => {
    const { keptConnections } = globalThis as unknown as { keptConnections: RTCPeerConnection[] };
    const peer = keptConnections.findLast(({ connectionState }) => connectionState === 'connected');
    const track = peer?.getReceivers()[0]?.track;
    if (!track) return null;
    const shared = globalThis as unknown as { listening?: { track: MediaStreamTrack; analyser: AnalyserNode } };
    if (shared.listening?.track !== track) {
      const context = new AudioContext();
      await context.resume();
      const analyser = new AnalyserNode(context, { fftSize: 8192, smoothingTimeConstant: 0 });
      context.createMediaStreamSource(new MediaStream([track])).connect(analyser);
      shared.listening = { track, analyser };
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    const { analyser } = shared.listening;
    const power = new Float32Array(analyser.frequencyBinCount);
    analyser.getFloatFrequencyData(power);
    const width = analyser.context.sampleRate / analyser.fftSize;
    const at = (hertz: number) => Math.max(...power.slice(Math.floor(hertz / width) - 2, Math.ceil(hertz / width) + 3));
    return { tones: wanted.map(at), most: Math.max(...power.slice(Math.floor(100 / width))) };
  }, tones);

/** A tone that is said is far above this, one that is not far below. */
const HEARD_DB = -60;

/** Waits until the page hears just these of the tones. */
export async function hearsOnly(page: Page, heard: readonly number[], all: readonly number[]): Promise<void> {
  let last: unknown = null;
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await wait(200)) {
    const found = await heardIn(page, all);
    last = found;
    if (found && all.every((tone, index) => (found.tones[index] as number) > HEARD_DB === heard.includes(tone))) return;
  }
  assert.fail(`hears not just ${heard.join(', ') || 'none'} of ${all.join(', ')}: ${JSON.stringify(last)}`);
}

/** Waits until the page hears something that is none of the tones: music. */
export async function hearsMusic(page: Page, tones: readonly number[]): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await wait(100)) {
    const found = await heardIn(page, tones);
    if (found && found.most > HEARD_DB && found.tones.every((one) => one < found.most - 10)) return;
  }
  assert.fail('hears no music');
}
