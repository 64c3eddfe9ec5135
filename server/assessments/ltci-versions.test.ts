import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { assessments } from '#contract/assessments/assessments.ts';
import { shippedFigures, type LtciFigures } from '#contract/assessments/ltci-figures.rules.ts';
import { ltciVersions as routes } from '#contract/assessments/ltci-versions.ts';
import { ltci } from '#contract/assessments/scale-ltci.ts';
import { dayOf } from '#contract/time.ts';
import { person } from '#test/care.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';

let t: Harness;
let [chief, second, viewer, stranger] = [] as unknown as [TestUser, TestUser, TestUser, TestUser];
let wang = 0;

before(async () => {
  t = await harness();
  const tenant = await t.tenant();
  [chief, second] = [await t.user(tenant, { name: '王芳' }), await t.user(tenant, { name: '赵敏' })];
  viewer = await t.user(tenant, { permissions: ['members_assessment_view'] });
  stranger = await t.user(await t.tenant());
  wang = await person(t, tenant, '王秀英');
});
after(() => t.close());

const list = async () => (await t.route(routes.list, chief)).data as any[];
const current = async (as = chief) => (await t.route(routes.current, as)).data;
const newest = async () => (await list())[0]!;
const figures = (change: (own: LtciFigures) => void) => {
  const own = structuredClone(shippedFigures);
  change(own);
  return own;
};
const own = figures((copy) => {
  copy.table[1] = [2, 2, 2, 2];
  copy.names[2] = '失能二级';
});
const update = async (given: LtciFigures, version?: number) => {
  const row = await newest();
  return t.route(routes.update, chief, { id: row.id, version: version ?? row.version, figures: given });
};
const on = async (route: typeof routes.publish) => {
  const { id, version } = await newest();
  return t.route(route, chief, { id, version });
};
const picture = () => `/admin/sys-file/files/${randomUUID()}.png`;
const light = () => ({
  ...Object.fromEntries(ltci.items.map(({ code, options }) => [code, options[0]!.value])),
  eating: 0,
});
const begin = (more: object = {}) =>
  t.route(assessments.create, chief, {
    oldmanId: wang,
    scale: 'ltci',
    reason: 1,
    assessedDate: dayOf(t.deps.now()),
    answers: light(),
    ...more,
  } as never);
async function finish(id: number): Promise<void> {
  for (const as of [chief, second]) {
    const { version } = (await t.route(assessments.get, chief, { id })).data;
    const given = { id, version, signature: picture(), informantSignature: picture() };
    assert.equal((await t.route(assessments.sign, as, given)).status, 200);
  }
}
const read = async (id: number) => (await t.route(assessments.get, chief, { id })).data;

let before1 = 0;

describe('the scale of long-term care insurance of an institution', () => {
  it('begins with the figures of the product, as one draft', async () => {
    assert.equal(await current(), null);
    ({ data: before1 } = await begin({ scaleVersion: 1 }));
    const [first, again] = await Promise.all([1, 2].map(() => t.route(routes.create, chief)));
    assert.equal(first!.data, again!.data);
    const row = await newest();
    assert.deepEqual([row.serial, row.state, row.verified, row.figures], [1001, 1, false, shippedFigures]);
    assert.equal(await current(), null);
  });

  it('is refused with a gap, an old version, or without the right', async () => {
    const gap = figures(({ bands }) => (bands.adl![1]!.from = 70));
    assert.deepEqual(refusal(await update(gap)), [422, '“日常生活活动能力”得65分时没有对应的等级，请调整分数范围']);
    assert.deepEqual(refusal(await update(figures(({ points }) => (points.eating = [10, -1])))), [400, '分值应为0至100的整数']);
    assert.deepEqual(refusal(await update(figures(({ table }) => table.pop()))), [400, '组合表应为4行4列']);
    assert.deepEqual(refusal(await update(figures(({ names }) => names.pop()))), [400, '应有6个失能等级']);
    assert.deepEqual(refusal(await update(figures((copy) => (copy.source = '')))), [400, '请填写依据']);
    assert.deepEqual(refusal(await update(own, 99)), [409, '长护险量表版本已被他人修改，请刷新后重试']);
    assert.equal((await t.route(routes.list, viewer)).status, 403);
    const { id, version } = await newest();
    assert.deepEqual(refusal(await t.route(routes.publish, stranger, { id, version })), [404, '长护险量表版本不存在']);
    assert.equal((await t.route(routes.list, stranger)).data.length, 0);
    assert.equal((await update(own)).status, 200);
  });

  it('counts once it is published, and marks what is begun with it as to be verified', async () => {
    const verify = async (note: string) => {
      const { id, version } = await newest();
      return t.route(routes.verify, chief, { id, version, note });
    };
    assert.deepEqual(refusal(await verify('文件')), [409, '草稿发布后才能核实']);
    assert.equal((await on(routes.publish)).status, 200);
    assert.deepEqual(refusal(await on(routes.publish)), [409, '已发布的版本不能发布，请新增版本']);
    assert.deepEqual(refusal(await update(own)), [409, '已发布的版本不能修改，请新增版本']);
    const { id } = await newest();
    assert.deepEqual(refusal(await t.route(routes.remove, chief, { id })), [409, '已发布的版本不能删除，请新增版本']);
    assert.deepEqual([(await current(viewer)).serial, (await current(viewer)).verified], [1001, false]);
    assert.equal(await current(stranger), null);
    assert.deepEqual(refusal(await begin({ scaleVersion: 1 })), [409, '量表已有新版本，请重新打开后填写']);
    assert.deepEqual(refusal(await verify('')), [400, '请填写核实依据']);
    assert.equal((await verify('医保发〔2026〕12号')).status, 200);
    assert.deepEqual(refusal(await verify('再次')), [409, '该版本已核实']);
    const { verified, verifiedName, verifiedNote } = await newest();
    assert.deepEqual([verified, verifiedName, verifiedNote], [true, '王芳', '医保发〔2026〕12号']);
  });

  it('leaves what was begun with an earlier one as it was', async () => {
    const { data: id } = await begin({ scaleVersion: 1001 });
    await finish(before1);
    await finish(id);
    assert.deepEqual([(await read(before1)).levelName, (await read(before1)).own], ['轻度失能', null]);
    assert.deepEqual([(await read(id)).levelName, (await read(id)).own.serial], ['失能二级', 1001]);
    assert.equal((await t.route(routes.create, chief)).status, 200);
    assert.deepEqual((await newest()).figures.names[2], '失能二级');
    await update(figures((copy) => (copy.names[2] = '中度失能（新）')));
    await on(routes.publish);
    assert.deepEqual([(await read(id)).levelName, (await read(id)).own.figures.names[2]], ['失能二级', '失能二级']);
    assert.deepEqual(
      (await list()).map(({ serial, used }) => [serial, used]),
      [
        [1002, 0],
        [1001, 1],
      ],
    );
  });

  it('is kept by the database once it is published; a draft may be deleted', async () => {
    for (const change of [
      sql`update ltci_versions set figures = '{}' where state = 2`,
      sql`update ltci_versions set state = 1, published_at = null, verified_at = null where state = 2`,
      sql`delete from ltci_versions where state = 2`,
    ])
      await assert.rejects(
        t.deps.inTenant(chief.tenantId, (tx) => tx.run(change)),
        /never change/,
      );
    const { data: id } = await t.route(routes.create, chief);
    assert.equal((await t.route(routes.remove, chief, { id })).status, 200);
    assert.equal((await newest()).serial, 1002);
    await t.deps.inTenant(chief.tenantId, (tx) =>
      tx.run(sql`insert into ltci_versions (tenant_id, serial, state, figures, published_at, user_id, user_name)
        select ${tx.tenantId}, 1002 + n, 2, '{}', now(), 1, '王芳' from generate_series(1, 98) as n`),
    );
    assert.deepEqual(refusal(await t.route(routes.create, chief)), [409, '最多100个版本']);
  });
});
