/** A peer that speaks Aliyun CCC's protocol: it checks each signature with its own reckoning, refuses a nonce twice, and keeps what it was asked. */
import { createHash, createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CccCall {
  action: string;
  keyId: string;
  query: Record<string, string>;
}

/** `keys`: id → secret. `answers`: what an action is answered; a function sees the query. */
export async function aliyunCcc(
  keys: Record<string, string>,
  answers: Record<string, (query: Record<string, string>) => [number, object | string]>,
) {
  const calls: CccCall[] = [];
  const nonces = new Set<string>();
  const hex = (text: string) => createHash('sha256').update(text).digest('hex');

  function refusal(request: { method?: string | undefined; url?: string | undefined; headers: Record<string, unknown> }): string | null {
    const { headers } = request;
    const parts = /^ACS3-HMAC-SHA256 Credential=([^,]+),SignedHeaders=([^,]+),Signature=([0-9a-f]{64})$/.exec(
      String(headers['authorization']),
    );
    if (!parts) return 'IncompleteSignature';
    const [, keyId, names, signature] = parts as unknown as [string, string, string, string];
    const secret = keys[keyId];
    if (secret === undefined) return 'InvalidAccessKeyId.NotFound';
    for (const name of ['host', 'x-acs-action', 'x-acs-version', 'x-acs-date', 'x-acs-signature-nonce', 'x-acs-content-sha256'])
      if (!names.split(';').includes(name)) return 'IncompleteSignature';
    const search = (request.url ?? '').split('?')[1] ?? '';
    const sorted = search.split('&').toSorted().join('&');
    const lines = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
    const canonical = [request.method, '/', sorted, lines.join(''), names, hex('')].join('\n');
    const expected = createHmac('sha256', secret)
      .update(`ACS3-HMAC-SHA256\n${hex(canonical)}`)
      .digest('hex');
    if (expected !== signature) return 'SignatureDoesNotMatch';
    const nonce = String(headers['x-acs-signature-nonce']);
    if (nonces.has(nonce)) return 'SignatureNonceUsed';
    nonces.add(nonce);
    return null;
  }

  const server = createServer((request, response) => {
    const why = refusal(request);
    const say = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (why) return say(400, { Code: why, Message: `specified signature ${String(request.headers['authorization'])}`, RequestId: 'R-1' });
    const query = Object.fromEntries(new URL(request.url ?? '', 'http://ccc').searchParams);
    const action = String(request.headers['x-acs-action']);
    const keyId = /Credential=([^,]+)/.exec(String(request.headers['authorization']))?.[1] ?? '';
    calls.push({ action, keyId, query });
    const answer = answers[action];
    const [status, body]: readonly [number, object | string] = answer ? answer(query) : [404, { Code: 'InvalidAction.NotFound' }];
    if (typeof body === 'string') return response.end(body);
    return say(status, { RequestId: 'R-2', ...body });
  });
  await new Promise<void>((settle) => void server.listen(0, '127.0.0.1', settle));
  const { port } = server.address() as AddressInfo;
  return { calls, port, url: `http://127.0.0.1:${port}`, close: () => new Promise((settle) => void server.close(settle)) };
}
