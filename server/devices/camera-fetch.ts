/** Fetches a part of a picture from a camera that may be fetched from. */
import type { Readable } from 'node:stream';
import { Refusal, refused } from '../errors.ts';
import { OutboundError } from '../net/outbound-error.ts';
import { outboundStream, wholeOf } from '../net/outbound.ts';
import { addressRefusal, camerasOf } from './camera-networks.ts';

export interface Part {
  status: number;
  type: string;
  length: string | undefined;
  range: string | undefined;
  body: Readable;
}

const SILENCE_MS = 8_000;
const WHOLE_MS = 60_000;
const MOST_BYTES = 64 * 1024 * 1024;
const MOST_TEXT = 2 * 1024 * 1024;

const away = () => new Refusal(502, '连接不上摄像头，请检查它的电源和网络');

function refusalOf(error: unknown): unknown {
  if (!(error instanceof OutboundError)) return error;
  if (error.reason === 'redirected') return refused('摄像头把画面转到了别的地址，请直接填写最终的地址');
  return addressRefusal(error) ?? away();
}

/**
 * A GET of `url`; `account` is `user:password` and only ever sent to the camera's own origin. Throws 422 (not allowed) or 502 (no picture).
 */
export async function fetchPart(url: URL, { account, range }: { account?: string | undefined; range?: string | undefined }): Promise<Part> {
  const { status, headers, body } = await outboundStream(url, {
    reach: camerasOf(),
    timeoutMs: WHOLE_MS,
    silenceMs: SILENCE_MS,
    mostBytes: MOST_BYTES,
    headers: {
      'user-agent': 'yian-camera',
      ...(range ? { range } : {}),
      ...(account ? { authorization: `Basic ${Buffer.from(account).toString('base64')}` } : {}),
    },
  }).catch((error: unknown) => {
    throw refusalOf(error);
  });
  if (status !== 200 && status !== 206) {
    body.destroy();
    if (status === 401 || status === 403) throw refused('摄像头的用户名或密码不正确');
    throw new Refusal(502, status === 404 ? '摄像头上没有这个画面，请核对地址' : '摄像头没有给出画面');
  }
  return { status, type: String(headers['content-type'] ?? ''), length: headers['content-length'], range: headers['content-range'], body };
}

/** The whole of a playlist. Throws 502 when it is too long or breaks off. */
export async function readText({ body }: Part): Promise<string> {
  const bytes = await wholeOf(body, MOST_TEXT).catch(() => {
    throw away();
  });
  return bytes.toString('utf8');
}
