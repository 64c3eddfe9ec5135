/**
 * WeChat Pay and Alipay as they are heard over HTTP, on one port of this machine: they
 * check our signatures over exactly what we sent, sign what they say with keys of their own, and
 * people pay there by scanning a code or by pressing a button on a page.
 */
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { AlipaySettings, WechatPaySettings } from '#server/integration-settings.ts';
import {
  alipay,
  ALIPAY_APP,
  alipayNotice,
  API_V3_KEY,
  APP,
  isOurs,
  joined,
  KEY_ID,
  MERCHANT,
  ours,
  reference,
  sign,
  wechat,
  wechatHeaders,
  wechatNotice,
} from './payment-notices.ts';

interface Trade {
  number: string;
  /** Fen at WeChat, yuan at Alipay. */
  amount: number | string;
  notifyUrl: string;
  returnUrl: string;
  codeUrl: string;
  /** The gateway's number once it was paid. */
  reference: string | null;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const part of request) body += part;
  return body;
}

interface Said {
  status: number;
  headers?: Record<string, string>;
  body: string;
}

/** Starts both; `stop` ends them. */
export async function startPaymentPeers() {
  const trades = new Map<string, Trade>();
  /** What was asked of them, and whether it was signed by us. */
  const asked: { path: string; body: any; right: boolean }[] = [];
  /** `silent`: what is paid is told to nobody; `away`: nothing is answered as it should be. */
  const mood = { silent: false, away: false };
  /** Looks at something while the gateway is asked, before it answers; of tests. */
  const watch: { whileAsked: (() => Promise<void>) | null } = { whileAsked: null };

  async function tell(url: string, body: string, headers: Record<string, string>): Promise<string> {
    if (mood.silent) return '';
    const answer = await fetch(url, { method: 'POST', body, headers });
    return answer.text();
  }

  function wechatSays(status: number, content: object): Said {
    const body = JSON.stringify(content);
    return { status, headers: { 'content-type': 'application/json', ...wechatHeaders(body) }, body };
  }

  function atWechat(request: IncomingMessage, body: string): Said {
    const fields = Object.fromEntries(
      [...(request.headers.authorization ?? '').matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    );
    const right = isOurs(`${request.method}\n${request.url}\n${fields.timestamp}\n${fields.nonce_str}\n${body}\n`, fields.signature ?? '');
    const content = body ? JSON.parse(body) : null;
    asked.push({ path: request.url ?? '', body: content, right });
    if (!right) return wechatSays(401, { code: 'SIGN_ERROR' });
    if (request.method === 'GET') {
      const trade = trades.get(/out-trade-no\/([^?]+)/.exec(request.url ?? '')?.[1] ?? '');
      if (!trade) return wechatSays(404, { code: 'ORDER_NOT_EXIST' });
      const state = trade.reference ? { trade_state: 'SUCCESS', transaction_id: trade.reference } : { trade_state: 'NOTPAY' };
      return wechatSays(200, {
        mchid: MERCHANT,
        appid: APP,
        out_trade_no: trade.number,
        amount: { total: trade.amount, currency: 'CNY' },
        ...state,
      });
    }
    const number: string = content.out_trade_no;
    const trade = trades.get(number) ?? {
      number,
      amount: content.amount.total,
      notifyUrl: content.notify_url,
      returnUrl: '',
      codeUrl: `weixin://wxpay/bizpayurl?pr=${randomUUID().slice(0, 8)}`,
      reference: null,
    };
    if (trade.reference) return wechatSays(400, { code: 'ORDERPAID' });
    trades.set(number, trade);
    return wechatSays(200, { code_url: trade.codeUrl });
  }

  const page = (trade: Trade) => `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>收银台</title>
    <h1>收银台</h1><p>订单 ${trade.number}</p><p>${trade.amount} 元</p>
    <form method="post" action="/cashier?number=${trade.number}"><button>确认付款</button></form>`;

  function atAlipay(request: IncomingMessage, body: string): Said {
    const { sign: signature = '', ...said } = Object.fromEntries(
      request.method === 'GET' ? new URL(request.url ?? '', 'http://peer').searchParams : new URLSearchParams(body),
    );
    const right = isOurs(joined(said), signature);
    const content = JSON.parse(said.biz_content ?? '{}');
    asked.push({ path: said.method ?? '', body: content, right });
    if (!right) return { status: 403, body: 'isv.invalid-signature' };
    if (said.method === 'alipay.trade.page.pay') {
      const number: string = content.out_trade_no;
      const trade = trades.get(number) ?? {
        number,
        amount: content.total_amount,
        notifyUrl: said.notify_url ?? '',
        returnUrl: said.return_url ?? '',
        codeUrl: '',
        reference: null,
      };
      trades.set(number, trade);
      return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body: page(trade) };
    }
    const trade = trades.get(content.out_trade_no);
    const known = {
      code: '10000',
      msg: 'Success',
      out_trade_no: trade?.number,
      trade_no: trade?.reference ?? '2026',
      total_amount: trade?.amount,
    };
    const node = JSON.stringify(
      trade
        ? { ...known, trade_status: trade.reference ? 'TRADE_SUCCESS' : 'WAIT_BUYER_PAY' }
        : { code: '40004', sub_code: 'ACQ.TRADE_NOT_EXIST' },
    );
    return { status: 200, body: `{"alipay_trade_query_response":${node},"sign":"${sign(alipay.privateKey, node)}"}` };
  }

  async function cashier(number: string): Promise<Said> {
    const trade = trades.get(number) as Trade;
    trade.reference = `2026${randomUUID().replaceAll('-', '').slice(0, 24)}`;
    const notice = alipayNotice(number, String(trade.amount), { trade_no: trade.reference });
    await tell(trade.notifyUrl, notice, { 'content-type': 'application/x-www-form-urlencoded' });
    const back = new URLSearchParams({ out_trade_no: number, trade_no: trade.reference, total_amount: String(trade.amount) });
    return { status: 302, headers: { location: `${trade.returnUrl}?${back}` }, body: '' };
  }

  async function answer(request: IncomingMessage): Promise<Said> {
    const body = await bodyOf(request);
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://peer');
    await watch.whileAsked?.();
    if (mood.away) return { status: 502, body: '<html>Bad Gateway</html>' };
    if (pathname === '/cashier') return cashier(searchParams.get('number') ?? '');
    return pathname === '/gateway.do' ? atAlipay(request, body) : atWechat(request, body);
  }

  const server = createServer(async (request, response) => {
    const { status, headers = {}, body } = await answer(request);
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const wechatPay: WechatPaySettings = {
    mchId: MERCHANT,
    appId: APP,
    serial: 'OUR1',
    privateKey: ours.privateKey,
    apiV3Key: API_V3_KEY,
    publicKeyId: KEY_ID,
    publicKey: wechat.publicKey,
    url,
  };
  const alipaySettings: AlipaySettings = {
    appId: ALIPAY_APP,
    privateKey: ours.privateKey,
    publicKey: alipay.publicKey,
    url: `${url}/gateway.do`,
  };

  return {
    asked,
    mood,
    watch,
    isOurs: (said: Record<string, string>, signature: string) => isOurs(joined(said), signature),
    wechatPay,
    alipay: alipaySettings,
    /** Somebody's phone reads a code and pays; gives what we answered to the notice. */
    async scan(codeUrl: string): Promise<string> {
      const trade = [...trades.values()].find((one) => one.codeUrl === codeUrl);
      if (!trade) throw new Error(`nobody was asked to pay ${codeUrl}`);
      trade.reference = reference();
      const notice = wechatNotice(trade.number, trade.amount as number, { transaction_id: trade.reference });
      return tell(trade.notifyUrl, notice, { 'content-type': 'application/json', ...wechatHeaders(notice) });
    },
    codeOf: (number: string) => trades.get(number)?.codeUrl,
    /** For a product of its own: the variables of docs/operations.md; the keys are written into `folder`. */
    env(folder: string): Record<string, string> {
      const file = (name: string, text: string) => {
        const path = join(folder, name);
        writeFileSync(path, text, { mode: 0o644 });
        return path;
      };
      const [own, theirs, second] = [
        file('ours.pem', ours.privateKey),
        file('wechat.pem', wechat.publicKey),
        file('alipay.pem', alipay.publicKey),
      ];
      return {
        WECHATPAY_MCHID: MERCHANT,
        WECHATPAY_APPID: APP,
        WECHATPAY_SERIAL: 'OUR1',
        WECHATPAY_KEY_FILE: own,
        WECHATPAY_APIV3_KEY: API_V3_KEY,
        WECHATPAY_PUBLIC_KEY_ID: KEY_ID,
        WECHATPAY_PUBLIC_KEY_FILE: theirs,
        WECHATPAY_URL: url,
        ALIPAY_APP_ID: ALIPAY_APP,
        ALIPAY_KEY_FILE: own,
        ALIPAY_PUBLIC_KEY_FILE: second,
        ALIPAY_URL: `${url}/gateway.do`,
      };
    },
    stop: () => void server.close(),
  };
}

export type PaymentPeers = Awaited<ReturnType<typeof startPaymentPeers>>;
