/** What tests of care at home need: an institution, a coordinator, people at home, an area, and bookings. */
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { dayOf, nextDay } from '#contract/time.ts';
import { homeAreas } from '#contract/home-care/home-areas.ts';
import { homeBookings } from '#contract/home-care/home-bookings.ts';
import { homeSettings } from '#contract/home-care/home-settings.ts';
import { toMap } from '#server/geo/coordinates.ts';
import { person, project } from './care.ts';
import { harness, type TestUser } from './harness.ts';

export const VIEW = ['members_homebooking_view', 'members_homearea_view', 'members_homecare_view', 'members_oldman_view'];
export const ALL = [
  ...['add', 'edit', 'confirm', 'export'].map((verb) => `members_homebooking_${verb}`),
  ...['add', 'edit', 'del'].map((verb) => `members_homearea_${verb}`),
  ...VIEW,
];
const ORDERS = ['view', 'add', 'edit', 'dispatch', 'serve'].map((verb) => `members_workorder_${verb}`);
export const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6];
/** Where the people of tests live, WGS-84. */
export const HOME = [116.39, 39.9] as const;
/** The same, as the map shows it. */
export const [lng, lat] = toMap(HOME);

export async function homeHouse() {
  const today = () => dayOf(Date.now());
  const t = await harness({ rateFactor: 50 });
  const tenant = await t.tenant('平安颐养院');
  const permissions = [...ALL, ...ORDERS, 'business_bccostproject_add', 'business_bccostservice_add'];
  const chief = await t.user(tenant, { name: '张敏', permissions, dataScope: 1 });
  const serving = [...VIEW, 'members_workorder_view', 'members_workorder_serve'];
  const carer = await t.user(tenant, { name: '李娜', permissions: serving, dataScope: 3 });
  async function atHome(name: string): Promise<number> {
    const id = await person(t, tenant, name);
    await t.deps.inTenant(tenant, (tx) => tx.run(sql`update people set service_type = 2, bed_id = null where id = ${id}`));
    return id;
  }
  const old = await atHome('王秀英');
  const { projectId } = await project(t, chief);
  const area = (more: object = {}, as = chief) =>
    t.route(homeAreas.create, as, {
      name: `东城片区${Math.random().toString(36).slice(2, 8)}`,
      shape: 1,
      longitude: lng,
      latitude: lat,
      radius: 3000,
      weekdays: EVERY_DAY,
      startClock: '08:00',
      endClock: '18:00',
      leadHours: 12,
      capacity: 2,
      projectIds: [projectId],
      ...more,
    });
  /** Changes an area and leaves the rest of it as it is. */
  async function saveArea(id: number, more: object) {
    const { data } = await t.route(homeAreas.get, chief, { id });
    return t.route(homeAreas.update, chief, { ...data, projectIds: [projectId], ...more });
  }
  const inDays = (days: number) => nextDay(today(), days);
  const book = (more: object = {}, as: TestUser = chief) =>
    t.route(homeBookings.create, as, {
      oldmanId: old,
      contactName: '王强',
      phone: '13800001111',
      relation: 2,
      address: '北京市东城区景山前街4号',
      lng,
      lat,
      projectIds: [projectId],
      day: inDays(2),
      half: 1,
      ...more,
    });
  const read = async (id: number, as = chief) => (await t.route(homeBookings.get, as, { id })).data;
  return {
    t,
    tenant,
    chief,
    carer,
    old,
    projectId,
    today,
    inDays,
    atHome,
    area,
    saveArea,
    book,
    read,
    async booked(more: object = {}) {
      const made = await book(more);
      assert.equal(made.status, 200, String(made.msg));
      return read(made.data as number);
    },
    confirm: (row: { id: number; version: number; day: string }, more: object = {}, as: TestUser = chief, key = '') =>
      t.call('PUT', homeBookings.confirm.path, {
        as,
        input: { id: row.id, version: row.version, serverTime: `${row.day} 09:00:00`, serverUserId: carer.userId, ...more },
        headers: { 'idempotency-key': key },
      }),
    async settings(more: object = {}) {
      const { data } = await t.route(homeSettings.get, chief);
      return t.route(homeSettings.update, chief, { ...data, ...more, version: data.version });
    },
  };
}
export type HomeHouse = Awaited<ReturnType<typeof homeHouse>>;
