/**
 * The big screens: an institution's, and its group's. One call each; a session that was
 * let in as a big screen may call these and nothing else.
 */
import { z } from 'zod';
import { nothing } from '../fields.ts';
import { get } from '../http.ts';

const count = z.number();
const labelled = z.object({ value: z.number().nullable(), label: z.string(), count });

/** A warning as the wall shows it: the name is covered unless the institution wants otherwise. */
const Line = z.object({
  id: z.number(),
  rule: z.string(),
  /** SOS求助, 跌倒, … */
  title: z.string(),
  content: z.string(),
  severity: z.number(),
  /** 0 open, 1 handled, 2 in progress, 3 false trigger, 4 test. */
  isDisposed: z.number(),
  name: z.string(),
  gender: z.number().nullable(),
  age: z.number().nullable(),
  flags: z.array(z.string()),
  roomId: z.number().nullable(),
  /** Building, floor, room and bed. */
  roomName: z.string().nullable(),
  /** A place outside, in words. */
  address: z.string().nullable(),
  count,
  createTime: z.string(),
  lastTime: z.string(),
  acknowledgeTime: z.string().nullable(),
  acknowledgeName: z.string().nullable(),
});

const Times = z.object({ count, p50: z.number().nullable(), p90: z.number().nullable(), most: z.number().nullable() });

export const TenantScreen = z.object({
  tenantName: z.string(),
  tenantLogo: z.string().nullable(),
  /** The server's clock: elapsed times are counted by it, not by the wall's. */
  time: z.string(),
  /** `counting` here and below: a large institution, whose figure is being made aside or is up to a minute old. */
  people: z.object({
    inCare: count,
    away: count,
    inHospital: count,
    newThisMonth: count,
    men: count,
    women: count,
    careLevels: z.array(labelled),
    /** Of contract/screens/screens.rules.ts, youngest first, then those without a birth date. */
    ages: z.array(z.object({ label: z.string(), men: count, women: count, unknown: count })),
    counting: z.boolean(),
  }),
  beds: z.object({
    total: count,
    occupied: count,
    onLeave: count,
    reserved: count,
    free: count,
    closed: count,
    floors: z.array(z.object({ building: z.string(), floor: z.string(), total: count, occupied: count, free: count })),
    counting: z.boolean(),
  }),
  /** The plan: every room with the states of its beds (contract/rooms/beds.rules.ts). Empty in a house with more than 400 rooms. */
  rooms: z.array(z.object({ id: z.number(), building: z.string(), floor: z.string(), name: z.string(), beds: z.array(z.number()) })),
  staff: z.object({
    onDuty: count,
    busy: count,
    roles: z.array(z.object({ name: z.string(), count })),
    people: z.array(
      z.object({ name: z.string(), role: z.string(), department: z.string().nullable(), busy: z.boolean(), until: z.string() }),
    ),
  }),
  devices: z.object({
    total: count,
    online: count,
    offline: count,
    /** Offline for so long that it was told of. */
    silent: count,
    never: count,
    lowBattery: count,
    kinds: z.array(z.object({ label: z.string(), total: count, online: count })),
    counting: z.boolean(),
  }),
  /** Devices with a place of the last 24 hours, GCJ-02, alarms first; at most 300. */
  places: z.array(
    z.object({ id: z.number(), lng: z.number(), lat: z.number(), name: z.string(), online: z.boolean(), severity: z.number().nullable() }),
  ),
  warnings: z.object({
    today: z.array(
      z.object({ severity: z.number(), total: count, open: count, inProgress: count, handled: count, falseTrigger: count, test: count }),
    ),
    /** Of any day; at most 10,001. */
    open: count,
    unanswered: count,
    /** Seconds to the first confirmation, of today's. */
    response: Times,
    /** Open and unanswered SOS and falls, or pressed again after the answer: newest first, at most 20; `urgentTotal` counts all. */
    urgent: z.array(Line),
    urgentTotal: count,
    /** Unanswered first, by severity; then the newest. */
    list: z.array(Line),
    /** The last 30 days, today last. */
    days: z.array(z.object({ day: z.string(), total: count, critical: count })),
    counting: z.boolean(),
  }),
  health: z.object({
    people: count,
    urgent: count,
    watch: count,
    missing: count,
    /** NEWS2 of whom at least one part is known: of all parts that are known, `complete` of those with all seven. */
    news2: z.object({ high: count, medium: count, lowMedium: count, low: count, complete: count }),
    counting: z.boolean(),
  }),
  orders: z.object({
    /** With a service today, by contract/work-orders/work-orders.rules.ts. */
    today: z.array(z.object({ status: z.number(), label: z.string(), count })),
    /** Open and past the time by which they should be done; at most 1,001. */
    overdue: count,
    late: z.array(z.object({ id: z.number(), name: z.string(), projects: z.string(), carer: z.string().nullable(), dueTime: z.string() })),
  }),
});
export type TenantScreen = z.output<typeof TenantScreen>;
export type ScreenWarning = z.output<typeof Line>;

/** An institution on the group's screen: sums, and nothing of anybody. Counts stop at 10,001. */
export const GroupInstitution = z.object({
  tenantId: z.number(),
  name: z.string(),
  /** False: frozen, not begun, or past its end. */
  inForce: z.boolean(),
  people: z.object({ inCare: count, away: count }),
  beds: z.object({ total: count, taken: count, free: count }),
  onDuty: count,
  devices: z.object({ total: count, online: count }),
  warnings: z.object({ today: count, critical: count, closed: count, open: count, unanswered: count }),
  /** Seconds, of today's answered ones. */
  response: z.object({ count, average: z.number().nullable(), p90: z.number().nullable() }),
  orders: z.object({ today: count, done: count, overdue: count }),
});
export type GroupInstitution = z.output<typeof GroupInstitution>;

export const GroupScreen = z.object({
  tenantName: z.string(),
  tenantLogo: z.string().nullable(),
  time: z.string(),
  /** All that the caller may choose from: at most 200, by number. */
  choice: z.array(z.object({ tenantId: z.number(), name: z.string() })),
  institutions: z.array(GroupInstitution),
});
export type GroupScreen = z.output<typeof GroupScreen>;

export const screens = {
  tenant: get('/members/screen/tenant', '机构大屏', { access: 'tenant_screen', screen: true, input: nothing, output: TenantScreen }),
  /** Of the institutions that `TENANT-IDS` names, or without it of all below; at most 100 rows. */
  group: get('/members/screen/group', '集团大屏', { access: 'group_screen', screen: true, input: nothing, output: GroupScreen }),
};
