/** 3,000 people in one file with every kind of error: each is told by row, column and what to do; what is right is saved as it was meant. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { people } from '#contract/elderly/people.ts';
import {
  bookOf,
  bookOfSheets,
  faultyPeople,
  FOREIGN_BED,
  identityOf,
  kinds,
  KNOWN,
  sheetXml,
  TAKEN_BED,
  wide,
} from '#test/faulty-people.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { namesIn, newManager, spoken } from '#test/people-imports.ts';
import { cellsOf, fetched, imported, send } from '#test/workbooks.ts';
import { phone } from '../db/sealed-phones.ts';

const COUNT = 3000;
let t: Harness;
let manager: TestUser;

async function addBeds(tenantId: number, building: string, floor: string, room: string, names: readonly string[]): Promise<void> {
  await t.deps.inTenant(tenantId, (tx) =>
    tx.run(sql`with room as (insert into rooms (tenant_id, building, floor, name) values (${tenantId}, ${building}, ${floor}, ${room}) returning id)
      insert into beds (tenant_id, room_id, name) select ${tenantId}::bigint, id, unnest(${[...names]}::text[]) from room`),
  );
}

before(async () => {
  t = await harness();
  manager = await newManager(t);
  await addBeds(manager.tenantId, '1号楼', '3', '302', ['1床', '2床', '3床']);
  await addBeds(await t.tenant(), '别家楼', '5', '501', ['1床']);
  const bed = await t.deps.inTenant(manager.tenantId, (tx) =>
    tx.row<{ id: number }>(sql`select id from beds where tenant_id = ${tx.tenantId} and name = '1床'`),
  );
  const known = await t.route(people.create, manager, { ...KNOWN, bedId: bed!.id } as never);
  assert.equal(known.status, 200, String(known.msg));
});
after(() => t.close());

const count = async () => (await namesIn(t, manager.tenantId)).length;

describe('a file of 3,000 people', () => {
  const file = faultyPeople(COUNT);

  it('with errors imports nothing, and tells every one of them', async () => {
    const checked = await imported(t, people.import, manager, file.bytes, 'mode=check');
    assert.deepEqual([checked.status, checked.good, checked.bad], ['done', file.good, file.expected.size]);
    const failed = await imported(t, people.import, manager, file.bytes);
    assert.deepEqual([failed.status, failed.message], ['failed', `有${file.expected.size}行存在错误，没有导入任何数据`]);
    assert.equal(await count(), 1);
    // The page shows the first; the file has all of them, each in its row.
    for (const [row, column, reason] of spoken(failed)) {
      const kind = file.expected.get(Number(row));
      assert.ok(kind, `row ${row} is right: ${reason}`);
      // Of those that the house knows, the second is told of the first in the file.
      if (!String(reason).startsWith('与第')) assert.equal(column, kind.column, `${kind.name}: ${reason}`);
      assert.match(String(reason), kind.reason, kind.name);
    }
    const report = await cellsOf(await fetched(t, manager, failed.failedUrl));
    assert.equal(report.length, file.expected.size + 1);
    assert.equal(report[0]!.at(-1), '错误原因');
    const seen = new Set<string>();
    [...file.expected.values()].forEach((kind, at) => {
      const said = report.slice(1)[at]!.at(-1)!;
      const bare = said.replace(/^(姓名|身份证号|房间床位|联系电话|出生日期|性别|护理等级|部门|护理员|备注|照护提醒)：/, '');
      assert.match(bare, kind.reason, kind.name);
      seen.add(kind.name);
    });
    assert.equal(seen.size, kinds.length);
  });

  it('leaves the good rows in when that was asked for, as they were meant', async () => {
    const done = await imported(t, people.import, manager, file.bytes, 'mode=good&again=true');
    assert.deepEqual([done.status, done.good, done.bad], ['done', file.good, file.expected.size]);
    assert.equal(await count(), file.good + 1);
    const row = await t.deps.inTenant(manager.tenantId, (tx) =>
      tx.row<Record<string, unknown>>(sql`
        select array_agg(mobile) as phones, count(*) filter (where name ~ '[\\s　]')::int as names,
          count(*) filter (where identity_index is null and (birth_date <> '1942-03-01' or gender <> 2))::int as spelled,
          count(*) filter (where identity_index is not null and (birth_date is null or gender is null))::int as filled,
          count(identity_number)::int as plain, count(distinct identity_index)::int as distinct,
          count(identity_sealed)::int as identities, count(bed_id)::int as beds
        from people where tenant_id = ${tx.tenantId} and mobile <> ${phone(KNOWN.mobile)}`),
    );
    const { identities, distinct, phones, ...wrong } = row!;
    assert.ok((phones as string[]).every((one) => /^1\d{10}$/.test(one)));
    assert.deepEqual(wrong, { names: 0, spelled: 0, filled: 0, plain: 0, beds: 0 });
    assert.ok(Number(identities) > 500 && distinct === identities);
    const again = await imported(t, people.import, manager, file.bytes, 'mode=good&again=true');
    assert.deepEqual([again.good, await count()], [0, file.good + 1], 'sent again nothing is there twice');
  });
});

describe('a file', () => {
  const HEAD = ['姓名', '房间床位', '联系电话'];

  it('of a bed twice gives it to the first, and says so of the others', async () => {
    const rows = [HEAD, ['甲', '302 2床', null], ['乙', '1号楼 302 2床', null], ['丙', wide('302 3') + '床', null]];
    const done = await imported(t, people.import, manager, bookOf(sheetXml(rows)), 'mode=good');
    assert.deepEqual(spoken(done), [[3, '房间床位', '与第2行重复（房间床位相同）']]);
    assert.equal(done.good, 2);
  });

  it('of wrong titles, or with its data merged into one cell, says what is missing', async () => {
    const wrong = await send(
      t,
      people.import,
      manager,
      bookOf(
        sheetXml([
          ['名字', '电话'],
          ['甲', '13800000009'],
        ]),
      ),
    );
    assert.deepEqual([wrong.status, wrong.msg], [400, '没有找到表头，请使用模板填写（缺少列“姓名”）']);
    const merged = [HEAD, ['甲乙', null, '13800000010'], [null, null, '13800000011']];
    const done = await imported(t, people.import, manager, bookOf(sheetXml(merged, { merged: ['A2:A3'] })), 'mode=check');
    assert.deepEqual(spoken(done), [[3, '姓名', '姓名不能为空']]);
  });

  it('is read from its first sheet that is shown', async () => {
    const old = sheetXml([HEAD, ['旧名单', null, null]]);
    const shown = sheetXml([HEAD, ['新名单', null, null]]);
    for (const state of ['hidden', 'veryHidden'] as const) {
      const bytes = bookOfSheets([
        { name: '去年', state, sheet: old },
        { name: '今年', sheet: shown },
      ]);
      const checked = await imported(t, people.import, manager, bytes, 'mode=good&again=true');
      assert.equal(checked.good, 1, String(checked.message));
    }
    const names = await namesIn(t, manager.tenantId);
    assert.deepEqual([names.includes('旧名单'), names.filter((name) => name === '新名单').length], [false, 2]);
  });

  it('with ten megabytes of empty rows is read as if they were not there', async () => {
    const sheet = sheetXml([HEAD, ['末行', null, '13800000012']], { blank: 260_000 });
    assert.ok(sheet.length > 10 * 2 ** 20, `${sheet.length} bytes`);
    const done = await imported(t, people.import, manager, bookOf(sheet), 'mode=check');
    assert.deepEqual([done.status, done.good, done.bad, spoken(done)], ['done', 1, 0, []]);
  });

  it('never names a bed of another institution', async () => {
    const done = await imported(
      t,
      people.import,
      manager,
      bookOf(sheetXml([HEAD, ['庚', FOREIGN_BED, null], ['辛', TAKEN_BED, null]])),
      'mode=check',
    );
    for (const [, , reason] of spoken(done)) assert.ok(!String(reason).split('可以填写')[1]?.includes('别家楼'), String(reason));
    assert.equal(done.bad, 2);
    assert.match(identityOf(1), /^\d{17}[\dX]$/);
  });
});
