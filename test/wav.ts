/** WAV files of tones, as staff upload them. */
import { callSounds } from '#contract/calls/call-sounds.ts';

export interface Wav {
  format?: number;
  channels?: number;
  rate?: number;
  bits?: number;
  frequency?: number;
  seconds?: number;
}
/** A WAV file of one tone. */
export function wav({ format = 1, channels = 1, rate = 8000, bits = 16, frequency = 500, seconds = 0.5 }: Wav): Buffer {
  const count = Math.round(rate * seconds);
  const wide = bits / 8;
  const data = Buffer.alloc(count * channels * wide);
  for (let index = 0; index < count * channels; index += 1) {
    const value = 0.5 * Math.sin((2 * Math.PI * frequency * Math.floor(index / channels)) / rate);
    if (bits === 16) data.writeInt16LE(Math.round(value * 32767), index * 2);
    else if (bits === 8) data.writeUInt8(128 + Math.round(value * 127), index);
  }
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + data.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(format, 20);
  head.writeUInt16LE(channels, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * channels * wide, 28);
  head.writeUInt16LE(channels * wide, 32);
  head.writeUInt16LE(bits, 34);
  head.write('data', 36);
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}

/** Uploads a sound by the route of staff; gives the answer. */
export async function uploadSound(url: string, token: string, name: string, bytes: Buffer, said = '') {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), 'sound.wav');
  const query = new URLSearchParams({ name, said });
  const headers = { authorization: `Bearer ${token}` };
  const sent = await fetch(`${url}${callSounds.create.path}?${query}`, { method: 'POST', body: form, headers });
  return { status: sent.status, ...((await sent.json()) as { data: number; msg: string }) };
}
