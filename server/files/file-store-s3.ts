/** Files in an S3-compatible store (AWS, MinIO, Ceph, OSS, COS): Signature Version 4, path-style addresses. */
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { OutboundError } from '../net/outbound-error.ts';
import { isGood, outboundStream, wholeOf, type OutboundAnswer } from '../net/outbound.ts';
import { configured } from '../net/reach.ts';
import type { FileStore } from './file-store.ts';

export interface S3Settings {
  /** `https://s3.example.com`, without the bucket. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Before every name, for example `yian/`. */
  prefix: string;
}

const TIMEOUT_MS = 20_000;
const MOST_LIST_BYTES = 8 * 1024 * 1024;
const ATTEMPTS = 3;
const PAUSE_MS = 50;

interface Sent {
  method?: 'GET' | 'PUT' | 'DELETE';
  headers?: Record<string, string>;
  body?: Buffer;
  mostBytes?: number;
}

/** Throws an Error with the status, never with the store's text, which may name keys. */
export function s3Store(settings: S3Settings): FileStore {
  const client = new AwsClient({
    accessKeyId: settings.accessKeyId,
    secretAccessKey: settings.secretAccessKey,
    region: settings.region,
    service: 's3',
  });
  const bucket = `${settings.endpoint}/${settings.bucket}`;
  const addressOf = (name: string) => `${bucket}/${settings.prefix}${name}`;
  const once = async (url: string, { method = 'GET', headers = {}, body, mostBytes }: Sent, timeoutMs: number) => {
    const signed = await client.sign(url, { method, headers });
    const all = {
      method,
      headers: Object.fromEntries(signed.headers),
      ...(body ? { body } : {}),
      ...(mostBytes === undefined ? {} : { mostBytes }),
    };
    return outboundStream(url, { reach: configured, timeoutMs, keep: method === 'GET', ...all });
  };
  /** Tries again what the store cannot do just now, and reading over a kept connection that the store has closed. */
  const send = async (url: string, sent: Sent = {}): Promise<OutboundAnswer> => {
    const until = performance.now() + TIMEOUT_MS;
    for (let attempt = 1; ; attempt++) {
      const last = attempt === ATTEMPTS;
      const answer = await once(url, sent, Math.max(1, until - performance.now())).catch((error: unknown) => {
        if (last || sent.method !== undefined || !(error instanceof OutboundError) || error.reason !== 'unreachable') throw error;
        return null;
      });
      if (answer && (last || (answer.status < 500 && answer.status !== 429))) return answer;
      answer?.body.destroy();
      await sleep(Math.random() * PAUSE_MS * 2 ** attempt);
    }
  };
  const failure = (what: string, { status }: OutboundAnswer) => new Error(`S3 ${what} answered ${status}`);
  return {
    async put(name, bytes, mime) {
      const answer = await send(addressOf(name), { method: 'PUT', body: bytes, headers: { 'content-type': mime, 'if-none-match': '*' } });
      answer.body.destroy();
      if (!isGood(answer)) throw failure('PUT', answer);
    },
    async get(name, { start, end }) {
      const answer = await send(addressOf(name), { headers: { range: `bytes=${start}-${end}` }, mostBytes: end - start + 1 });
      if (isGood(answer)) return answer.body;
      answer.body.destroy();
      if (answer.status === 404) return null;
      throw failure('GET', answer);
    },
    async remove(name) {
      const answer = await send(addressOf(name), { method: 'DELETE' });
      answer.body.destroy();
      if (!isGood(answer) && answer.status !== 404) throw failure('DELETE', answer);
      return answer.status !== 404;
    },
    async *older(before) {
      let token = '';
      do {
        const query = new URLSearchParams({ 'list-type': '2', prefix: settings.prefix, ...(token ? { 'continuation-token': token } : {}) });
        const answer = await send(`${bucket}?${query}`, { mostBytes: MOST_LIST_BYTES });
        if (!isGood(answer)) throw failure('LIST', answer);
        const text = (await wholeOf(answer.body)).toString('utf8');
        const names = [...text.matchAll(/<Contents>(.*?)<\/Contents>/gs)].flatMap(([, entry = '']) => {
          const [key, modified] = [/<Key>([^<]+)<\/Key>/.exec(entry)?.[1], /<LastModified>([^<]+)</.exec(entry)?.[1]];
          return key && modified && Date.parse(modified) < before ? [key.slice(settings.prefix.length)] : [];
        });
        if (names.length) yield names;
        token = /<NextContinuationToken>([^<]+)</.exec(text)?.[1] ?? '';
      } while (token);
    },
  };
}
