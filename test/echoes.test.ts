/** What clients of this family do on every save: the row goes back as it was read, with all that it shows. Nothing may change by that. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { contract } from '#contract/index.ts';
import { pathParameters, type Route } from '#contract/http.ts';
import { seedDemo } from '../scripts/demo/demo.ts';
import { harness, type Harness, type TestUser } from './harness.ts';

type Row = Record<string, any>;
type Service = Record<string, Route>;

/** Entities that the demonstration has no row of. */
const EMPTY: Record<string, string> = { dictionaryItems: 'its list asks for a dictionary', posts: 'the demonstration has none' };
/** Entities that cannot be sent back, and why. */
const NOT: Record<string, string> = {
  dictionaries: 'built-in dictionaries refuse every change',
  goodsOrders: 'an order that is paid refuses every change',
  roles: 'nobody changes the role that they have',
  indoorPlaces: 'its update is for the survey, not for the room',
};
/** Where a detail has the row, beside what belongs to it. */
const WITHIN: Record<string, string> = { workOrders: 'workOrder' };
/** By which field an entity is named, where that is not `id`. */
const BY: Record<string, string> = { users: 'userId', roles: 'roleId', menus: 'menuId', departments: 'deptId', parameters: 'publicId' };

const PLATFORM = /^(clients|tenants|packages)$/;
const services = (Object.entries(contract) as [string, Service][]).filter(
  ([, routes]) => routes.update?.method === 'PUT' && !pathParameters(routes.update.path).length && (routes.page ?? routes.list),
);

let t: Harness;
let chief: TestUser;
let platform: TestUser;
before(async () => {
  t = await harness();
  await seedDemo(t.deps, 'Demo2026');
  chief = await t.user(1_000_001);
  platform = await t.user(1);
});
after(() => t.close());

const still = (row: Row, computed: string[] = []) =>
  Object.fromEntries(Object.entries(row).filter(([key]) => !['version', 'updateTime', ...computed].includes(key)));

async function rowsOf(routes: Service, as: TestUser): Promise<Row[]> {
  const route = (routes.page ?? routes.list) as Route;
  const { status, data, msg } = await t.route(route, as, routes.page ? { size: 3 } : {});
  assert.equal(status, 200, String(msg));
  return (Array.isArray(data) ? data : data.records).slice(0, 3);
}

/** Fences that are drawn compute their centre. */
const COMPUTED: Record<string, string[]> = { fences: ['longitude', 'latitude', 'points'] };

/** The columns that changed since row `from` of the log of changes. */
const changedSince = (tenantId: number, from: number) =>
  t.deps.inTenant(tenantId, (tx) => tx.rows<Row>(sql`select * from row_changes where tenant_id = ${tenantId} and id > ${from} order by id`));
const lastChange = async (tenantId: number) =>
  Number(
    (await t.deps.inTenant(tenantId, (tx) => tx.row<{ id: number }>(sql`select coalesce(max(id), 0) as id from row_changes where tenant_id = ${tenantId}`)))
      ?.id,
  );

describe('a row that is sent back as it was read', () => {
  it('is tried of every entity that is listed and updated', () => {
    assert.ok(services.length >= 20, services.map(([name]) => name).join());
  });

  for (const [name, routes] of services)
    it(`saves and changes nothing: ${name}`, async (context) => {
      const reason = NOT[name] ?? EMPTY[name];
      if (reason) return context.skip(reason);
      const as = PLATFORM.test(name) ? platform : chief;
      const rows = await rowsOf(routes, as);
      assert.ok(rows.length > 0, 'there is no row to try');
      const by = BY[name] ?? 'id';
      for (const listed of rows) {
        const again = async () => (await rowsOf(routes, as)).find((row) => row[by] === listed[by]) as Row;
        const from = await lastChange(as.tenantId);
        const sent = [listed];
        const reader = routes.get ?? routes.details;
        if (reader) {
          const { data } = await t.route(reader, as, { [pathParameters(reader.path)[0] ?? 'id']: listed[by] });
          sent.push(WITHIN[name] ? data[WITHIN[name]] : data);
        }
        for (const row of sent) {
          const fresh = (await again())?.version;
          const { status, msg } = await t.route(routes.update as Route, as, fresh === undefined ? row : { ...row, version: fresh });
          assert.equal(status, 200, `${String(msg)} ${JSON.stringify(row).slice(0, 600)}`);
          assert.deepEqual(still(await again(), COMPUTED[name]), still(listed, COMPUTED[name]));
        }
        const columns = (await changedSince(as.tenantId, from)).flatMap((change) => Object.keys(change.changes ?? change.after ?? {}));
        assert.deepEqual(
          [...new Set(columns)].filter((column) => !['version', 'updated_at', ...(COMPUTED[name] ?? [])].includes(column)),
          [],
        );
      }
    });
});
