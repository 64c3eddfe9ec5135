/** Every entity of the contract that is listed and updated, with the demonstration's rows to try it on. */
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { assessmentStates } from '#contract/assessments/assessment-commands.rules.ts';
import { contract } from '#contract/index.ts';
import { pathParameters, type Route } from '#contract/http.ts';
import { seedDemo } from '../scripts/demo/demo.ts';
import { harness, type TestUser } from './harness.ts';

export type Row = Record<string, any>;
export type Service = Record<string, Route>;

/** Entities that the demonstration has no row of. */
const EMPTY: Record<string, string> = { dictionaryItems: 'its list asks for a dictionary' };
/** Entities that cannot be changed as they are listed, and why. */
const NOT: Record<string, string> = {
  dictionaries: 'built-in dictionaries refuse every change',
  goodsOrders: 'an order that is paid refuses every change',
  roles: 'nobody changes the role that they have',
  handovers: 'a draft is of its author alone: server/handovers/handovers.test.ts',
  visitorRecords: 'who has come changes no more: server/visitors/visitor-records.test.ts',
  incidents: 'one that is closed changes no more: server/incidents/incidents.test.ts',
  outings: 'one that is over changes no more: server/visitors/outings.test.ts',
  indoorPlaces: 'those that are rooms are changed where rooms are; the others are in saved-entities.ts',
};
export const untried = (name: string): string | undefined => NOT[name] ?? EMPTY[name];

/** Where a detail has the row, beside what belongs to it. */
const WITHIN: Record<string, string> = { workOrders: 'workOrder' };
/** Which rows of a list may still be changed, by its path, where not all may. */
const OPEN: Record<string, object> = { [contract.assessments.page.path]: { state: assessmentStates.draft } };
/** By which field an entity is named, where that is not `id`. */
const BY: Record<string, string> = {
  users: 'userId',
  roles: 'roleId',
  posts: 'postId',
  menus: 'menuId',
  departments: 'deptId',
  parameters: 'publicId',
};
/** By which field this service names its rows. */
export const nameOf = (name: string): string => BY[name] ?? 'id';

const PLATFORM = /^(clients|tenants|packages)$/;

export const services = (Object.entries(contract) as [string, Service][]).filter(
  ([, routes]) => routes.update?.method === 'PUT' && !pathParameters(routes.update.path).length && (routes.page ?? routes.list),
);

/** What of a row an update that changes nothing leaves as it is. */
export const still = (row: Row, computed: string[] = []): Row =>
  Object.fromEntries(Object.entries(row).filter(([key]) => !['version', 'updateTime', ...computed].includes(key)));

/** The demonstration in a database of its own, and its entities as whoever may change them sees them. */
export async function entities() {
  const t = await harness();
  await seedDemo(t.deps, 'Demo2026');
  const chief = await t.user(1_000_001);
  const platform = await t.user(1);

  /** Whoever may change this entity. */
  const who = (name: string): TestUser => (PLATFORM.test(name) ? platform : chief);

  /** The first rows of the list. */
  async function rowsOf(routes: Service, as: TestUser): Promise<Row[]> {
    const route = (routes.page ?? routes.list) as Route;
    const { status, data, msg } = await t.route(route, as, routes.page ? { size: 3, ...OPEN[route.path] } : {});
    assert.equal(status, 200, String(msg));
    return (Array.isArray(data) ? data : data.records).slice(0, 3);
  }

  /** The row as its detail shows it; undefined where there is none. */
  async function detailOf(name: string, routes: Service, as: TestUser, listed: Row): Promise<Row | undefined> {
    const reader = routes.get ?? routes.details;
    if (!reader) return undefined;
    const { data } = await t.route(reader, as, { [pathParameters(reader.path)[0] ?? 'id']: listed[nameOf(name)] });
    return WITHIN[name] ? data[WITHIN[name]] : data;
  }

  const rows = (tenantId: number, from: number) =>
    t.deps.inTenant(tenantId, (tx) =>
      tx.rows<Row>(sql`select * from row_changes where tenant_id = ${tenantId} and id > ${from} order by id`),
    );
  /** Where the log of changes is now. */
  const lastChange = async (tenantId: number) => Number((await rows(tenantId, 0)).at(-1)?.id ?? 0);
  /** The columns that changed since then, other than by every update. */
  async function changedSince(tenantId: number, from: number): Promise<string[]> {
    const columns = (await rows(tenantId, from)).flatMap((change) => Object.keys(change.changes ?? change.after ?? {}));
    return [...new Set(columns)].filter((column) => !['version', 'updated_at'].includes(column));
  }

  return { t, who, rowsOf, detailOf, lastChange, changedSince, close: () => t.close() };
}
