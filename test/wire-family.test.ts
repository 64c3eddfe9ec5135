/**
 * The family's calls, replayed with their bodies: every call of wire/calls.txt that is
 * served, sent as the clients of that family send it (whole rows back, unknown keys, empty
 * strings, numbers as strings). `npm run check:wire` runs this alone.
 */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Route } from '#contract/http.ts';
import { contract } from '#contract/index.ts';
import { harness } from './harness.ts';
import { accounts, administration, tenants } from './wire/admin.ts';
import { business } from './wire/business.ts';
import { callCentre } from './wire/call-centre.ts';
import { care } from './wire/care.ts';
import { stays } from './wire/stays.ts';
import { external } from './wire/external.ts';
import { farewells, people } from './wire/people.ts';
import { goods } from './wire/goods.ts';
import { purchases } from './wire/purchases.ts';
import { surveys } from './wire/surveys.ts';
import { questionnaires } from './wire/questionnaires.ts';
import { signIn } from './wire/sign-in.ts';
import { workOrders } from './wire/work-orders.ts';
import { replay, wireWorld, type Replay, type World } from './wire/wire.ts';

const areas: Record<string, readonly Replay[]> = {
  账号与菜单: accounts,
  系统管理: administration,
  租户: tenants,
  服务对象: people,
  账户照护与事件: care,
  入住: stays,
  工单: workOrders,
  商品: goods,
  基础数据: business,
  问卷: questionnaires,
  问卷服务: surveys,
  呼叫中心: callCentre,
  登录与预警: signIn,
  加入与退出: external,
  删除: farewells,
  产品包订购: purchases,
};

const named = readFileSync(join(import.meta.dirname, 'wire', 'calls.txt'), 'utf8')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'));
const shapeOf = (path: string) => path.replace(/\/+$/, '').replace(/\{\w+\}/g, '{}');
const served = new Set(
  (Object.values(contract) as Record<string, Route>[])
    .flatMap((routes) => Object.values(routes))
    .flatMap(({ method, path, also }) => [path, ...also].map((one) => `${method} ${shapeOf(one)}`)),
);
const isServed = (call: string) => {
  const [service, method, path] = call.split(' ') as [string, string, string];
  return served.has(`${method} ${shapeOf(`/${service}/${path}`)}`);
};

describe('the list of calls', () => {
  it('has a replay for every call that is served, and none that it does not name', (t) => {
    const replayed = new Set(Object.values(areas).flatMap((replays) => replays.map(([call]) => call)));
    const missing = named.filter((call) => !isServed(call));
    t.diagnostic(`${named.length - missing.length} of ${named.length} calls are served; not yet: ${missing.join(', ')}`);
    assert.deepEqual(
      [...replayed].filter((call) => !named.includes(call)),
      [],
    );
    assert.deepEqual(
      named.filter((call) => isServed(call) && !replayed.has(call)),
      [],
    );
  });
});

describe('the calls of the family', () => {
  let w: World;
  before(async () => {
    w = await wireWorld(await harness());
  });
  after(() => w.t.close());

  for (const [area, replays] of Object.entries(areas))
    describe(area, () => {
      for (const [call, send, check] of replays)
        it(`${call} does what the family’s body asks`, async () => {
          const data = await replay(w, call, await send(w));
          await check?.(data, w);
        });
    });
});
