/** Accounts of 现在 in which little is left. */
import { sql } from 'kysely';
import { accounts } from '#contract/accounts/accounts.ts';
import { fenTextOf } from '../lists/money.ts';
import { firstOf, mayDo, type NowFound, type NowSource } from '../lists/now-sources.ts';
import { placeOfBed } from '../rooms/places.ts';

export const lowAccountsNow: NowSource = {
  kind: 'account_low',
  may: mayDo(accounts.recharge.access),
  query: ({ session: { tenantId } }) => sql<NowFound>`
    select f.id, 4 as severity, 2 as phase, p.name,
      case when a.cash_fen < 0 then '欠费' || ${fenTextOf(sql`-a.cash_fen`)}
        else '余额' || ${fenTextOf(sql`(a.cash_fen + a.grant_fen)`)} end as text, null::text as note,
      f.id as "personId", ${placeOfBed(sql.ref('p.tenant_id'), sql.ref('p.bed_id'))} as place, null::bigint as link, false as mark, f.since,
      null::timestamptz as due, f.total
    from ${firstOf(sql`select id, updated_at as since from person_accounts where tenant_id = ${tenantId} and low`, 'since, id')} f
    join person_accounts a on a.tenant_id = ${tenantId} and a.id = f.id
    join people p on p.tenant_id = ${tenantId} and p.id = f.id and p.deleted_at is null`,
};
