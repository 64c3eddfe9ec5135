/** What tests of visitors need: an institution with a clock of its own, who receives visitors there, a resident, and bookings. */
import assert from 'node:assert/strict';
import { sql, type RawBuilder } from 'kysely';
import { dayOf, HOUR, midnightOf, textOf } from '#contract/time.ts';
import { visitorRecords as routes } from '#contract/visitors/visitor-records.ts';
import { visitorSettings } from '#contract/visitors/visitor-settings.ts';
import { person } from './care.ts';
import { harness } from './harness.ts';
import { newPhone } from './phones.ts';

/** All rights of visitors, and those of the reception. */
export const ALL = [
  ...['view', 'add', 'edit', 'del', 'export'].map((verb) => `business_bcvisitorsrecord_${verb}`),
  ...['desk', 'settings', 'override', 'restrict'].map((what) => `business_bcvisitor_${what}`),
  'members_oldman_view',
];
export const DESK = ['business_bcvisitorsrecord_view', 'business_bcvisitor_desk', 'members_oldman_view'];

export const no = (text: string) => ({ text, answer: false });
const QUESTIONS = [{ text: '有发热', blocks: true }];

export async function visitorHouse() {
  /** Ten in the morning, and later as a test wants it. */
  let shift = midnightOf(Date.now()) + 10 * HOUR - Date.now();
  const clock = () => Date.now() + shift;
  const today = () => dayOf(clock());
  const t = await harness({ now: clock });
  const tenant = await t.tenant('平安颐养院');
  const chief = await t.user(tenant, { name: '张敏', permissions: ALL, dataScope: 1 });
  const desk = await t.user(tenant, { name: '李娜', permissions: DESK, dataScope: 1 });
  const old = await person(t, tenant, '王秀英');
  /** Time passes; who is signed in stays so. */
  async function pass(ms: number, of = tenant): Promise<void> {
    shift += ms;
    const later = textOf(clock() + 8 * HOUR);
    await t.deps.inTenant(of, (tx) =>
      tx.run(sql`update sessions set last_seen_at = ${textOf(clock())}, access_expires_at = ${later}, refresh_expires_at = ${later},
        absolute_expires_at = ${later} where tenant_id = ${of}`),
    );
  }
  await pass(0);
  const read = async (id: number) => (await t.route(routes.get, chief, { id })).data;
  const book = (more: object = {}, as = chief) =>
    t.route(routes.create, as, {
      oldmanId: old,
      visitorName: '王强',
      visitorPhone: newPhone(),
      relation: 2,
      people: 2,
      startTime: `${today()} 14:00:00`,
      ...more,
    });
  return {
    t,
    tenant,
    chief,
    desk,
    old,
    clock,
    today,
    pass,
    run: (query: RawBuilder<unknown>) => t.deps.inTenant(tenant, (tx) => tx.run(query)),
    read,
    book,
    async booked(more: object = {}) {
      const made = await book(more);
      assert.equal(made.status, 200, String(made.msg));
      return read(made.data as number);
    },
    arrive: (row: { id: number; version: number }, more: object = {}, as = desk) =>
      t.route(routes.arrive, as, { id: row.id, version: row.version, ...more }),
    walkIn: (more: object = {}, as = desk) =>
      t.route(routes.walkIn, as, { oldmanId: old, visitorName: '赵刚', visitorPhone: newPhone(), answers: [no('有发热')], ...more }),
    async saveSettings(more: object = {}) {
      const { data } = await t.route(visitorSettings.get, chief);
      return t.route(visitorSettings.update, chief, { ...data, questions: QUESTIONS, ...more, version: data.version });
    },
  };
}
export type VisitorHouse = Awaited<ReturnType<typeof visitorHouse>>;
