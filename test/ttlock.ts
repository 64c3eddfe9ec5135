/** A cloud that answers as TTLock's does: forms in, errcode out, success also for a code that is not there. */
import { createServer } from 'node:http';

interface Kept {
  keyboardPwdId: number;
  keyboardPwd: string;
  keyboardPwdName: string;
  startDate: number;
  endDate: number | null;
}

/**
 * What shall go wrong with the next calls of a path: an errcode, `silence` (no answer
 * at all) or `lost` (done, but the answer does not arrive).
 */
export type Mishap = number | 'silence' | 'lost';

export interface TestCloud {
  url: string;
  codes: Kept[];
  calls: { path: string; fields: Record<string, string> }[];
  unlocked: number;
  mishaps: Record<string, Mishap[]>;
  /** Tokens handed out so far are worth nothing from now on. */
  expireTokens: () => void;
  stop: () => void;
}

export async function startCloud(account: { username: string; password: string; lockId: string }): Promise<TestCloud> {
  let number = 1000;
  let token = '';
  let refresh = '';
  const issue = () => {
    token = `access-${++number}`;
    refresh = `refresh-${number}`;
    return { access_token: token, refresh_token: refresh, expires_in: 7_776_000, uid: 1 };
  };
  const cloud: TestCloud = {
    url: '',
    codes: [],
    calls: [],
    unlocked: 0,
    mishaps: {},
    expireTokens: () => (token = ''),
    stop: () => server.close(),
  };
  const answer = (path: string, fields: Record<string, string>): object => {
    if (fields.clientId !== 'app') return { errcode: 10000, errmsg: 'invalid client_id' };
    if (path === '/oauth2/token') {
      if (fields.clientSecret !== 'secret') return { errcode: 10001 };
      if (fields.grant_type === 'refresh_token')
        return fields.refresh_token === refresh ? issue() : { errcode: 10011, errmsg: 'invalid refresh_token' };
      return fields.username === account.username && fields.password === account.password
        ? issue()
        : { errcode: 10007, errmsg: 'invalid account or invalid password' };
    }
    if (token === '' || fields.accessToken !== token) return { errcode: 10003, errmsg: 'invalid token' };
    if (fields.lockId !== account.lockId) return { errcode: -1003, errmsg: 'lock does not exist' };
    switch (path) {
      case '/v3/lock/detail':
        return { lockId: Number(account.lockId), lockAlias: '201室', electricQuantity: 64, hasGateway: 1 };
      case '/v3/lock/unlock':
        cloud.unlocked++;
        return { errcode: 0, errmsg: 'none error message' };
      case '/v3/keyboardPwd/add': {
        if (cloud.codes.some(({ keyboardPwd }) => keyboardPwd === fields.keyboardPwd)) return { errcode: -3007 };
        const keyboardPwdId = ++number;
        cloud.codes.push({
          keyboardPwdId,
          keyboardPwd: fields.keyboardPwd!,
          keyboardPwdName: fields.keyboardPwdName!,
          startDate: Number(fields.startDate),
          endDate: fields.endDate ? Number(fields.endDate) : null,
        });
        return { keyboardPwdId };
      }
      case '/v3/keyboardPwd/delete':
        cloud.codes = cloud.codes.filter(({ keyboardPwdId }) => String(keyboardPwdId) !== fields.keyboardPwdId);
        return { errcode: 0 };
      case '/v3/lock/listKeyboardPwd':
        return { list: cloud.codes, pageNo: 1, pageSize: Number(fields.pageSize), pages: 1, total: cloud.codes.length };
      default:
        return { errcode: 1 };
    }
  };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const fields = Object.fromEntries(new URLSearchParams(body));
    const path = request.url as string;
    cloud.calls.push({ path, fields });
    const mishap = cloud.mishaps[path]?.shift();
    if (mishap === 'silence') return request.socket.destroy();
    const said = typeof mishap === 'number' ? { errcode: mishap, errmsg: 'x' } : answer(path, fields);
    if (mishap === 'lost') return request.socket.destroy();
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cloud.url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  return cloud;
}

/** Posts what a lock recorded as the cloud does; gives status and answer. */
export async function postRecords(url: string, key: string, form: Record<string, string>): Promise<readonly [number, string]> {
  const answer = await fetch(`${url}/tenant-device/lock/callback/${key}`, { method: 'POST', body: new URLSearchParams(form) });
  return [answer.status, await answer.text()];
}
