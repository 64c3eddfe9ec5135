/** Signatures of Aliyun's OpenAPI: RPC version 1.0 (HMAC-SHA1 over the sorted query) and ACS3-HMAC-SHA256 (over a canonical request). */
import { createHash, createHmac } from 'node:crypto';

export interface AccessKeyPair {
  readonly keyId: string;
  readonly keySecret: string;
}

/** RFC 3986: also `!'()*`, which encodeURIComponent leaves. */
export const percent = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** The sorted query, each name and value encoded. */
export const canonicalQuery = (parameters: Readonly<Record<string, string>>): string =>
  Object.keys(parameters)
    .toSorted()
    .map((name) => `${percent(name)}=${percent(parameters[name] as string)}`)
    .join('&');

/** The signature of an RPC call, Base64. */
export const rpcSignature = (method: 'GET' | 'POST', parameters: Readonly<Record<string, string>>, secret: string): string =>
  createHmac('sha1', `${secret}&`)
    .update(`${method}&${percent('/')}&${percent(canonicalQuery(parameters))}`)
    .digest('base64');

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export interface Acs3Request {
  readonly method: 'GET' | 'POST';
  readonly host: string;
  readonly action: string;
  readonly version: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body?: string;
  /** `2023-10-26T10:22:32Z`. */
  readonly date: string;
  readonly nonce: string;
}

/** The headers of a call that is signed with ACS3-HMAC-SHA256. */
export function acs3Headers(request: Acs3Request, { keyId, keySecret }: AccessKeyPair): Record<string, string> {
  const { method, host, action, version, query, body = '', date, nonce } = request;
  const headers: Record<string, string> = {
    host,
    'x-acs-action': action,
    'x-acs-content-sha256': sha256(body),
    'x-acs-date': date,
    'x-acs-signature-nonce': nonce,
    'x-acs-version': version,
  };
  const names = Object.keys(headers).toSorted();
  const lines = names.map((name) => `${name}:${headers[name]}\n`).join('');
  const signed = names.join(';');
  const canonical = [method, '/', canonicalQuery(query), lines, signed, headers['x-acs-content-sha256']].join('\n');
  const signature = createHmac('sha256', keySecret)
    .update(`ACS3-HMAC-SHA256\n${sha256(canonical)}`)
    .digest('hex');
  return { ...headers, authorization: `ACS3-HMAC-SHA256 Credential=${keyId},SignedHeaders=${signed},Signature=${signature}` };
}
