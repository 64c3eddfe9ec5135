/** Greetings: what staff record or buy as WAV becomes A-law at 8 kHz, which is what calls play. */
import { invalid } from '../errors.ts';
import { setImmediate as othersFirst } from 'node:timers/promises';
import { LONGEST_SOUND_S } from '#contract/calls/call-sounds.ts';
import { encode, RATE } from './alaw.ts';

const PCM = 1;
const EXTENSIBLE = 0xfffe;

interface WavSound {
  channels: number;
  rate: number;
  bits: number;
  data: Uint8Array;
}

const otherFormats: Record<number, string> = { 2: 'ADPCM', 3: '浮点', 6: 'A-law', 7: 'μ-law', 85: 'MP3' };

/** Format and sound of a WAV file. Refuses what is none, or is none of PCM. */
function readWav(bytes: Uint8Array): WavSound {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (view.length < 12 || view.toString('latin1', 0, 4) !== 'RIFF' || view.toString('latin1', 8, 12) !== 'WAVE')
    throw invalid('这不是 WAV 文件，请上传 WAV 格式的录音');
  let format: Omit<WavSound, 'data'> | null = null;
  for (let at = 12; at + 8 <= view.length;) {
    const name = view.toString('latin1', at, at + 4);
    const size = view.readUInt32LE(at + 4);
    const body = view.subarray(at + 8, at + 8 + size);
    if (name === 'fmt ') format = readFormat(body);
    if (name === 'data') {
      if (!format) throw invalid('WAV 文件已损坏：声音之前没有格式说明');
      return { ...format, data: body };
    }
    at += 8 + size + (size % 2);
  }
  throw invalid('WAV 文件已损坏：里面没有声音');
}

function readFormat(body: Buffer): Omit<WavSound, 'data'> {
  if (body.length < 16) throw invalid('WAV 文件已损坏：格式说明不完整');
  const tag = body.readUInt16LE(0);
  const kind = tag === EXTENSIBLE && body.length >= 26 ? body.readUInt16LE(24) : tag;
  if (kind !== PCM) throw invalid(`WAV 文件的编码是${otherFormats[kind] ?? `第 ${kind} 号`}，只支持未压缩的 PCM`);
  const [channels, rate, bits] = [body.readUInt16LE(2), body.readUInt32LE(4), body.readUInt16LE(14)];
  if (channels !== 1 && channels !== 2) throw invalid(`WAV 文件有 ${channels} 个声道，只支持单声道和双声道`);
  if (bits !== 8 && bits !== 16) throw invalid(`WAV 文件的采样是 ${bits} 位，只支持 8 位和 16 位`);
  if (rate < 4000 || rate > 192_000) throw invalid(`WAV 文件的采样率是 ${rate} 赫兹，只支持 4000 至 192000 赫兹`);
  return { channels, rate, bits };
}

/** One channel, from -32768 to 32767. */
function samplesOf({ channels, bits, data }: WavSound): Float32Array {
  const wide = bits / 8;
  const view = new DataView(data.buffer, data.byteOffset, data.length);
  const samples = new Float32Array(Math.floor(data.length / (wide * channels)));
  for (let index = 0; index < samples.length; index += 1) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel += 1) {
      const at = (index * channels + channel) * wide;
      sum += bits === 16 ? view.getInt16(at, true) : (view.getUint8(at) - 128) * 256;
    }
    samples[index] = sum / channels;
  }
  return samples;
}

const ZEROS = 16;

/** How much each sample around a place counts; `away` is how far the place lies behind the first sample that is not after it. */
function tapsAt(away: number, cut: number, reach: number): Float64Array {
  const taps = Float64Array.from({ length: 2 * reach + 1 }, (_, at) => {
    const distance = at - reach - away;
    if (Math.abs(distance) > reach) return 0;
    const angle = Math.PI * distance * cut;
    return (angle === 0 ? 1 : Math.sin(angle) / angle) * (0.5 + 0.5 * Math.cos((Math.PI * distance) / reach));
  });
  const weight = taps.reduce((sum, tap) => sum + tap, 0);
  return taps.map((tap) => tap / weight);
}

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));

/** The same sound at 8 kHz: a windowed sinc that lets through what the new rate can hold. Others have their turn after each second of it. */
async function resampled(samples: Float32Array, rate: number): Promise<Float32Array> {
  if (rate === RATE) return samples;
  const cut = Math.min(1, RATE / rate) * 0.95;
  const reach = Math.ceil(ZEROS / cut);
  // Places between two samples come round: of 44.1 kHz there are 80.
  const rounds = RATE / gcd(rate, RATE);
  const taps = Array.from({ length: rounds }, (_, round) => tapsAt(((round * rate) % RATE) / RATE, cut, reach));
  const out = new Float32Array(Math.floor((samples.length * RATE) / rate));
  for (let index = 0; index < out.length; index += 1) {
    const first = Math.floor((index * rate) / RATE) - reach;
    const weights = taps[index % rounds] as Float64Array;
    let sum = 0;
    const end = Math.min(weights.length, samples.length - first);
    for (let at = Math.max(0, -first); at < end; at += 1) sum += (weights[at] as number) * (samples[first + at] as number);
    out[index] = sum;
    if (index % RATE === 0) await othersFirst();
  }
  return out;
}

/** A WAV file (PCM, 8 or 16 bits, any rate, one or two channels) as A-law at 8 kHz, one channel. Refuses other files and says why. */
export async function toALaw(wav: Uint8Array): Promise<Uint8Array> {
  const sound = readWav(wav);
  const samples = samplesOf(sound);
  if (samples.length === 0) throw invalid('WAV 文件里的声音是空的');
  if (samples.length / sound.rate > LONGEST_SOUND_S) throw invalid('录音超过 3 分钟，请剪短后再上传');
  return encode(await resampled(samples, sound.rate));
}
