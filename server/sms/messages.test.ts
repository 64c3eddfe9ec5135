import { after, before, beforeEach, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { Dependencies } from '../context.ts';
import { readSms, type SmsSettings } from '../integration-settings.ts';
import { fill } from './http-gateway.ts';
import { sendSms } from './messages.ts';

interface Heard {
  method: string;
  url: URL;
  headers: IncomingMessage['headers'];
  body: string;
}

let peer: Server;
let url: string;
let heard: Heard[] = [];
let answer: (heard: Heard) => { status: number; body: string } | 'hang up' = () => ({ status: 200, body: '' });
const lines: string[] = [];
const dataDir = mkdtempSync(join(tmpdir(), 'yian-sms-'));

before(async () => {
  peer = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const one = { method: request.method ?? '', url: new URL(request.url ?? '', 'http://peer'), headers: request.headers, body };
    heard.push(one);
    const reply = answer(one);
    if (reply === 'hang up') return void request.socket.destroy();
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(reply.body);
  });
  await new Promise<void>((resolve) => peer.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(peer.address() as AddressInfo).port}`;
});
after(() => {
  peer.close();
  rmSync(dataDir, { recursive: true });
});
beforeEach(() => {
  heard = [];
  lines.length = 0;
});

const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
const withSms = (sms: SmsSettings) => ({ config: { dataDir, sms }, log }) as unknown as Dependencies;
const message = { phone: '13812345678', text: '【颐安】登录验证码"482913"，5分钟内有效', code: '482913' };
const refused = (sms: SmsSettings) => assert.rejects(sendSms(withSms(sms), message), { status: 503, message: '短信发送失败，请稍后重试' });

describe('the outbox', () => {
  it('keeps messages where only the operator reads them, and out of the log', async () => {
    const file = join(dataDir, 'outbox', 'sms.log');
    await sendSms(withSms({ adapter: 'log' }), message);
    writeFileSync(file, readFileSync(file), { mode: 0o644 });
    await sendSms(withSms({ adapter: 'log' }), message);
    const rows = readFileSync(file, 'utf8').trim().split('\n');
    assert.equal(rows.length, 2);
    const { phone, text } = JSON.parse(rows[1] as string);
    assert.deepEqual([phone, text], [message.phone, message.text]);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.deepEqual(lines, []);
  });
});

describe('the generic gateway', () => {
  const settings = () => ({
    adapter: 'http' as const,
    url: `${url}/send`,
    body: '{"to":"{phone}","msg":"{text}","c":"{code}"}',
    type: 'application/json',
    key: 'k3y',
  });

  it('gets the filled body with a signature over time and body', async () => {
    answer = ({ headers, body }) => {
      const wanted = createHmac('sha256', 'k3y')
        .update(`${String(headers['x-timestamp'])}\n${body}`)
        .digest('hex');
      const fresh = Math.abs(Number(headers['x-timestamp']) - Date.now() / 1000) < 30;
      return { status: headers['x-signature'] === wanted && fresh ? 200 : 401, body: '' };
    };
    await sendSms(withSms(settings()), message);
    assert.deepEqual(JSON.parse(heard[0]?.body ?? ''), { to: message.phone, msg: message.text, c: message.code });
    await refused({ ...settings(), key: 'other' });
    assert.equal(heard.length, 2, 'a refusal is not repeated');
  });

  it('fills forms without letting a value out of its place', () => {
    assert.equal(
      fill('m={text}&x={nothing}', 'application/x-www-form-urlencoded', { text: 'a&b=c 中' }),
      'm=a%26b%3Dc%20%E4%B8%AD&x={nothing}',
    );
    assert.equal(fill('{"t":"{text}"}', 'application/json', { text: '","x":"{phone}' }), '{"t":"\\",\\"x\\":\\"{phone}"}');
  });

  it('is asked three times when it is busy, once when an answer was lost, and neither number nor code reach the log', async () => {
    answer = () => ({ status: 503, body: '' });
    await refused(settings());
    assert.equal(heard.length, 3);
    answer = () => 'hang up';
    await refused(settings());
    assert.equal(heard.length, 4, 'what may have arrived is not sent again');
    await refused({ ...settings(), url: 'http://127.0.0.1:1/' });
    assert.ok(lines.length >= 5);
    for (const line of lines) assert.doesNotMatch(line, /13812345678|482913|k3y/);
  });
});

describe('Aliyun', () => {
  const settings = () => ({
    adapter: 'aliyun' as const,
    url,
    accessKeyId: 'LTAI-test',
    accessKeySecret: 's3cret',
    sign: '颐安',
    template: 'SMS_1',
    noticeTemplate: null,
  });
  const hex = (text: string) => createHash('sha256').update(text).digest('hex');
  const strict = (text: string) => encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

  /** Aliyun's side of the signature, from what arrived and the secret alone. */
  function verify({ method, url: at, headers, body }: Heard): boolean {
    const [, id, names = '', signature] =
      /^ACS3-HMAC-SHA256 Credential=([^,]+),SignedHeaders=([^,]+),Signature=([0-9a-f]{64})$/.exec(String(headers.authorization)) ?? [];
    const query = [...at.searchParams].map(([name, value]) => `${strict(name)}=${strict(value)}`).sort();
    const signed = names.split(';').map((name) => `${name}:${String(headers[name])}\n`);
    const request = [method, at.pathname, query.join('&'), signed.join(''), names, hex(body)].join('\n');
    const wanted = createHmac('sha256', 's3cret')
      .update(`ACS3-HMAC-SHA256\n${hex(request)}`)
      .digest('hex');
    const needed = ['host', 'x-acs-action', 'x-acs-content-sha256', 'x-acs-date', 'x-acs-signature-nonce', 'x-acs-version'];
    return (
      id === 'LTAI-test' &&
      needed.every((name) => names.split(';').includes(name)) &&
      headers['x-acs-content-sha256'] === hex(body) &&
      signature === wanted
    );
  }
  const ok = { status: 200, body: '{"Code":"OK","Message":"OK","BizId":"1","RequestId":"r"}' };
  const wrong = { status: 403, body: '{"Code":"SignatureDoesNotMatch","Message":"no"}' };

  it('gets a signed SendSms whose signature its own computation confirms', async () => {
    answer = (one) => (verify(one) ? ok : wrong);
    await sendSms(withSms(settings()), message);
    const { method, url: at, headers } = heard[0] as Heard;
    assert.deepEqual([method, headers['x-acs-action'], headers['x-acs-version']], ['POST', 'SendSms', '2017-05-25']);
    assert.match(String(headers['x-acs-date']), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    assert.deepEqual(Object.fromEntries(at.searchParams), {
      PhoneNumbers: message.phone,
      SignName: '颐安',
      TemplateCode: 'SMS_1',
      TemplateParam: '{"code":"482913"}',
    });
    await refused({ ...settings(), accessKeySecret: 'wrong' });
    assert.equal(heard.length, 2);
    assert.match(lines.join(''), /SignatureDoesNotMatch/);
  });

  it('uses a nonce of its own for every attempt, and repeats only what was throttled', async () => {
    answer = (one) => (verify(one) ? (heard.length < 3 ? { status: 400, body: '{"Code":"Throttling.User"}' } : ok) : wrong);
    await sendSms(withSms(settings()), message);
    assert.equal(new Set(heard.map(({ headers }) => headers['x-acs-signature-nonce'])).size, 3);
    heard = [];
    answer = () => ({ status: 200, body: '{"Code":"isv.BUSINESS_LIMIT_CONTROL"}' });
    await refused(settings());
    assert.equal(heard.length, 1);
  });

  it('takes notices only with a template for them', async () => {
    answer = (one) => (verify(one) ? ok : wrong);
    const notice = { phone: message.phone, text: '您有新的邀请' };
    await assert.rejects(sendSms(withSms(settings()), notice), { status: 503 });
    await sendSms(withSms({ ...settings(), noticeTemplate: 'SMS_2' }), notice);
    assert.equal(heard.at(-1)?.url.searchParams.get('TemplateParam'), '{"text":"您有新的邀请"}');
  });
});

describe('the environment', () => {
  it('chooses the adapter and says what is missing', () => {
    assert.deepEqual(readSms({}), { adapter: 'log' });
    assert.throws(() => readSms({ SMS_ADAPTER: 'pigeon' }), /SMS_ADAPTER/);
    assert.throws(() => readSms({ SMS_ADAPTER: 'http' }), /SMS_URL is missing/);
    assert.throws(() => readSms({ SMS_ADAPTER: 'http', SMS_URL: 'file:///etc' }), /http\(s\)/);
    assert.throws(() => readSms({ SMS_ADAPTER: 'aliyun', SMS_ACCESS_KEY_ID: 'a' }), /SMS_ACCESS_KEY_SECRET is missing/);
    const aliyun = readSms({ SMS_ADAPTER: 'aliyun', SMS_ACCESS_KEY_ID: 'a', SMS_ACCESS_KEY_SECRET: 'b', SMS_SIGN: 'c', SMS_TEMPLATE: 'd' });
    assert.equal(aliyun.adapter === 'aliyun' && aliyun.url, 'https://dysmsapi.aliyuncs.com');
  });
});
