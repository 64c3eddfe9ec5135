/**
 * The house view: rooms, beds and what is the matter there. Each signal is there for those who may call the list behind it;
 * who has a bed, where the data scope reaches.
 */
import type { z } from 'zod';
import { lastSeen } from '#contract/devices/last-seen.ts';
import { vitals } from '#contract/health/vitals.ts';
import { isElsewhere, isGraver } from '#contract/rooms/house-signals.rules.ts';
import { MOST_ROOMS, type House, type house as routes } from '#contract/rooms/house.ts';
import { isRule, rules } from '#contract/warnings/warnings.rules.ts';
import { warnings } from '#contract/warnings/warnings.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import type { Context } from '../context.ts';
import { toMap } from '../geo/coordinates.ts';
import type { Handlers } from '../http/implement.ts';
import { baseOf } from './base.ts';
import { layouts, plansOf } from './floor-plans.ts';
import {
  alarmsOf,
  bedsOf,
  gravitiesOf,
  ordersOf,
  roomsConcerned,
  roomsOf,
  staysOf,
  type AlarmRow,
  type BedRow,
  type OrderRow,
  type RoomRow,
  type StayRow,
} from './house-rows.ts';

type Wire = z.input<typeof House>;
type WireRoom = Wire['rooms'][number];
type WireAlarm = NonNullable<WireRoom['alarm']>;

const toAlarm = ({ id, rule, title, severity, acknowledged, happenTime }: AlarmRow): WireAlarm => ({
  id,
  rule,
  title: title ?? (isRule(rule) ? rules[rule].label : rule),
  severity,
  acknowledged,
  happenTime,
});

const gravestOf = (all: readonly AlarmRow[]): WireAlarm | null => {
  const first = all.reduce<AlarmRow | null>((worst, one) => (worst === null || isGraver(one, worst) ? one : worst), null);
  return first && toAlarm(first);
};

interface Signals {
  alarms: readonly AlarmRow[];
  gravities: ReadonlyMap<number, number>;
  orders: ReadonlyMap<number, OrderRow>;
  stays: ReadonlyMap<number, StayRow>;
}

/** What the session may see of these people and rooms, read at once. */
async function signalsOf(context: Context, beds: readonly BedRow[], rooms: readonly RoomRow[]): Promise<Signals> {
  const { tx, session } = context;
  const may = ({ access }: { access: string }) => session.permissions.has(access);
  const holders = beds.flatMap(({ holder }) => (holder === null ? [] : [holder]));
  const people = beds.flatMap(({ personId }) => (personId === null ? [] : [personId]));
  const none = Promise.resolve([]);
  const [alarms, gravities, orders, stays] = await Promise.all([
    may(warnings.page)
      ? alarmsOf(
          tx,
          holders,
          rooms.map(({ id }) => id),
        )
      : none,
    may(vitals.latest) && people.length > 0 ? gravitiesOf(tx, people) : none,
    may(workOrders.page) && people.length > 0 ? ordersOf(context, people) : none,
    may(lastSeen.person) && people.length > 0 ? staysOf(context, people) : none,
  ]);
  // Of several visits to one person the first row counts, so the map is filled from the end.
  return {
    alarms,
    gravities: new Map(gravities.map(({ personId, gravity }) => [personId, gravity])),
    orders: new Map(orders.toReversed().map((order) => [order.personId, order])),
    stays: new Map(stays.map((stay) => [stay.personId, stay])),
  };
}

function toBed(bed: BedRow, room: RoomRow, ofPerson: ReadonlyMap<number, readonly AlarmRow[]>, signals: Signals): WireRoom['beds'][number] {
  const { id, name, status, statusTime, cleaningSince, holder, personId } = bed;
  const order = signals.orders.get(personId ?? 0);
  const stay = signals.stays.get(personId ?? 0);
  return {
    id,
    name,
    status,
    statusTime,
    cleaningSince,
    taken: holder !== null,
    person:
      personId === null
        ? null
        : {
            id: personId,
            name: bed.personName as string,
            gender: bed.gender,
            age: bed.age,
            status: bed.personStatus as number,
            flags: bed.flags ?? [],
          },
    alarm: holder === null ? null : gravestOf(ofPerson.get(holder) ?? []),
    gravity: signals.gravities.get(personId ?? 0) ?? 0,
    elsewhere: stay && isElsewhere(stay, room) ? { text: stay.text, roomId: stay.roomId, time: stay.time } : null,
    order: order
      ? { id: order.id, carer: order.carer, status: order.status, project: order.project, serviceTime: order.serviceTime }
      : null,
  };
}

/** The house, or the rooms of it that are named. Two rounds of statements for any number of beds. */
async function houseOf(context: Context, only: readonly number[] | null): Promise<Wire> {
  const { tx, session } = context;
  const [found, beds, plans] = await Promise.all([roomsOf(tx, only), bedsOf(tx, session, only), plansOf(tx)]);
  const rooms = found.slice(0, MOST_ROOMS);
  const shown = new Set(rooms.map(({ id }) => id));
  const own = found.length > MOST_ROOMS ? beds.filter(({ roomId }) => shown.has(roomId)) : beds;
  const signals = await signalsOf(context, own, rooms);
  const inRoom = Map.groupBy(own, ({ roomId }) => roomId);
  const ofPerson = Map.groupBy(
    signals.alarms.filter(({ personId }) => personId !== null),
    ({ personId }) => personId as number,
  );
  const fromRoom = Map.groupBy(
    signals.alarms.filter(({ roomId }) => roomId !== null),
    ({ roomId }) => roomId as number,
  );
  return {
    rooms: rooms.map((room) => {
      const { id, building, floor, name, x, y, w, h } = room;
      const those = inRoom.get(id) ?? [];
      const holders = new Set(those.map(({ holder }) => holder));
      return {
        id,
        building,
        floor,
        name,
        spot: x === null || y === null || w === null || h === null ? null : { x, y, w, h },
        alarm: gravestOf((fromRoom.get(id) ?? []).filter(({ personId }) => personId === null || !holders.has(personId))),
        beds: those.map((bed) => toBed(bed, room, ofPerson, signals)),
      };
    }),
    plans,
    more: found.length > MOST_ROOMS,
  };
}

export const house: Handlers<typeof routes> = {
  read: (_input, context) => houseOf(context, null),

  async some(input, context) {
    const rooms = await roomsConcerned(context.tx, input);
    return rooms.length === 0 ? { rooms: [], plans: await plansOf(context.tx), more: false } : houseOf(context, rooms);
  },

  async base(_input, { tx }) {
    const base = await baseOf(tx);
    if (!base) return null;
    const [lng, lat] = toMap([base.lng, base.lat]);
    return { lng, lat };
  },

  ...layouts,
};
