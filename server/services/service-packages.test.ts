import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { servicePackages as routes } from '#contract/services/service-packages.ts';
import { serviceProjects } from '#contract/services/services.ts';
import { person, project } from '#test/care.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { held, offer } from '#test/packages.ts';

let t: Harness;
let admin: TestUser;
let reader: TestUser;
let stranger: TestUser;
let bathing: { typeId: number; projectId: number };
before(async () => {
  t = await harness();
  const tenant = await t.tenant();
  admin = await t.user(tenant);
  reader = await t.user(tenant, { permissions: ['business_bcservicepackage_view'] });
  stranger = await t.user(await t.tenant());
  bathing = await project(t, admin, { price: 58.5 });
});
after(() => t.close());

const form = (given: object = {}) => ({
  name: '安心套餐',
  price: 199,
  validDays: 90,
  projects: [{ projectId: bathing.projectId, count: 4 }],
  ...given,
});

describe('service packages', () => {
  it('ask for a session, a good form and the permission, and are a tenant’s own', async () => {
    assert.equal((await t.route(routes.create, null, form())).status, 401);
    assert.equal((await t.route(routes.create, reader, form())).status, 403);
    const line = { projectId: bathing.projectId, count: 1 };
    for (const [given, message] of [
      [{ name: '' }, '请输入套餐名称'],
      [{ price: -1 }, '价格不能小于0'],
      [{ validDays: 0 }, '不能小于1'],
      [{ projects: [] }, '请添加服务项目'],
      [{ projects: undefined }, '请添加服务项目'],
      [{ projects: [{ projectId: bathing.projectId, count: 0 }] }, '不能小于1'],
      [{ projects: [line, line] }, '服务项目不能重复'],
    ] as const) {
      const answer = await t.route(routes.create, admin, form(given));
      assert.deepEqual([answer.status, answer.msg], [400, message]);
    }
    const { data: id } = await t.route(routes.create, admin, form());
    assert.equal((await t.route(routes.get, stranger, { id })).status, 404);
    assert.equal((await t.route(routes.update, stranger, { id, ...form() })).status, 404);
    assert.equal((await t.route(routes.remove, stranger, { id })).status, 404);
    const foreign = await t.route(routes.create, stranger, form());
    assert.deepEqual([foreign.status, foreign.msg], [422, '服务项目不存在']);
    const { createTime, ...row } = (await t.route(routes.get, reader, { id })).data;
    assert.match(createTime, /^\d{4}-/);
    assert.deepEqual(row, {
      id,
      name: '安心套餐',
      price: 199,
      validDays: 90,
      enabled: true,
      projects: [{ projectId: bathing.projectId, projectName: '助浴', count: 4, standardPrice: 58.5, enabled: true }],
      worth: 234,
      remarks: null,
      version: 1,
    });
    const again = await t.route(routes.create, admin, form());
    assert.deepEqual([again.status, again.msg], [409, '已有同名的服务套餐']);
  });

  it('change as a whole, compare-and-set, and a refused change changes nothing', async () => {
    const other = await project(t, admin, { type: '陪护', name: '散步', price: 20 });
    const id = await offer(t, admin, [{ projectId: bathing.projectId, count: 4 }]);
    const input = { id, name: `改${id}`, price: 10, validDays: 7, version: 1 };
    const bad = await t.route(routes.update, admin, { ...input, projects: [{ projectId: 99_999_999, count: 1 }] });
    assert.deepEqual([bad.status, bad.msg], [422, '服务项目不存在']);
    const lines = [
      { projectId: other.projectId, count: 2 },
      { projectId: bathing.projectId, count: 9 },
    ];
    assert.equal((await t.route(routes.update, admin, { ...input, projects: lines })).msg, '更新成功');
    const { data } = await t.route(routes.get, reader, { id });
    assert.deepEqual(
      [data.projects.map(({ projectName, count }: any) => [projectName, count]), data.version],
      [
        [
          ['散步', 2],
          ['助浴', 9],
        ],
        2,
      ],
    );
    assert.equal((await t.route(routes.update, admin, { ...input, projects: lines })).status, 409);
    const found = await t.route(routes.page, reader, { projectId: other.projectId, enabled: true });
    assert.deepEqual(
      found.data.records.map((row: any) => row.id),
      [id],
    );
    const file = await t.route(routes.export, admin, { format: 'csv', columns: 'name,projects,price,worth', projectId: other.projectId });
    assert.match(String(file.msg), new RegExp(`改${id},散步×2、助浴×9,10`));
  });

  it('keep the rows of what stays where it is, when a project is added, taken out or counted otherwise', async () => {
    const [walking, meals] = [
      await project(t, admin, { type: '陪走', name: '陪走' }),
      await project(t, admin, { type: '陪餐', name: '陪餐' }),
    ];
    const line = ({ projectId }: { projectId: number }, count: number) => ({ projectId, count });
    const id = await offer(t, admin, [line(bathing, 4), line(walking, 2), line(meals, 1)]);
    const rows = () =>
      t.deps.inTenant(admin.tenantId, (tx) =>
        tx.rows<{ id: number; project_id: number; count: number }>(sql`
          select id, project_id, count from service_package_projects
          where tenant_id = ${admin.tenantId} and package_id = ${id} order by id`),
      );
    const [first, , third] = await rows();
    const { data: read } = await t.route(routes.get, admin, { id });
    const save = async (projects: object[]) =>
      assert.equal((await t.route(routes.update, admin, { ...read, version: undefined, projects } as never)).msg, '更新成功');
    await save([line(bathing, 5), line(meals, 1)]);
    assert.deepEqual(await rows(), [{ ...first, count: 5 }, third]);
    await save([line(bathing, 5), line(meals, 1), line(walking, 3)]);
    const [kept, same, added] = await rows();
    assert.deepEqual([kept?.id, same?.id, added?.project_id, added?.count], [first?.id, third?.id, walking.projectId, 3]);
    await save([line(walking, 3), line(bathing, 5)]);
    assert.deepEqual(
      (await rows()).map(({ project_id }) => project_id),
      [walking.projectId, bathing.projectId],
      'in the order that was sent',
    );
  });

  it('keep what is in them: a project in an enabled package is neither deleted nor disabled', async () => {
    const { typeId, projectId } = await project(t, admin, { type: '餐饮', name: '送餐' });
    const id = await offer(t, admin, [{ projectId, count: 4 }], { name: '餐饮套餐' });
    const input = { id: projectId, name: '送餐', serverId: typeId, standardPrice: 1, enabled: false };
    const off = await t.route(serviceProjects.update, admin, input);
    assert.deepEqual([off.status, off.msg], [422, '该服务项目在启用的套餐“餐饮套餐”中，请先停用套餐或从套餐中移除']);
    const gone = await t.route(serviceProjects.remove, admin, { id: projectId });
    assert.deepEqual([gone.status, gone.msg], [422, '该服务项目已放入服务套餐，请先从套餐中移除']);
    const update = (enabled: boolean) =>
      t.route(routes.update, admin, { id, name: '餐饮套餐', price: 1, validDays: 1, projects: [{ projectId, count: 4 }], enabled });
    assert.equal((await update(false)).status, 200);
    assert.equal((await t.route(serviceProjects.update, admin, input)).status, 200);
    const on = await update(true);
    assert.deepEqual([on.status, on.msg], [422, '服务项目“送餐”已停用，不能放在启用的套餐中']);
    assert.equal((await t.route(routes.get, reader, { id })).data.enabled, false);
    assert.equal((await t.route(routes.remove, admin, { id })).msg, '删除成功');
    assert.equal((await t.route(serviceProjects.remove, admin, { id: projectId })).msg, '删除成功');
  });

  it('that were granted stay, and so do the projects that people still hold', async () => {
    const { projectId } = await project(t, admin, { type: '理发', name: '理发' });
    const oldman = await person(t, admin.tenantId);
    const { id, offerId } = await held(t, admin, oldman, projectId, 3);
    const kept = await t.route(routes.remove, admin, { id: offerId });
    assert.deepEqual([kept.status, kept.msg], [422, '该套餐已发放给服务对象，不能删除，可以停用']);
    const { data } = await t.route(serviceProjects.usage, admin, { id: projectId });
    assert.deepEqual({ ...data, packages: data.packages.length }, { openJobs: 0, jobs: 0, packages: 1, personPackages: 1 });
    await t.route(routes.update, admin, {
      id: offerId,
      name: '改放散步',
      price: 1,
      validDays: 1,
      projects: [{ projectId: bathing.projectId, count: 1 }],
    });
    const gone = await t.route(serviceProjects.remove, admin, { id: projectId });
    assert.deepEqual([gone.status, gone.msg], [422, '服务对象的套餐中有该服务项目，不能删除，可以停用']);
    assert.ok(id > 0);
  });

  it('and a project disabled at the same moment never end up enabled together', async () => {
    for (let round = 0; round < 10; round++) {
      const { projectId, typeId } = await project(t, admin, { type: `赛${round}`, name: '赛' });
      const off = { id: projectId, name: '赛', serverId: typeId, standardPrice: 1, enabled: false };
      const [packed, disabled] = await Promise.all([
        t.route(routes.create, admin, form({ name: `赛${round}`, projects: [{ projectId, count: 1 }] })),
        t.route(serviceProjects.update, admin, off),
      ]);
      assert.ok(packed.status !== 200 || disabled.status !== 200, `${packed.status} ${disabled.status}`);
      assert.ok([packed, disabled].every(({ status }) => [200, 422, 409].includes(status)));
    }
  });
});
