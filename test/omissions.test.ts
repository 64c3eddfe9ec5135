/** What an update leaves out stays as it is: no contract of an update holds a default, and no handler has one of its own. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { z } from 'zod';
import { contract } from '#contract/index.ts';
import type { Route } from '#contract/http.ts';
import { expectations } from '#contract/health/expectations.ts';
import { projectQuestionnaires } from '#contract/questionnaires/project-questionnaires.ts';
import { questionnaireItems } from '#contract/questionnaires/questionnaire-items.ts';
import { materials, projectMaterials } from '#contract/stock/materials.ts';
import { workOrderSettings } from '#contract/work-orders/work-order-settings.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { person, project } from './care.ts';
import { entities, nameOf, services, still, untried, type Row } from './entities.ts';
import { questionnaire } from './forms.ts';

const routes = (Object.entries(contract) as [string, Record<string, Route>][]).flatMap(([service, all]) =>
  Object.entries(all).map(([name, route]) => ({ name: `${service}.${name}`, route })),
);

/** Calls that update no row, though they are named so: what they do instead. */
const ACTIONS: Record<string, string> = {
  'thresholds.set': 'puts a new row in force that is the whole of its limits',
  'thresholds.setDefault': 'puts a new row in force that is the whole of its limits',
  'questionnaireLogics.save': 'writes the logic of one question whole: what it names is all that must hold',
  'carePlans.save': 'writes a version whole: what it asks for is all that the plan says',
  'warnings.updateStatus': 'handles a warning; the specification gives the defaults',
};
/** Fields that are not of the row, but say what else this call shall do. */
const INSTRUCTIONS: Record<string, string> = { 'workOrderPlans.update: cancelFuture': 'what becomes of the orders to come' };

interface Definition {
  type: string;
  shape?: Record<string, z.ZodType>;
  innerType?: z.ZodType;
  in?: z.ZodType;
  element?: z.ZodType;
  options?: z.ZodType[];
}
const definitionOf = (schema: z.ZodType) => schema._zod.def as unknown as Definition;

/** The objects that a schema may mean, whatever is wrapped around them. */
function shapesOf(schema: z.ZodType): Record<string, z.ZodType>[] {
  const { type, shape, innerType, in: into, options } = definitionOf(schema);
  if (shape) return [shape];
  if (innerType) return shapesOf(innerType);
  if (type === 'pipe' && into) return shapesOf(into);
  return (options ?? []).flatMap(shapesOf);
}
function elementsOf(schema: z.ZodType): z.ZodType[] {
  const { type, element, innerType, in: into, options } = definitionOf(schema);
  if (element) return [element];
  if (innerType) return elementsOf(innerType);
  if (type === 'pipe' && into) return elementsOf(into);
  return (options ?? []).flatMap(elementsOf);
}

/** Fields that have a value although nobody sent one; of lists, those of elements that are rows with an id of their own. */
function defaultsOf(schema: z.ZodType, path = ''): string[] {
  return shapesOf(schema).flatMap((shape) =>
    Object.entries(shape).flatMap(([name, field]) => {
      const absent = field.safeParse(undefined);
      const own = absent.success && absent.data !== undefined ? [`${path}${name} = ${JSON.stringify(absent.data)}`] : [];
      const rows = elementsOf(field).filter((element) => shapesOf(element).some((inner) => 'id' in inner));
      return [...own, ...rows.flatMap((element) => defaultsOf(element, `${path}${name}[].`))];
    }),
  );
}

/** Names of calls that change what is there. */
const UPDATES = /\.(update|save|edit|set|bind)(?![a-z])/;

describe('the contract of an update', () => {
  it('holds no default', () => {
    const updates = routes.filter(({ name, route }) => route.method !== 'GET' && UPDATES.test(name));
    assert.ok(updates.length > 40, updates.map(({ name }) => name).join());
    const found = updates
      .filter(({ name }) => !ACTIONS[name])
      .flatMap(({ name, route }) => defaultsOf(route.input).map((field) => `${name}: ${field}`))
      .filter((field) => !INSTRUCTIONS[field.split(' = ')[0] as string]);
    assert.deepEqual(found, []);
  });
});

let e: Awaited<ReturnType<typeof entities>>;
before(async () => void (e = await entities()));
after(() => e.close());

interface Json {
  required?: string[];
  properties?: Record<string, Json>;
  anyOf?: Json[];
  type?: string;
  items?: Json;
  enum?: unknown[];
}
const inputOf = (route: Route) => z.toJSONSchema(route.input, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Json;

/** Other values that a field may take than the one it has; the update may still refuse each. */
function othersOf(field: Json, value: unknown): unknown[] {
  const kinds = [field, ...(field.anyOf ?? [])];
  const among = kinds.flatMap((kind) => kind.enum ?? []).filter((one) => one !== value && one !== '');
  if (typeof value === 'boolean') return [!value];
  if (typeof value === 'number') return [...among, value + 1, value - 1, value + 10];
  if (Array.isArray(value)) {
    const items = kinds.flatMap((kind) => kind.items ?? []);
    const one = items.flatMap((item) => [
      ...(item.enum ?? []),
      ...(item.type === 'integer' ? [1, 2] : []),
      ...(item.type === 'string' ? ['改'] : []),
    ]);
    return [value.slice(1), ...one.map((item) => [item])].filter((list) => JSON.stringify(list) !== JSON.stringify(value));
  }
  if (typeof value === 'string' || value === null) return [...among, '2027-01-02', '2027-01-02 03:04:05', '10:30', '改', 7];
  return [];
}

/** Fields that are one thing: a change of one changes the others. */
const ONE: Record<string, string[]> = { fences: ['longitude', 'latitude', 'points'], users: ['name', 'nickName'] };

describe('an update that says only what it must', () => {
  let changed = 0;
  for (const [name, routes] of services)
    it(`leaves all else as it is, whatever that was: ${name}`, async (context) => {
      const reason = untried(name);
      if (reason) return context.skip(reason);
      const as = e.who(name);
      const route = routes.update as Route;
      const by = nameOf(name);
      const { required = [], properties = {} } = inputOf(route);
      const listed = (await e.rowsOf(routes, as))[0] as Row;
      const read = async (): Promise<Row> =>
        (await e.detailOf(name, routes, as, listed)) ?? ((await e.rowsOf(routes, as)).find((row) => row[by] === listed[by]) as Row);
      const bare = (row: Row) =>
        Object.fromEntries([...required, by, 'version'].filter((key) => key in row && key in properties).map((key) => [key, row[key]]));
      // What is at its default would be kept by a handler that has one: each optional
      // field is changed first, as far as the update takes that.
      for (const [field, schema] of Object.entries(properties)) {
        const row = await read();
        if (!(field in row) || required.includes(field) || [by, 'version'].includes(field)) continue;
        for (const other of othersOf(schema, row[field])) {
          const { status } = await e.t.route(route, as, { ...bare(row), [field]: other });
          assert.ok(status < 500, `${field} = ${JSON.stringify(other)}: ${status}`);
          if (status === 200) break;
        }
        const now = await read();
        if (JSON.stringify(now[field]) !== JSON.stringify(row[field])) changed++;
        const beside = (of: Row) =>
          Object.fromEntries(
            Object.entries(still(of, ONE[name]?.includes(field) ? ONE[name] : [field])).filter(([key]) => key in properties),
          );
        assert.deepEqual(beside(now), beside(row), `changing ${field} alone changed more`);
      }
      const last = await read();
      const from = await e.lastChange(as.tenantId);
      const { status, msg } = await e.t.route(route, as, bare(last));
      assert.equal(status, 200, `${String(msg)} ${JSON.stringify(bare(last))}`);
      assert.deepEqual(still(await read()), still(last));
      assert.deepEqual(await e.changedSince(as.tenantId, from), []);
    });

  it('was tried of rows that are not as they begin', () => assert.ok(changed >= 100, String(changed)));
});

describe('what no list shows', () => {
  it('stays as well: expectations, settings, questions, bindings, the services of an order', async () => {
    const as = e.who('people');
    const { t } = e;
    const ok = async (route: Route, input: Row) => {
      const { status, msg, data } = await t.route(route, as, input);
      assert.equal(status, 200, String(msg));
      return data;
    };
    const personId = await person(t, as.tenantId);
    const expected = async () => (await ok(expectations.ofPerson, { oldmanId: personId })).find(({ metric }: Row) => metric === 'systolic');
    await ok(expectations.set, { oldmanId: personId, metric: 'systolic', hours: 5, atNight: true });
    await ok(expectations.set, { oldmanId: personId, metric: 'systolic', hours: 6 });
    assert.partialDeepStrictEqual(await expected(), { hours: 6, atNight: true });
    await ok(expectations.set, { oldmanId: personId, metric: 'systolic', atNight: false });
    assert.partialDeepStrictEqual(await expected(), { hours: 6, atNight: false });

    const settings = await ok(workOrderSettings.get, {});
    await ok(workOrderSettings.update, { ...settings, urgentSms: false });
    const { urgentSms: _, ...rest } = await ok(workOrderSettings.get, {});
    await ok(workOrderSettings.update, rest);
    assert.equal((await ok(workOrderSettings.get, {})).urgentSms, false);

    const { key, id: questionId } = await questionnaire(t, as);
    const question = async () => (await ok(questionnaireItems.list, { key })).find(({ formItemId }: Row) => formItemId === 102);
    const had = await question();
    await ok(questionnaireItems.update, { projectKey: key, formItemId: 102, type: 'RADIO', required: true, placeholder: '请选择' });
    await ok(questionnaireItems.update, { projectKey: key, formItemId: 102, type: 'RADIO' });
    assert.deepEqual(still(await question()), still({ ...had, required: true, placeholder: '请选择' }));

    const { projectId } = await project(t, as, { type: '照料省略' });
    await ok(projectQuestionnaires.bind, { serverProjectId: projectId, questionList: [{ questionId, required: true }] });
    await ok(projectQuestionnaires.bind, { serverProjectId: projectId, questionList: [{ questionId }] });
    assert.partialDeepStrictEqual(await ok(projectQuestionnaires.list, { serverProjectId: projectId }), [
      { questionId, required: true, isDefault: true },
    ]);
    const materialId = (await e.rowsOf(materials, as)).find(({ enabled }) => enabled)?.id as number;
    await ok(projectMaterials.save, { projectId, materials: [{ materialId, isDefault: true }] });
    await ok(projectMaterials.save, { projectId, materials: [{ materialId }] });
    assert.partialDeepStrictEqual(await ok(projectMaterials.list, { projectId }), [{ id: materialId, isDefault: true }]);

    const contact = { oldmanId: personId, oldmanPhone: '13900000001', oldmanAddress: '平安路1号' };
    const job = { serverProjectId: projectId, serverTime: '2030-01-02 09:00:00' };
    const id = await ok(workOrders.create, {
      ...contact,
      downName: '王女士',
      jobLists: [{ ...job, serverUserId: as.userId, remarks: '轻声' }],
    });
    const [made] = (await ok(workOrders.get, { id })).workOrder.workOrderJobs;
    await ok(workOrders.update, { ...contact, id, jobLists: [{ ...job, id: made.id, serverTime: '2030-01-02 10:00:00' }] });
    const { workOrder } = await ok(workOrders.get, { id });
    assert.equal(workOrder.downName, '王女士');
    assert.partialDeepStrictEqual(workOrder.workOrderJobs, [
      { serverUserId: as.userId, remarks: '轻声', serverTime: '2030-01-02 10:00:00' },
    ]);
  });
});
