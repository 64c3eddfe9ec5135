/**
 * A push service of a browser on this machine, with the browser: it takes what RFC 8030 says, checks the signature of RFC 8292 and reads
 * the message as RFC 8291 has it encrypted.
 */
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer } from 'node:https';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import webPush from 'web-push';

/** Of this machine alone, for a hundred years. */
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg8Vol9oDACcAD/xKg
Pi+C9WibNxI7WFjfXqljO2ZrpBmhRANCAAQf4XYBVLR7qNBx0HWSm1gjqIouX21u
JX3fR8qO1oMdc8g+5UZtGwN+XCh1VM6vhtJfUeLz1+0fOKJRqoaQQ7oT
-----END PRIVATE KEY-----`;
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUNcSLbCHju4XwddApS/hsoQowAM0wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJcHVzaC50ZXN0MCAXDTI2MTEyNDE5NDY1MFoYDzIxMjYxMDMx
MTk0NjUwWjAUMRIwEAYDVQQDDAlwdXNoLnRlc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQf4XYBVLR7qNBx0HWSm1gjqIouX21uJX3fR8qO1oMdc8g+5UZtGwN+
XCh1VM6vhtJfUeLz1+0fOKJRqoaQQ7oTo28wbTAdBgNVHQ4EFgQUxecsM1aYUM4z
X0kBn2Vxqlgj0JkwHwYDVR0jBBgwFoAUxecsM1aYUM4zX0kBn2Vxqlgj0JkwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIhAP1fCuzVfGmPpMAwIRyUhWr/hbvE2VBvgsBN9g9X8TeEAiAa
E9BrivFntmGEe6oV+EQVeP7m8dELu34L18Oo7CryOw==
-----END CERTIFICATE-----`;

export interface HeardNotice {
  title: string;
  text: string;
  link: string;
  tag: string;
}

/** The claims of a VAPID header; throws when its signature is of another key. */
function claimsOf({ authorization = '' }: IncomingMessage['headers'], publicKey: string): { aud: string; sub: string; exp: number } {
  const [, token, key] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) as string[];
  if (key !== publicKey) throw new Error('another key');
  const raw = Buffer.from(publicKey, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: raw.subarray(1, 33).toString('base64url'),
    y: raw.subarray(33).toString('base64url'),
  };
  const [head, body, signature] = token!.split('.') as [string, string, string];
  const signed = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!signed) throw new Error('the signature does not hold');
  return JSON.parse(Buffer.from(body, 'base64url').toString()) as { aud: string; sub: string; exp: number };
}

/** `settings` are the product's keys; `answer` is the status of the next notices. */
export async function pushService() {
  const vapid = webPush.generateVAPIDKeys();
  const browser = createECDH('prime256v1');
  browser.generateKeys();
  const auth = randomBytes(16);
  const heard: HeardNotice[] = [];
  const problems: string[] = [];
  let status = 201;

  function decrypt(body: Buffer): HeardNotice {
    const salt = body.subarray(0, 16);
    const length = body[20] as number;
    const theirs = body.subarray(21, 21 + length);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), theirs]);
    const material = Buffer.from(hkdfSync('sha256', browser.computeSecret(theirs), auth, info, 32));
    const key = Buffer.from(hkdfSync('sha256', material, salt, 'Content-Encoding: aes128gcm\0', 16));
    const nonce = Buffer.from(hkdfSync('sha256', material, salt, 'Content-Encoding: nonce\0', 12));
    const sealed = body.subarray(21 + length);
    const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16));
    const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString()) as HeardNotice;
  }

  const server = createServer({ key: KEY, cert: CERTIFICATE }, async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    try {
      const { aud, sub, exp } = claimsOf(request.headers, vapid.publicKey);
      if (aud !== origin || sub !== 'mailto:it@example.cn' || exp * 1000 < Date.now()) throw new Error('claims of another service');
      if (request.headers['content-encoding'] !== 'aes128gcm' || !request.headers.ttl) throw new Error('headers are missing');
      if (status === 201) heard.push(decrypt(Buffer.concat(parts)));
    } catch (error) {
      problems.push((error as Error).message);
    }
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `https://127.0.0.1:${port}`;
  let browsers = 0;
  return {
    host: `127.0.0.1:${port}`,
    settings: { ...vapid, subject: 'mailto:it@example.cn' },
    heard,
    problems,
    answer: (next: number) => void (status = next),
    /** What another browser gives to the page. */
    subscription: () => ({
      endpoint: `${origin}/send/${++browsers}`,
      p256dh: browser.getPublicKey('base64url'),
      auth: auth.toString('base64url'),
    }),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
