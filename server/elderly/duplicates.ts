/** Records that may be one person's, in pairs: found by the indexes of people, without those that were looked at and are two. */
import { sql } from 'kysely';
import type { z } from 'zod';
import type { personMerge as routes, DuplicatePair } from '#contract/elderly/person-merge.ts';
import type { Context } from '../context.ts';
import { invalid } from '../errors.ts';
import { readOne } from '../lists/crud.ts';
import { seenPeople } from '../lists/now-sources.ts';
import { placeOfPerson } from '../rooms/places.ts';
import { peopleRows, shownIdentity } from './people-rows.ts';

type Pair = z.input<typeof DuplicatePair>;
type Side = Pair['one'];

const side = (
  alias: 'first' | 'second',
) => sql<Side>`json_build_object('id', ${sql.ref(`${alias}.id`)}, 'userName', ${sql.ref(`${alias}.name`)},
  'gender', ${sql.ref(`${alias}.gender`)}, 'birthDate', ${sql.ref(`${alias}.birth_date`)},
  'identityNumber', ${sql.ref(`${alias}.identity_sealed`)}, 'mobile', ${sql.ref(`${alias}.mobile`)},
  'status', ${sql.ref(`${alias}.status`)}, 'bedId', ${sql.ref(`${alias}.bed_id`)},
  'place', ${placeOfPerson(sql.ref(`${alias}.tenant_id`), sql.ref(`${alias}.id`))},
  'createTime', to_char(${sql.ref(`${alias}.created_at`)}, 'YYYY-MM-DD HH24:MI:SS'))`;

/** Pairs of the same in two columns, the smaller id first. */
const alike = (tenantId: number, columns: readonly [string, string], reason: number) => sql`
  select a.id as one_id, b.id as other_id, ${sql.lit(reason)}::integer as reason from people a join people b on b.tenant_id = a.tenant_id
    and b.${sql.ref(columns[0])} = a.${sql.ref(columns[0])} and b.${sql.ref(columns[1])} = a.${sql.ref(columns[1])} and b.id > a.id
  where a.tenant_id = ${tenantId} and b.tenant_id = ${tenantId} and a.deleted_at is null and b.deleted_at is null`;

/** Identity numbers are not compared: of one number there is one record (the unique index `people_identity`). */
const pairsOf = (tenantId: number) =>
  sql.join(
    [alike(tenantId, ['mobile', 'name'], 1), alike(tenantId, ['name', 'birth_date'], 2), alike(tenantId, ['mobile', 'birth_date'], 3)],
    sql` union all `,
  );

export async function duplicates({ current, size, dismissed }: z.output<typeof routes.duplicates.input>, { tx, deps, session }: Context) {
  const { tenantId } = tx;
  const shown = (one: Side): Side => ({ ...one, identityNumber: shownIdentity(deps.secrets, tenantId, one.identityNumber) });
  const reached = session.dataScope <= 1 ? sql`` : sql`and f.one_id in ${seenPeople(session)} and f.other_id in ${seenPeople(session)}`;
  const rows = await tx.rows<Omit<Pair, 'id'> & { total: number }>(sql`
    with found as (select one_id, other_id, array_agg(reason order by reason) as reasons from (${pairsOf(tenantId)}) p group by 1, 2),
      wanted as (select f.*, d.user_name, (count(*) over ())::integer as total from found f
        left join person_duplicate_dismissals d on d.tenant_id = ${tenantId} and d.one_id = f.one_id and d.other_id = f.other_id
        where (d.one_id is not null) = ${dismissed} ${reached}
        order by f.other_id desc, f.one_id desc limit ${size} offset ${(current - 1) * size})
    select ${side('first')} as one, ${side('second')} as other, w.reasons, w.user_name as "dismissBy", w.total
    from wanted w join people first on first.tenant_id = ${tenantId} and first.id = w.one_id
      join people second on second.tenant_id = ${tenantId} and second.id = w.other_id
    order by w.other_id desc, w.one_id desc`);
  const total = rows[0]?.total ?? 0;
  const records = rows.map(({ total: _total, ...row }) => ({
    ...row,
    id: `${row.one.id}-${row.other.id}`,
    one: shown(row.one),
    other: shown(row.other),
  }));
  return { records, total, size, current, pages: Math.ceil(total / size) };
}

export async function dismiss({ oneId, otherId, dismissed }: z.output<typeof routes.dismiss.input>, context: Context): Promise<true> {
  const { tx, session } = context;
  if (oneId === otherId) throw invalid('请选择两份不同的档案');
  const list = peopleRows(session);
  const [one, other] = [oneId, otherId].toSorted((a, b) => a - b) as [number, number];
  for (const id of [one, other]) await readOne(list, id, context);
  await tx.run(
    dismissed
      ? sql`insert into person_duplicate_dismissals (tenant_id, one_id, other_id, user_id, user_name)
          values (${tx.tenantId}, ${one}, ${other}, ${session.userId}, ${session.name}) on conflict do nothing`
      : sql`delete from person_duplicate_dismissals where tenant_id = ${tx.tenantId} and one_id = ${one} and other_id = ${other}`,
  );
  await context.emit('person.changed', { personId: other });
  return true;
}
