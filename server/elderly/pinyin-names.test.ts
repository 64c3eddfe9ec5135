/** Names typed in full pinyin are found by the order of PostgreSQL's own ICU, which is not the one that the rules are read from. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { people } from '#contract/elderly/people.ts';
import { readingsOf, syllableOf } from '#contract/pinyin.rules.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { db } from '../db/tenant.ts';

/** Those of most people. */
const SURNAMES =
  '王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许韩冯邓曹彭曾肖田董潘袁蔡蒋余于杜叶程魏苏吕丁任卢姚沈钟姜崔谭陆范汪廖石金韦贾夏付方邹熊白孟秦邱侯江尹薛阎段雷龙黎史陶贺毛郝顾龚邵万武钱戴严欧莫孔向常汤尤佐左全权霞卓阚单';

let t: Harness;
let nurse: TestUser;
before(async () => {
  t = await harness();
  const tenant = await t.tenant();
  nurse = await t.user(tenant);
  await t.deps.inTenant(tenant, (tx) =>
    tx.run(db.insertInto('people').values([...new Set(SURNAMES)].map((surname) => ({ tenant_id: tenant, name: `${surname}秀英` })))),
  );
});
after(() => t?.close());

describe('a name in full pinyin', () => {
  it('is found for every usual surname, with the rest in full or in initials', async () => {
    for (const surname of new Set(SURNAMES)) {
      // One that is read otherwise as a surname is typed so.
      const typed = { 曾: 'zeng', 单: 'shan' }[surname] ?? syllableOf(surname);
      for (const keyword of [`${typed.charAt(0)}xy`, `${typed}xy`, `${typed}xiuying`, `${typed}xiuy`]) {
        const { data } = await t.route(people.page, nurse, { keyword, size: 50 });
        const names = data.records.map(({ userName }: { userName: string }) => userName);
        assert.ok(names.includes(`${surname}秀英`), `${keyword} finds ${names.join('、')}`);
      }
    }
  });

  it('has the syllables in one order in both', async () => {
    const bounds = 'abcdefghijklmnopqrstuvwxyz'
      .split('')
      .flatMap((letter) => readingsOf(`${letter}a`).flat())
      .flatMap(({ from, before: next }) => (next === null ? [] : [[from, next] as const]));
    const wrong = await t.deps.inTenant(nurse.tenantId, (tx) =>
      tx.rows<{ pair: string }>(sql`select a || b as pair from unnest(${bounds.map(([from]) => from)}::text[],
        ${bounds.map(([, next]) => next)}::text[]) as bounds(a, b) where not (a collate app.pinyin < b)`),
    );
    assert.deepEqual(wrong, []);
  });
});
