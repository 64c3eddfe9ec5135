/** A plan of who goes into which bed, and what the house would be with it: who lies beside whom, how many carers a part of it needs. Pure. */
import { carersNeeded } from '../warnings/staffing.rules.ts';

/** A person is put into a bed. */
export interface Drop {
  oldmanId: number;
  bedId: number;
}

export interface PlannedMove extends Drop {
  fromBedId: number;
}

/**
 * What drops come to, one after the other: who is put into a bed that another person of the plan has, or a resident, changes places with
 * them. So a chain of drops becomes a ring. `at` is where people lie now; who lies in no bed takes no part. Who ends in their own bed is not
 * in the answer.
 */
export function arrange(drops: readonly Drop[], at: ReadonlyMap<number, number>): PlannedMove[] {
  const places = new Map(at);
  const holders = new Map([...at].map(([oldmanId, bedId]) => [bedId, oldmanId]));
  for (const { oldmanId, bedId } of drops) {
    const before = places.get(oldmanId);
    if (before === undefined || before === bedId) continue;
    const other = holders.get(bedId);
    places.set(oldmanId, bedId);
    holders.set(bedId, oldmanId);
    if (other === undefined) holders.delete(before);
    else {
      places.set(other, before);
      holders.set(before, other);
    }
  }
  return [...places].flatMap(([oldmanId, bedId]) => {
    const fromBedId = at.get(oldmanId)!;
    return fromBedId === bedId ? [] : [{ oldmanId, fromBedId, bedId }];
  });
}

export interface Lying {
  id: number;
  /** 1 male, 2 female; null: not known. */
  gender: number | null;
  /** Dictionary `anergy`, 0 to 4; null: not assessed. */
  ability: number | null;
  /** In the house today: who is on leave or in hospital needs no carer. */
  present: boolean;
}

export interface BedHeld {
  id: number;
  roomId: number;
  building: string;
  floor: string;
  person: Lying | null;
}

/** The beds once everybody of a plan lies in theirs. Who lay in one of them and is not of the plan is taken to be gone. */
export function afterMoves(beds: readonly BedHeld[], moves: readonly { person: Lying; bedId: number }[]): BedHeld[] {
  const comes = new Map(moves.map(({ person, bedId }) => [bedId, person]));
  const goes = new Set(moves.map(({ person }) => person.id));
  return beds.map((bed) => ({ ...bed, person: comes.get(bed.id) ?? (bed.person && goes.has(bed.person.id) ? null : bed.person) }));
}

/** Who lies in the room of a bed beside the person of that bed. */
export function roommates(beds: readonly BedHeld[], bedId: number): { men: number; women: number } {
  const room = beds.find(({ id }) => id === bedId)?.roomId;
  const others = beds.filter((bed) => bed.roomId === room && bed.id !== bedId && bed.person !== null);
  const of = (gender: number) => others.filter(({ person }) => person!.gender === gender).length;
  return { men: of(1), women: of(2) };
}

/** People for one carer by ability, by day and by night; null: not compared. */
export interface CareRatios {
  day: readonly number[] | null;
  night: readonly number[] | null;
}

export interface CareLoad {
  people: number;
  /** Of them those who were not assessed: they are in no ratio. */
  unrated: number;
  /** Carers that these people need; null: not compared. */
  day: number | null;
  night: number | null;
}

/** A part of the house: a floor; a whole building without one; the whole house without both. */
export interface Part {
  building: string | null;
  floor: string | null;
}

const isIn = (bed: Pick<BedHeld, 'building' | 'floor'>, { building, floor }: Part): boolean =>
  (building === null || bed.building === building) && (floor === null || bed.floor === floor);

/** The people of a part who are in the house, and how many carers they need. */
export function careLoad(beds: readonly BedHeld[], part: Part, { day, night }: CareRatios): CareLoad {
  const people = beds.flatMap((bed) => (bed.person?.present && isIn(bed, part) ? [bed.person] : []));
  const need = (ratios: readonly number[] | null) =>
    ratios && carersNeeded(people.flatMap(({ ability }) => (ability === null ? [] : [{ people: 1, ratio: ratios[ability] ?? 0 }])));
  return { people: people.length, unrated: people.filter(({ ability }) => ability === null).length, day: need(day), night: need(night) };
}

/**
 * The parts of which a plan that concerns these beds says the carers: their floors, in the order of the house; their buildings that have
 * other floors too; the house where it has other buildings.
 */
export function partsConcerned(beds: readonly BedHeld[], concerned: ReadonlySet<number>): Part[] {
  const once = (parts: readonly Part[]) => [...new Map(parts.map((part) => [JSON.stringify(part), part])).values()];
  const floors = once(beds.flatMap(({ id, building, floor }) => (concerned.has(id) ? [{ building, floor }] : [])));
  const floorsOf = (building: string | null) => new Set(beds.filter((bed) => bed.building === building).map(({ floor }) => floor)).size;
  const buildings = once(floors.map(({ building }) => ({ building, floor: null }))).filter(({ building }) => floorsOf(building) > 1);
  const house = new Set(beds.map(({ building }) => building)).size > 1 ? [{ building: null, floor: null }] : [];
  return [...floors, ...buildings, ...house];
}
