/** What a plan of moves would mean, before anything is done: prices, contracts, who lies beside whom, and carers of floors, buildings and the house. */
import { sql } from 'kysely';
import { afterMoves, careLoad, partsConcerned, roommates, type BedHeld, type Part } from '#contract/elderly/bed-plan.rules.ts';
import type { placements as routes } from '#contract/elderly/placements.ts';
import { bedStates } from '#contract/rooms/beds.rules.ts';
import { floorText, placeText } from '#contract/rooms/places.rules.ts';
import { dayOf } from '#contract/time.ts';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { notFound } from '../errors.ts';
import { seen } from '../rooms/bed-rows.ts';
import { careParameters } from './care-ratios.ts';
import { status as states } from './registrations.ts';

type Preview = z.input<typeof routes.preview.output>;

interface Bed {
  id: number;
  roomId: number;
  building: string;
  floor: string;
  roomName: string;
  name: string;
  status: number;
  fee: number | null;
  personId: number | null;
  gender: number | null;
  ability: number | null;
  personStatus: number | null;
}

/** All beds of the house, with who lies in them. */
const allBeds = (tx: Tx) =>
  tx.rows<Bed>(sql`
    select b.id, b.room_id as "roomId", r.building, r.floor, r.name as "roomName", b.name, b.status,
      b.month_fen::double precision / 100 as fee, p.id as "personId", p.gender, p.ability, p.status as "personStatus"
    from beds b
    join rooms r on r.tenant_id = b.tenant_id and r.id = b.room_id
    left join people p on p.tenant_id = b.tenant_id and p.bed_id = b.id and p.deleted_at is null
    where b.tenant_id = ${tx.tenantId}
    order by r.place, b.id`);

const partText = ({ building, floor }: Part) => (building === null ? '全机构' : floor === null ? building : floorText({ building, floor }));
const heldOf = (bed: Bed): BedHeld => ({
  id: bed.id,
  roomId: bed.roomId,
  building: bed.building,
  floor: bed.floor,
  person:
    bed.personId === null
      ? null
      : { id: bed.personId, gender: bed.gender, ability: bed.ability, present: bed.personStatus === states.inCare },
});

interface Person {
  id: number;
  name: string;
  gender: number | null;
  ability: number | null;
  status: number;
  bed_id: number | null;
  flags: string[];
}

/** Of people with a contract in force: what it says of the bed, in yuan a month. */
async function contractFees({ tx, deps, session }: Context, people: readonly number[]): Promise<Map<number, number>> {
  if (!session.permissions.has('members_contract_view')) return new Map();
  const rows = await tx.rows<{ id: number; fee: number }>(sql`
    select distinct on (person_id) person_id as id, bed_fen::double precision / 100 as fee from contracts
    where tenant_id = ${tx.tenantId} and person_id = any(${[...people]}::bigint[])
      and effective_on <= ${dayOf(deps.now())} and ended_on is null
    order by person_id, effective_on desc, part desc`);
  return new Map(rows.map(({ id, fee }) => [id, fee]));
}

/** Throws 404 when the session does not reach one of the people, or a bed is not there. */
export async function previewMoves(moves: readonly { oldmanId: number; bedId: number }[], context: Context): Promise<Preview> {
  const { tx, session } = context;
  const ids = moves.map(({ oldmanId }) => oldmanId);
  const people = await tx.rows<Person>(seen(session).select('people.ability').where('people.id', 'in', ids));
  const planned = moves.map(({ oldmanId, bedId }) => ({ person: people.find(({ id }) => id === oldmanId), bedId }));
  if (planned.some(({ person }) => person === undefined)) throw notFound('服务对象');
  const goes = planned as { person: Person; bedId: number }[];
  const beds = await allBeds(tx);
  const bedOf = (id: number | null) => beds.find((bed) => bed.id === id) ?? null;
  if (moves.some(({ bedId }) => bedOf(bedId) === null)) throw notFound('床位');
  const fees = await contractFees(context, ids);
  const before = beds.map(heldOf);
  const after = afterMoves(
    before,
    goes.map(({ person, bedId }) => ({ person: { ...person, present: person.status === states.inCare }, bedId })),
  );
  const { ratios } = await careParameters(tx);
  const concerned = new Set([...moves.map(({ bedId }) => bedId), ...people.flatMap(({ bed_id }) => bed_id ?? [])]);
  const place = (bed: Bed | null) => bed && placeText({ ...bed, bedName: bed.name });
  return {
    people: goes.map(({ person, bedId }) => {
      const [from, to] = [bedOf(person.bed_id), bedOf(bedId)!];
      return {
        oldmanId: person.id,
        oldmanName: person.name,
        from: place(from),
        to: place(to)!,
        reserved: to.status === bedStates.reserved,
        gender: person.gender,
        flags: person.flags,
        ...roommates(after, bedId),
        fromFee: from?.fee ?? null,
        toFee: to.fee,
        contractFee: fees.get(person.id) ?? null,
      };
    }),
    loads: partsConcerned(before, concerned).map((part) => ({
      place: partText(part),
      before: careLoad(before, part, ratios),
      after: careLoad(after, part, ratios),
    })),
  };
}
