/** Files in an S3-compatible store (AWS, MinIO, Ceph, OSS, COS): Signature Version 4, path-style addresses. */
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { AwsClient } from 'aws4fetch';
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

/** Throws an Error with the status, never with the store's text, which may name keys. */
export function s3Store(settings: S3Settings): FileStore {
  const client = new AwsClient({
    accessKeyId: settings.accessKeyId,
    secretAccessKey: settings.secretAccessKey,
    region: settings.region,
    service: 's3',
    retries: 2,
  });
  const bucket = `${settings.endpoint}/${settings.bucket}`;
  const addressOf = (name: string) => `${bucket}/${settings.prefix}${name}`;
  const send = (url: string, init: RequestInit = {}) => client.fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
  const failure = (what: string, { status }: Response) => new Error(`S3 ${what} answered ${status}`);
  return {
    async put(name, bytes, mime) {
      const answer = await send(addressOf(name), { method: 'PUT', body: new Uint8Array(bytes), headers: { 'content-type': mime, 'if-none-match': '*' } });
      await answer.body?.cancel();
      if (!answer.ok) throw failure('PUT', answer);
    },
    async get(name, { start, end }) {
      const answer = await send(addressOf(name), { headers: { range: `bytes=${start}-${end}` } });
      if (answer.status === 404) {
        await answer.body?.cancel();
        return null;
      }
      if (!answer.ok || !answer.body) throw failure('GET', answer);
      return Readable.fromWeb(answer.body as ReadableStream);
    },
    async remove(name) {
      const answer = await send(addressOf(name), { method: 'DELETE' });
      await answer.body?.cancel();
      if (!answer.ok && answer.status !== 404) throw failure('DELETE', answer);
      return answer.status !== 404;
    },
    async *older(before) {
      let token = '';
      do {
        const query = new URLSearchParams({ 'list-type': '2', prefix: settings.prefix, ...(token ? { 'continuation-token': token } : {}) });
        const answer = await send(`${bucket}?${query}`);
        if (!answer.ok) throw failure('LIST', answer);
        const text = await answer.text();
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
