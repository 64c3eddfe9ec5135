/**
 * The page of a questionnaire in one answer: script and styles stand in the document (scripts/inlined.ts), the answers of its first
 * calls are put beside them. On a slow link each request after the first would cost more than all of its bytes (docs/decisions/118).
 */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fillReadsOf, GIVEN } from '#contract/questionnaires/public-pages.rules.ts';
import { UNKEPT } from './client-errors.ts';

/** Where the answers stand in the document. */
const MARK = '<!--answers-->';
/** The page does not wait longer for its answers: it can ask by itself. */
const PATIENCE_MS = 1000;

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

const hashesOf = (html: string, tag: RegExp) =>
  [...html.matchAll(tag)].map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`).join(' ');

/** What makes of a content security policy that of a document: its own scripts and styles run, as they were built, and no other ones. */
export function allowing(html: string): (policy: string) => string {
  const scripts = hashesOf(html, /<script type="module">([^]*?)<\/script>/g);
  const styles = hashesOf(html, /<style>([^]*?)<\/style>/g);
  return (policy) => policy.replace("script-src 'self'", `$& ${scripts}`).replace("style-src 'self'", `$& ${styles}`);
}

/** Answers as a part of the document. Nothing of them can end it: each `<` is written as JSON may write it. */
export const givenOf = (answers: readonly (readonly [address: string, body: string])[]): string => {
  const json = answers.map(([address, body]) => `${JSON.stringify(address)}:${body}`).join(',');
  return `<script type="application/json" id="${GIVEN}">{${json.replaceAll('<', '\\u003c')}}</script>`;
};

/** Asks what the page asks first, as the page would: by the same routes, under the same limits. What is refused it asks by itself. */
async function answersOf(app: FastifyInstance, key: string, address: string) {
  const asked = Object.values(fillReadsOf(key)).map(async (url) => {
    const { statusCode, body } = await app.inject({ url, remoteAddress: address });
    return statusCode === 200 ? [[url, body] as const] : [];
  });
  const late = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null).unref());
  const answers = await Promise.race([Promise.all(asked), late]).catch(() => null);
  return answers?.flat() ?? [];
}

/** In the encoding that the browser takes, with its header; brotli in a quality that costs less than it saves. */
async function packed(html: string, accepted: string): Promise<[headers: Record<string, string>, bytes: Buffer]> {
  const bytes = Buffer.from(html);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  if (/\bbr\b/.test(accepted)) return [{ 'content-encoding': 'br' }, await brotli(bytes, { params })];
  if (/\bgzip\b/.test(accepted)) return [{ 'content-encoding': 'gzip' }, await gzipped(bytes)];
  return [{}, bytes];
}

/**
 * Sends `html` with the answers of a questionnaire's first calls. It is never kept: it says who may fill in now. Without answers it is the
 * page as it was built, `fill.html`.
 */
export async function sendFillPage(app: FastifyInstance, html: string, key: string | null, request: FastifyRequest, reply: FastifyReply) {
  const answers = key === null ? [] : await answersOf(app, key, request.ip);
  if (answers.length === 0) return reply.header('cache-control', 'no-cache').sendFile('fill.html');
  const page = html.replace(MARK, () => givenOf(answers));
  const [headers, bytes] = await packed(page, String(request.headers['accept-encoding'] ?? ''));
  return reply
    .headers({ ...headers, 'cache-control': UNKEPT })
    .type('text/html; charset=utf-8')
    .send(bytes);
}
