/** Fetches a part of a picture from a camera that may be fetched from: the checked address, no redirection, nothing endless. */
import { request as plainRequest, type IncomingMessage } from 'node:http';
import { request as secureRequest } from 'node:https';
import { Transform, type Readable } from 'node:stream';
import { Refusal, refused } from '../errors.ts';
import { targetOf } from './camera-networks.ts';

export interface Part {
  status: number;
  type: string;
  length: string | undefined;
  range: string | undefined;
  body: Readable;
}

const CONNECT_MS = 8_000;
const WHOLE_MS = 60_000;
const MOST_BYTES = 64 * 1024 * 1024;
const MOST_TEXT = 2 * 1024 * 1024;

const away = () => new Refusal(502, '连接不上摄像头，请检查它的电源和网络');

/** Ends what is longer than it may be. */
function bounded(): Transform {
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > MOST_BYTES) done(new Error('the part of the picture is too large'));
      else done(null, chunk);
    },
  });
}

/** A GET of `url`; `account` is `user:password` and only ever sent to the camera's own origin. Throws 422 (not allowed) or 502 (no picture). */
export async function fetchPart(url: URL, { account, range }: { account?: string | undefined; range?: string | undefined }): Promise<Part> {
  const { address, family, port } = await targetOf(url);
  const dial = url.protocol === 'https:' ? secureRequest : plainRequest;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = dial(url, {
      method: 'GET',
      port,
      agent: false,
      timeout: CONNECT_MS,
      signal: AbortSignal.timeout(WHOLE_MS),
      // What was checked is what is connected to: a name cannot mean something else a moment later.
      lookup: (_host, options, done) => (options.all ? done(null, [{ address, family }] as never) : done(null, address, family)),
      headers: {
        accept: '*/*',
        'user-agent': 'yian-camera',
        ...(range ? { range } : {}),
        ...(account ? { authorization: `Basic ${Buffer.from(account).toString('base64')}` } : {}),
      },
    });
    request.once('timeout', () => request.destroy());
    request.once('error', () => reject(away()));
    request.once('response', resolve);
    request.end();
  });
  const status = response.statusCode ?? 0;
  if (status !== 200 && status !== 206) {
    response.resume();
    if (status >= 300 && status < 400) throw refused('摄像头把画面转到了别的地址，请直接填写最终的地址');
    if (status === 401 || status === 403) throw refused('摄像头的用户名或密码不正确');
    throw new Refusal(502, status === 404 ? '摄像头上没有这个画面，请核对地址' : '摄像头没有给出画面');
  }
  const body = bounded();
  response.once('error', (error) => body.destroy(error));
  body.once('close', () => response.destroy());
  return {
    status,
    type: String(response.headers['content-type'] ?? ''),
    length: response.headers['content-length'],
    range: response.headers['content-range'],
    body: response.pipe(body),
  };
}

/** The whole of a playlist. Throws 502 when it is too long or breaks off. */
export async function readText({ body }: Part): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > MOST_TEXT) throw new Error('too long');
      chunks.push(chunk);
    }
  } catch {
    body.destroy();
    throw away();
  }
  return Buffer.concat(chunks).toString('utf8');
}
