/** Where beds, residents, contracts and accounts say different things (decision 097): read from what is there now, never kept. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { z } from 'zod';
import { titled } from '#contract/labels.ts';
import { bedStates } from '#contract/rooms/beds.rules.ts';
import { reconciliationLabels } from '#contract/stay/reconciliation.labels.ts';
import { findingKindLabels, findingKinds as kinds } from '#contract/stay/reconciliation.rules.ts';
import { reconciliation as routes, type StayFinding } from '#contract/stay/reconciliation.ts';
import { outingStates } from '#contract/visitors/outing-commands.rules.ts';
import type { Session } from '../context.ts';
import type { Handlers } from '../http/implement.ts';
import { equals, reads, type ListOf } from '../lists/crud.ts';
import { fenTextOf } from '../lists/money.ts';
import { seenPeople } from '../lists/now-sources.ts';
import { personTyped } from '../lists/people-reach.ts';
import { placeOfBed } from '../rooms/places.ts';
import { exporting, listOf, type Export } from '../transfers/exports.ts';

type Sql = RawBuilder<unknown>;

/** A row's id is that of its person or bed times this, and its kind: kinds are below it. */
const KINDS = 16;

/** Rows of people `p` or of beds `b`. */
const of = (subject: 'p' | 'b', kind: number, finding: Sql, from: Sql) => sql`
  select ${sql.ref(`${subject}.tenant_id`)}, ${sql.ref(`${subject}.id`)} * ${sql.lit(KINDS)} + ${sql.lit(kind)} as id,
    ${sql.lit(kind)}::smallint as kind, ${subject === 'p' ? sql`p.id` : sql`null::bigint`} as person_id,
    ${subject === 'b' ? sql`b.id` : sql`p.bed_id`} as bed_id, ${sql.ref(`${subject}.created_at`)}, (${finding})::text as finding
  ${from}`;

const STAYS = sql`p.deleted_at is null and p.service_type = 1 and p.status < 4`;
const GONE = sql`p.deleted_at is null and p.status > 3`;
/** The part of a contract `c` that binds today. */
const bound = (column: Sql) => sql`(select ${column} from contracts c where c.tenant_id = p.tenant_id and c.person_id = p.id
  and c.effective_on <= current_date and (c.ended_on is null or c.ended_on > current_date)
  order by c.effective_on desc, c.part desc limit 1)`;
const isOut = sql`exists (select from outings o where o.tenant_id = p.tenant_id and o.person_id = p.id
  and o.state = ${sql.lit(outingStates.out)})`;

const findings = sql.join(
  [
    of('p', kinds.noBed, sql`'没有安排床位'`, sql`from people p where ${STAYS} and p.bed_id is null`),
    of(
      'p',
      kinds.noContract,
      sql`case when held.ends is null then '没有登记合同' else '合同已于' || held.ends || '到期' end`,
      sql`from people p cross join lateral (select ${bound(sql`c.ends_on`)} as ends) held
        where ${STAYS} and (held.ends is null or held.ends < current_date)`,
    ),
    of(
      'b',
      kinds.bedState,
      sql`case when p.id is null then '床位状态为有人，没有服务对象' else p.name || '在此床位，床位状态为无人' end`,
      sql`from beds b left join people p on p.tenant_id = b.tenant_id and p.bed_id = b.id and p.deleted_at is null
        where (p.id is not null) <> (b.status in (${sql.lit(bedStates.occupied)}, ${sql.lit(bedStates.onLeave)}))`,
    ),
    of(
      'p',
      kinds.bedFee,
      sql`'合同每月' || ${fenTextOf(sql`held.fee`)} || '，床位价格每月' || ${fenTextOf(sql`b.month_fen`)}`,
      sql`from people p join beds b on b.tenant_id = p.tenant_id and b.id = p.bed_id
        cross join lateral (select ${bound(sql`c.bed_fen`)} as fee) held
        where ${STAYS} and b.month_fen is not null and held.fee <> b.month_fen`,
    ),
    of(
      'p',
      kinds.openContract,
      sql`'合同' || (select min(c.number) ${sql`from contracts c where c.tenant_id = p.tenant_id and c.person_id = p.id and c.ended_on is null`})
        || '没有终止'`,
      sql`from people p where ${GONE} and exists (select from contracts c where c.tenant_id = p.tenant_id and c.person_id = p.id
        and c.ended_on is null)`,
    ),
    of(
      'p',
      kinds.moneyLeft,
      sql`concat_ws('，', case when a.cash_fen <> 0 then '可用余额' || ${fenTextOf(sql`a.cash_fen`)} end,
        case when a.grant_fen > 0 then '虚拟余额' || ${fenTextOf(sql`a.grant_fen`)} end,
        case when a.deposit_fen > 0 then '押金' || ${fenTextOf(sql`a.deposit_fen`)} end)`,
      sql`from people p join person_accounts a on a.tenant_id = p.tenant_id and a.id = p.id
        where ${GONE} and (a.cash_fen <> 0 or a.grant_fen > 0 or a.deposit_fen > 0)`,
    ),
    of(
      'p',
      kinds.depositShort,
      sql`'合同约定' || ${fenTextOf(sql`held.deposit`)} || '，已收' || ${fenTextOf(sql`coalesce(a.deposit_fen, 0)`)}`,
      sql`from people p left join person_accounts a on a.tenant_id = p.tenant_id and a.id = p.id
        cross join lateral (select ${bound(sql`c.deposit_fen`)} as deposit) held
        where ${STAYS} and held.deposit > coalesce(a.deposit_fen, 0)`,
    ),
    of(
      'b',
      kinds.keptBed,
      sql`'床位状态为预定，没有进行中的入住申请'`,
      sql`from beds b where b.status = ${sql.lit(bedStates.reserved)} and not exists (select from admissions a
        where a.tenant_id = b.tenant_id and a.bed_id = b.id and a.state in (1, 2, 5))`,
    ),
    of(
      'p',
      kinds.absence,
      sql`case when p.status = 2 then '状态为请假，没有外出中的登记' else '外出登记没有返回，状态为在院' end`,
      sql`from people p where ${STAYS} and ((p.status = 2 and not ${isOut}) or (p.status = 1 and ${isOut}))`,
    ),
  ],
  sql` union all `,
);

/** Read under the name of `contracts`, whose columns it has as far as they are asked for. */
const list = ({ tenantId }: Pick<Session, 'tenantId'>): ListOf<typeof routes.page, 'contracts'> => ({
  table: 'contracts',
  noun: '对账结果',
  from: sql`(${findings})`.as('contracts'),
  scope: (_eb, session) => sql<SqlBool>`(contracts.person_id is null or contracts.person_id in ${seenPeople(session)})`,
  columns: {
    id: 'id',
    kind: () => sql.ref('contracts.kind'),
    oldmanId: 'person_id',
    oldmanName: () => sql`(select p.name from people p where p.tenant_id = contracts.tenant_id and p.id = contracts.person_id)`,
    place: () => placeOfBed(sql.ref('contracts.tenant_id'), sql.ref('contracts.bed_id')),
    finding: () => sql.ref('contracts.finding'),
  },
  filters: {
    kind: equals('kind'),
    oldmanName: personTyped(tenantId, 'contracts.person_id'),
  },
});

const sheet: Export<z.output<typeof StayFinding>> = {
  name: '入住对账',
  list: (session) => listOf(list(session)),
  columns: titled(reconciliationLabels, [
    { key: 'kind', value: ({ kind }) => findingKindLabels[kind] ?? '', width: 26 },
    { key: 'oldmanName', width: 12 },
    { key: 'place', width: 24 },
    { key: 'finding', width: 44 },
  ]),
};

export const reconciliation: Handlers<typeof routes> = {
  page: (input, context) => reads(list(context.session)).page(input, context),
  export: exporting(routes.export, sheet),
};
