/** Requests to Aliyun's call centre: signed, answered in CCC's shape, refused in our words. */
import { randomUUID } from 'node:crypto';
import { isoOf } from '#contract/time.ts';
import { environment } from '../../config.ts';
import type { Dependencies } from '../../context.ts';
import { Refusal, refused } from '../../errors.ts';
import { outbound } from '../../net/outbound.ts';
import { OutboundError } from '../../net/outbound-error.ts';
import { outerOr } from '../../net/reach.ts';
import { callRefusal } from '../call-refusals.ts';
import { acs3Headers, canonicalQuery, type AccessKeyPair } from './sign.ts';

const VERSION = '2020-07-01';
const TIMEOUT_MS = 10_000;

/** The cloud's words that staff can do something about; all others are told by their code. */
const MEANINGS: Readonly<Record<string, string>> = {
  'InvalidAccessKeyId.NotFound': '阿里云AccessKey不存在，请管理员检查坐席或呼叫服务的密钥',
  SignatureDoesNotMatch: '阿里云密钥不正确，请管理员重新填写AccessKey Secret',
  SignatureNonceUsed: '请求重复，请重试',
  Forbidden: '该坐席没有权限执行此操作',
  NoPermission: '该坐席没有权限执行此操作',
  'Forbidden.RAM': '该坐席没有权限执行此操作',
  'NotExists.InstanceId': '阿里云实例不存在，请管理员检查实例ID',
  'NotExists.UserId': '阿里云坐席账号不存在，请管理员检查坐席设置',
  Throttling: '操作过于频繁，请稍后再试',
  'Throttling.User': '操作过于频繁，请稍后再试',
  ServiceUnavailable: '阿里云服务暂不可用，请稍后再试',
};

/** `https://` is said where the endpoint names no scheme; the default is the region's own. */
export function hostOf(endpoint: string, regionId: string): string {
  const said = endpoint === '' ? `ccc.${/^[a-z0-9-]{2,30}$/.test(regionId) ? regionId : 'cn-shanghai'}.aliyuncs.com` : endpoint;
  const url = URL.parse(/^https?:\/\//.test(said) ? said : `https://${said}`);
  if (!url || (url.protocol === 'http:' && url.hostname !== '127.0.0.1')) throw refused('阿里云接入地址不正确，请管理员检查呼叫服务');
  return url.origin;
}

/** The first letters of all keys in lower case, as the 2.x SDK reads them. */
export function lowered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lowered);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name.charAt(0).toLowerCase() + name.slice(1), lowered(one)]));
}

interface Said {
  Code?: string;
  HttpStatusCode?: number;
  Message?: string;
  RequestId?: string;
  Data?: unknown;
}

/** The refusal of the cloud in words; its own text is not passed on, it may quote what was signed. */
function refusalOf(code: string, status: number) {
  const known = MEANINGS[code] ?? (code.startsWith('Throttling') ? MEANINGS['Throttling'] : undefined);
  const shown = /^[\w.]{1,80}$/.test(code) ? code : 'Unknown';
  return callRefusal({
    code: shown,
    refusal: known ?? `阿里云拒绝了操作（${shown}）`,
    status: status === 404 ? 404 : status === 403 ? 403 : 422,
  });
}

/** Where the cloud is, and the key that signs. */
export interface Cloud {
  host: string;
  key: AccessKeyPair;
}

/** Asks for one action, outside of any transaction; gives CCC's answer. Throws refusals in CCC's shape, 502 when it is not reached. */
export async function askCloud({ now }: Pick<Dependencies, 'now'>, { host, key }: Cloud, action: string, query: Record<string, string>) {
  const date = isoOf(now()).replace(/\.\d+Z$/, 'Z');
  const url = new URL(`${host}/?${canonicalQuery(query)}`);
  const nonce = randomUUID().replaceAll('-', '');
  const headers = acs3Headers({ method: 'POST', host: url.host, action, version: VERSION, query, date, nonce }, key);
  let answer;
  try {
    answer = await outbound(url, { reach: outerOr(environment.privateHosts()), method: 'POST', headers, timeoutMs: TIMEOUT_MS });
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw new Refusal(502, '没有收到阿里云的答复，请检查网络或接入地址');
  }
  const said = read(answer.text);
  if (!said) throw new Refusal(502, '阿里云的答复无法识别，请稍后再试');
  const code = said.Code ?? (answer.status < 300 ? 'OK' : 'Unknown');
  if (code !== 'OK') throw refusalOf(code, answer.status);
  return {
    code,
    httpStatusCode: said.HttpStatusCode ?? answer.status,
    message: 'OK',
    requestId: said.RequestId ?? '',
    data: lowered(said.Data ?? null),
  };
}

function read(text: string): Said | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Said) : null;
  } catch {
    return null;
  }
}
