/** Beds as the wire shows and finds them: with their room, and their person where the session's data scope reaches. */
import { sql } from 'kysely';
import type { Session } from '../context.ts';
import type { beds as routes } from '#contract/rooms/beds.ts';
import { isTakeable } from '#contract/rooms/beds.rules.ts';
import { contains } from '../lists/crud.ts';
import { db } from '../db/tenant.ts';
import { nameContains, reach } from '../lists/people-reach.ts';
import { orderOf } from '../lists/paging.ts';
import type { SortOrder } from '../lists/list-cache.ts';
import { listFrom, type SearchOf } from '../lists/list.ts';
import { notKept } from './occupancy.ts';

const takeable = [0, 1, 2, 3, 4, 5].filter(isTakeable);

/** Whom the session may see. */
export const seen = (session: Session) =>
  db
    .selectFrom('people')
    .select(['tenant_id', 'id', 'name', 'gender', 'birth_date', 'care_level', 'status', 'bed_id', 'flags'])
    .where('tenant_id', '=', session.tenantId)
    .where('deleted_at', 'is', null)
    .where((eb) => (reach(eb as never, session) ?? eb.lit(true)) as never);

const columns = [
  'beds.id',
  'beds.room_id as roomId',
  'rooms.building',
  'rooms.floor',
  'rooms.name as roomName',
  'beds.name',
  'beds.status',
  sql<boolean>`exists (select from people p where p.tenant_id = beds.tenant_id and p.bed_id = beds.id and p.deleted_at is null)`.as(
    'taken',
  ),
  'person.id as oldmanId',
  'person.name as oldmanName',
  'person.gender',
  sql<number | null>`extract(year from age(person.birth_date))::integer`.as('age'),
  'person.care_level as careLevel',
  'person.status as oldmanStatus',
  'beds.cleaning_since as cleaningSince',
  sql<number | null>`beds.month_fen::double precision / 100`.as('monthFee'),
  'beds.version',
  'beds.created_at as createTime',
] as const;

const ways: SortOrder = [
  { column: 'rooms.place', direction: 'asc' },
  { column: 'beds.name', direction: 'asc' },
  { column: 'beds.id', direction: 'asc' },
];

/** All beds of the session's tenant. */
const all = (session: Session) =>
  db
    .selectFrom('beds')
    .innerJoin('rooms', (on) => on.onRef('rooms.tenant_id', '=', 'beds.tenant_id').onRef('rooms.id', '=', 'beds.room_id'))
    .leftJoin(seen(session).as('person'), (on) =>
      on.onRef('person.tenant_id', '=', 'beds.tenant_id').onRef('person.bed_id', '=', 'beds.id'),
    )
    .where('beds.tenant_id', '=', session.tenantId);

type Search = Partial<SearchOf<typeof routes.page>>;

/** The beds of the session's tenant. */
export const bedList = (session: Session) =>
  listFrom({
    matching({ building, floor, roomId, roomName, status, oldmanName, takeable: open }: Search) {
      let query = all(session);
      if (building) query = query.where('rooms.building', '=', building);
      if (floor) query = query.where('rooms.floor', '=', floor);
      if (roomId) query = query.where('beds.room_id', '=', roomId);
      if (roomName) query = query.where((eb) => contains('rooms.name')(eb, roomName));
      if (status !== undefined) query = query.where('beds.status', '=', status);
      if (open) query = query.where('beds.status', 'in', takeable).where(notKept);
      if (oldmanName) {
        const named = seen(session)
          .clearSelect()
          .select('people.id')
          .where((eb) => nameContains(session.tenantId)(eb as never, oldmanName) as never);
        query = query.where('person.id', 'in', named);
      }
      return query;
    },
    listed: (query: ReturnType<typeof all>) => query.select(columns),
    order: ({ ascs, descs }) =>
      ascs?.length || descs?.length
        ? orderOf(
            { ascs, descs },
            { status: 'beds.status', month_fee: 'beds.month_fen', create_time: 'beds.created_at' },
            'beds.created_at',
          )
        : ways,
  });
