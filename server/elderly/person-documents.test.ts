import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { personDocuments as routes } from '#contract/elderly/person-documents.ts';
import { files } from '#contract/files/files.ts';
import { pageOfNow } from '#contract/screens/now.rules.ts';
import { now } from '#contract/screens/now.ts';
import { dayOf, nextDay } from '#contract/time.ts';
import { person } from '#test/care.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';
import { uploadScan } from '#test/scans.ts';

let t: Harness;
let [chief, carer, viewer, stranger] = [] as unknown as [TestUser, TestUser, TestUser, TestUser];
let [wang, li] = [0, 0];
const today = dayOf(Date.now());
const P = 'members_persondocument';

before(async () => {
  t = await harness();
  const tenant = await t.tenant();
  chief = await t.user(tenant, { name: '院长' });
  carer = await t.user(tenant, { dataScope: 3, permissions: ['view', 'add', 'edit', 'del'].map((verb) => `${P}_${verb}`) });
  viewer = await t.user(tenant, { permissions: [`${P}_view`] });
  stranger = await t.user(await t.tenant());
  [wang, li] = [await person(t, tenant), await person(t, tenant, '李建国')];
  await t.deps.inTenant(tenant, (tx) =>
    tx.run(sql`update people set carer_id = ${carer.userId} where tenant_id = ${tenant} and id = ${wang}`),
  );
});
after(() => t.close());

const form = (more: object = {}) => ({ oldmanId: wang, type: 1, title: '身份证正反面', number: '110101195001010134', ...more });
const filed = async (more: object = {}, as = chief): Promise<number> => {
  const made = await t.route(routes.create, as, form(more));
  assert.equal(made.status, 200, String(made.msg));
  return made.data;
};
const read = async (id: number, as = chief) => (await t.route(routes.get, as, { id })).data;
const idsOf = async (search: object, as = chief) =>
  (await t.route(routes.page, as, { size: 100, ...search })).data.records.map(({ id }: { id: number }) => id);
const fetched = (link: string) => fetch(t.url + link);

describe('a paper', () => {
  it('is filed for a person or the institution, in words that are clear', async () => {
    assert.equal((await t.route(routes.create, null, form())).status, 401);
    assert.equal((await t.route(routes.create, viewer, form())).status, 403);
    for (const [more, status, text] of [
      [{ title: '' }, 400, '请填写文件名称'],
      [{ issuedDate: nextDay(today) }, 400, '签发日期不能晚于今天'],
      [{ issuedDate: today, expireDate: nextDay(today, -1) }, 400, '到期日期不能早于签发日期'],
      [{ oldmanId: 999_999 }, 404, '服务对象不存在'],
      [{ files: ['../x'] }, 400, '文件不存在'],
      [{ files: Array.from({ length: 21 }, () => `${crypto.randomUUID()}.pdf`) }, 400, '最多20个附件'],
      [{ files: [`${crypto.randomUUID()}.pdf`] }, 400, '附件不存在或格式不对，请上传图片或PDF'],
    ] as const)
      assert.deepEqual(refusal(await t.route(routes.create, chief, form(more))), [status, text]);
    assert.deepEqual(await idsOf({}), []);
    const [own, house] = [await filed(), await filed({ oldmanId: null, type: 9, title: '食品经营许可证', number: null })];
    assert.deepEqual((await idsOf({ owner: 2 })).concat(await idsOf({ oldmanName: '王秀' })), [house, own]);
    const { records } = (await t.route(routes.page, chief, { title: '110101195001010134' })).data;
    assert.deepEqual([records[0].number, (await read(own)).number], ['110***********0134', '110101195001010134']);
    assert.deepEqual(refusal(await t.route(routes.get, stranger, { id: own })), [404, '档案文件不存在']);
    assert.equal((await t.route(routes.update, stranger, { ...form(), id: own })).status, 404);
  });

  it('is made once by one key', async () => {
    const headers = { 'idempotency-key': 'paper-1' };
    const send = (title: string) => t.call('POST', routes.create.path, { as: chief, input: form({ title }), headers });
    const [first, second] = [await send('委托书'), await send('委托书')];
    assert.deepEqual([first.status, second.data], [200, first.data]);
    assert.deepEqual(refusal(await send('别的')), [422, '幂等键已用于内容不同的请求，请更换后重试']);
  });

  it('is seen as far as the data scope reaches, with those of the institution', async () => {
    const [ours, theirs, house] = [await filed(), await filed({ oldmanId: li }), await filed({ oldmanId: null })];
    const seen = await idsOf({}, carer);
    assert.deepEqual([seen.includes(ours), seen.includes(theirs), seen.includes(house)], [true, false, true]);
    assert.equal((await t.route(routes.get, carer, { id: theirs })).status, 404);
    assert.deepEqual(refusal(await t.route(routes.create, carer, form({ oldmanId: li }))), [404, '服务对象不存在']);
    assert.equal((await t.route(routes.update, carer, { ...form({ oldmanId: li }), id: ours })).status, 404);
    assert.equal((await t.route(routes.remove, carer, { id: theirs })).status, 404);
  });

  it('shows its state by the day and the setting of the institution, and is found by it', async () => {
    const ends: Record<string, number> = { valid: 31, soon: 30, today: 0, expired: -1 };
    const ids: Record<string, number> = Object.fromEntries(
      await Promise.all(
        Object.entries(ends).map(async ([name, days]): Promise<[string, number]> => [
          name,
          await filed({ oldmanId: li, expireDate: nextDay(today, days) }),
        ]),
      ),
    );
    ids.endless = await filed({ oldmanId: li });
    const states: Record<string, number> = {};
    for (const [name, id] of Object.entries(ids)) states[name] = (await read(id)).state;
    assert.deepEqual(states, { valid: 1, soon: 2, today: 2, expired: 3, endless: 4 });
    for (const [name, state] of Object.entries<number>(states)) assert.ok((await idsOf({ oldmanId: li, state })).includes(ids[name]), name);
    const byEnd = await t.route(routes.page, chief, { oldmanId: li, ascs: ['expire_date'], state: 0 });
    assert.equal(byEnd.data.records[0].id, ids.expired);
    const { tenantId } = chief;
    await t.deps.inTenant(tenantId, (tx) =>
      tx.run(sql`insert into parameters (tenant_id, name, key, value) values (${tenantId}, '到期提醒', 'DOCUMENT_SOON_DAYS', '60')`),
    );
    assert.equal((await read(ids.valid!)).state, 2);
    const rows = async (as: TestUser) => (await t.route(now.read, as, { kind: 'document_expiry' })).data.rows;
    const [row] = await rows(chief);
    assert.deepEqual([row.text, row.severity, pageOfNow(row)], ['1份已过期，3份将到期', 3, '/files?state=3']);
    assert.deepEqual([await rows(carer), await rows(viewer), await rows(stranger)], [[], [], []]);
  });

  it('is renewed once: the former one is kept and says so', async () => {
    const id = await filed({ expireDate: nextDay(today, 3) });
    const { version } = await read(id);
    const renew = (more: object = {}) =>
      t.route(routes.renew, chief, { id, version, title: '新身份证', expireDate: nextDay(today, 900), ...more });
    assert.deepEqual(refusal(await renew({ title: '' })), [400, '请填写文件名称']);
    const both = await Promise.all([renew(), renew()]);
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409]);
    assert.equal(both.find(({ status }) => status === 409)!.msg, '档案文件已被他人修改，请刷新后重试');
    assert.deepEqual(refusal(await renew({ version: undefined })), [409, '该文件已更新，请刷新后查看新的一份']);
    const fresh = both.find(({ status }) => status === 200)!.data;
    assert.deepEqual([(await read(id)).state, (await read(id)).replacedBy, (await read(fresh)).replaces], [5, fresh, id]);
    assert.deepEqual([(await idsOf({})).includes(id), (await idsOf({ state: 5 })).includes(id)], [false, true]);
    // While the new one is in the recycle bin, the former one is in use.
    const asked = await t.route(routes.consequences, chief, { id: fresh });
    assert.equal(asked.data.effects[0].text, '被它更新的“身份证正反面”恢复为在用');
    assert.equal((await t.route(routes.remove, chief, { id: fresh })).status, 200);
    assert.equal((await read(id)).state, 2);
    assert.equal((await t.route(routes.restore, chief, { id: fresh })).status, 200);
    assert.equal((await read(id)).state, 5);
  });
});

describe('the scans of a paper', () => {
  it('are read through the paper only, by a link that runs out', async () => {
    const name = await uploadScan(t, chief);
    const id = await filed({ files: [name] });
    assert.equal((await t.route(files.link, chief, { bucket: 'files', file: name })).status, 404);
    const [{ link, original }] = (await read(id)).files;
    const answer = await fetched(link);
    assert.deepEqual([answer.status, answer.headers.get('content-type'), original], [200, 'application/pdf', '身份证.pdf']);
    assert.equal((await fetched(link.replace(/t=\d+/, `t=${stranger.tenantId}`))).status, 403);
    const forged = await t.route(routes.download, chief, { file: name, t: '1.1.x' });
    assert.deepEqual(refusal(forged), [403, '文件链接已过期，请重新打开']);
    const listed = await t.route(files.page, chief, { fileName: name });
    assert.equal(listed.data.total, 0);
    assert.equal((await t.route(routes.remove, chief, { id })).status, 200);
    assert.equal((await fetched(link)).status, 404);
    assert.equal((await t.route(routes.purge, chief, { id })).status, 200);
    const row = await t.deps.inTenant(chief.tenantId, (tx) =>
      tx.row<{ gone: boolean }>(sql`select deleted_at is not null as gone from files where tenant_id = ${tx.tenantId} and name = ${name}`),
    );
    assert.equal(row!.gone, true);
  });

  it('are taken only from the user who uploaded them for a paper', async () => {
    const [theirs, shared] = [await uploadScan(t, carer), await uploadScan(t, chief, 'shared')];
    for (const name of [theirs, shared])
      assert.deepEqual(refusal(await t.route(routes.create, chief, form({ files: [name] }))), [
        400,
        '附件不存在或格式不对，请上传图片或PDF',
      ]);
    const mine = await uploadScan(t, chief);
    const first = await filed({ files: [mine] });
    assert.equal((await t.route(routes.create, chief, form({ files: [mine] }))).status, 400);
    const next = await uploadScan(t, chief);
    const { version } = await read(first);
    const update = (input: object) => t.route(routes.update, chief, { ...form(), id: first, version, ...input });
    const two = await Promise.all([update({ note: '甲' }), update({ note: '乙' })]);
    assert.deepEqual(two.map(({ status }) => status).toSorted(), [200, 409]);
    assert.equal((await update({ version: undefined, files: [mine, next] })).status, 200);
    assert.equal((await read(first)).files.length, 2);
    assert.equal((await update({ version: undefined, files: [next] })).status, 200);
    assert.deepEqual([(await read(first)).files.map((file: { name: string }) => file.name), (await read(first)).fileCount], [[next], 1]);
    assert.deepEqual(refusal(await update({ version: undefined, issuedDate: nextDay(today) })), [400, '签发日期不能晚于今天']);
  });

  it('are on the list that is exported, with the number as lists show it', async () => {
    await filed({ title: '导出用' });
    const { status, msg } = await t.call('GET', routes.export.path, { as: chief, input: { title: '导出用', format: 'csv' } });
    assert.equal(status, 200);
    assert.match(String(msg), /王秀英,.*导出用,110\*{11}0134/);
    assert.equal((await t.route(routes.export, viewer, { format: 'csv' })).status, 403);
  });
});
