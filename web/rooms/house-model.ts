/** The answer of the house call as it is drawn: floors with their geometry, rooms and beds with their signals and words. Pure. */
import type { FloorPlan, House, HouseBed, HouseRoom } from '#contract/rooms/house.ts';
import { floorOf, naturalOrder, type Floor } from '#contract/rooms/house.rules.ts';
import { alarmSignal, signals, signalsOf, stateText, type SignalName } from '#contract/rooms/house-signals.rules.ts';
import { floorText } from '#contract/rooms/places.rules.ts';

export interface DrawnBed {
  readonly id: number;
  readonly name: string;
  /** The gravest first; the last is the state of the bed. */
  readonly signals: readonly SignalName[];
  /** Who has it; null where no one does or where that may not be seen. */
  readonly who: string | null;
  /** All of it in words. */
  readonly label: string;
}

export interface DrawnRoom {
  readonly id: number;
  readonly name: string;
  readonly beds: readonly DrawnBed[];
  /** Of a warning that came from the room and is of none of its beds. */
  readonly signal: SignalName | null;
}

const SEEN_ONLY = '无权查看';

/** `302 1床，王秀英，报警待确认：SOS求助，入住` */
function labelOf(room: HouseRoom, bed: HouseBed, found: readonly SignalName[]): string {
  const { person, status, taken, alarm, elsewhere } = bed;
  const said = found.slice(0, -1).map((name) => {
    const { label } = signals[name];
    if (alarm && name === alarmSignal(alarm)) return `${label}：${alarm.title}`;
    return name === 'elsewhere' && elsewhere ? `在${elsewhere.text}` : label;
  });
  return [`${room.name} ${bed.name}`, person?.name ?? (taken ? SEEN_ONLY : ''), ...said, stateText(status, person?.status ?? null)]
    .filter(Boolean)
    .join('，');
}

function drawBed(room: HouseRoom, bed: HouseBed): DrawnBed {
  const found = signalsOf(bed);
  return { id: bed.id, name: bed.name, signals: found, who: bed.person?.name ?? null, label: labelOf(room, bed, found) };
}

const drawn = new WeakMap<HouseRoom, DrawnRoom>();
const keys = new WeakMap<HouseRoom, string>();

/** A room as it is drawn. A room that was not read anew is the same object, so that it is not drawn anew. */
export function drawnOf(room: HouseRoom): DrawnRoom {
  const known = drawn.get(room);
  if (known) return known;
  const { id, name, alarm, beds } = room;
  const made = { id, name, beds: beds.map((bed) => drawBed(room, bed)), signal: alarm && alarmSignal(alarm) };
  drawn.set(room, made);
  return made;
}

export interface HouseFloor {
  readonly key: string;
  readonly building: string;
  readonly floor: string;
  /** `1号楼 2层` */
  readonly title: string;
  readonly rooms: readonly HouseRoom[];
  readonly drawn: readonly DrawnRoom[];
  readonly plan: FloorPlan | null;
  /** Where its rooms lie: reckoned when it is drawn, since most floors are seen in lines only. */
  readonly layout: Layout;
  /** Beds and rooms with an alarm that is not closed. */
  readonly alarms: number;
}

const ALARMS: ReadonlySet<SignalName> = new Set(['alarm', 'answered']);
export const isAlarm = (signal: SignalName | undefined | null) => signal !== undefined && signal !== null && ALARMS.has(signal);

/** An unconfirmed alarm before one that is answered; undefined without any. */
export const gravestOf = (found: readonly (SignalName | null | undefined)[]) =>
  found.includes('alarm') ? ('alarm' as const) : found.includes('answered') ? ('answered' as const) : undefined;

export const floorKey = ({ building, floor }: { building: string; floor: string }) => JSON.stringify([building, floor]);

/** A room that was not read anew is known by its key already. */
function keyOfRoom(room: HouseRoom): string {
  const known = keys.get(room) ?? floorKey(room);
  keys.set(room, known);
  return known;
}

const alarmsIn = (rooms: readonly HouseRoom[]) =>
  rooms
    .map(drawnOf)
    .reduce((sum, { signal, beds }) => sum + (isAlarm(signal) ? 1 : 0) + beds.filter((bed) => isAlarm(bed.signals[0])).length, 0);

const isSame = <T>(a: readonly T[], b: readonly T[]) => a.length === b.length && a.every((one, at) => one === b[at]);

/** The geometry of a floor, reckoned once; of the same rooms it is that of `before`. */
class Layout {
  readonly #rooms: readonly HouseRoom[];
  readonly #plan: FloorPlan | null;
  #geometry: Floor | null = null;

  constructor(rooms: readonly HouseRoom[], plan: FloorPlan | null) {
    this.#rooms = rooms;
    this.#plan = plan;
  }

  /** Whether these rooms lie where those of this layout do. */
  fits(rooms: readonly HouseRoom[], plan: FloorPlan | null): boolean {
    const [mine, other] = [this.#plan, plan];
    return (
      mine?.width === other?.width &&
      mine?.height === other?.height &&
      rooms.length === this.#rooms.length &&
      rooms.every((room, at) => room === this.#rooms[at] || takesSamePlace(room, this.#rooms[at] as HouseRoom))
    );
  }

  get geometry(): Floor {
    const sized = () => this.#rooms.map(({ id, name, beds, spot }) => ({ id, name, beds: beds.length, spot }));
    return (this.#geometry ??= floorOf(sized(), this.#plan));
  }
}

const takesSamePlace = (a: HouseRoom, b: HouseRoom) =>
  a.id === b.id && a.name === b.name && a.beds.length === b.beds.length && JSON.stringify(a.spot) === JSON.stringify(b.spot);

function makeFloor(key: string, rooms: readonly HouseRoom[], plan: FloorPlan | null, before: HouseFloor | undefined): HouseFloor {
  const { building, floor } = rooms[0] as HouseRoom;
  return {
    key,
    building,
    floor,
    title: floorText({ building, floor }),
    rooms,
    drawn: rooms.map(drawnOf),
    plan,
    layout: before?.layout.fits(rooms, plan) ? before.layout : new Layout(rooms, plan),
    alarms: alarmsIn(rooms),
  };
}

/**
 * The floors in their natural order, each with where its rooms lie. A floor of `before` in which nothing was read anew is the same object,
 * so that it is not drawn anew.
 */
export function floorsOf({ rooms, plans }: Pick<House, 'rooms' | 'plans'>, before: readonly HouseFloor[] = []): HouseFloor[] {
  const laid = new Map(plans.map((plan) => [floorKey(plan), plan]));
  const known = new Map(before.map((floor) => [floor.key, floor]));
  const order = new Map(before.map(({ key }, at) => [key, at]));
  const made = [...Map.groupBy(rooms, keyOfRoom)].map(([key, own]) => {
    const [plan, last] = [laid.get(key) ?? null, known.get(key)];
    return last && last.plan === plan && isSame(last.rooms, own) ? last : makeFloor(key, own, plan, last);
  });
  // The order is that of before, where these are the same floors: comparing names takes longer than all the rest.
  if (made.length === before.length && made.every(({ key }) => order.has(key)))
    return made.toSorted((a, b) => (order.get(a.key) as number) - (order.get(b.key) as number));
  return made.toSorted((a, b) => naturalOrder(a.building, b.building) || naturalOrder(a.floor, b.floor));
}

/** What is drawn of one answer after another, with what stayed the same kept. */
export function houseReader(): (house: House | undefined) => { floors: readonly HouseFloor[]; guests: ReadonlyMap<number, string> } {
  let floors: readonly HouseFloor[] = [];
  let guests: ReadonlyMap<number, string> = new Map();
  return (house) => {
    if (!house) return { floors, guests };
    floors = floorsOf(house, floors);
    const now = guestsOf(house.rooms);
    if (now.size !== guests.size || [...now].some(([id, names]) => guests.get(id) !== names)) guests = now;
    return { floors, guests };
  };
}

/** Who is in a room that is not their own, by the room: `王秀英、李四`. */
export function guestsOf(rooms: readonly HouseRoom[]): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  for (const { beds } of rooms)
    for (const { elsewhere, person } of beds)
      if (elsewhere && person && elsewhere.roomId !== null) {
        const others = found.get(elsewhere.roomId);
        found.set(elsewhere.roomId, others ? `${others}、${person.name}` : person.name);
      }
  return found;
}

/** The house with some of its rooms read anew; null when they are not among those that are known: all of it is to be read. */
export function merged(house: House, some: House): House | null {
  const fresh = new Map(some.rooms.map((room) => [room.id, room]));
  const rooms = house.rooms.map((room) => fresh.get(room.id) ?? room);
  const known = new Set(house.rooms.map(({ id }) => id));
  return [...fresh.keys()].every((id) => known.has(id)) ? { ...house, rooms, plans: some.plans } : null;
}

/** Rooms whose name, or beds whose person's name, has these words; null: no words, nothing is sought. */
export function matchesOf(rooms: readonly HouseRoom[], words: string): ReadonlySet<number> | null {
  const sought = words.trim();
  if (sought === '') return null;
  const hits = rooms.filter(({ name, beds }) => name.includes(sought) || beds.some(({ person }) => person?.name.includes(sought)));
  return new Set(hits.map(({ id }) => id));
}
