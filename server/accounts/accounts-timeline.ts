/** Movements of money in a person's timeline, for those who see accounts. */
import { sql } from 'kysely';
import { movementLabels } from '#contract/accounts/accounts.rules.ts';
import { accounts } from '#contract/accounts/accounts.ts';
import { fenTextOf } from '../lists/money.ts';
import { mayDo } from '../lists/now-sources.ts';
import { entries, joined, wordOf, type TimelineSource } from '../lists/timeline-sources.ts';

/** What came in stands with its sign. */
const purse = (word: string, name: string) => {
  const fen = sql.ref(name);
  return sql`case when ${fen} <> 0 then ${sql.lit(word)} || case when ${fen} > 0 then ' +' else ' ' end || ${fenTextOf(fen)} end`;
};

export const movement: TimelineSource = {
  name: 'movement',
  may: mayDo(accounts.get.access),
  rows: ({ session, personId }) =>
    entries(
      {
        at: sql`m.created_at`,
        id: sql`m.id`,
        title: sql`'账户' || ${wordOf(sql`m.kind`, movementLabels)}`,
        text: joined(
          sql`m.text`,
          purse('可用余额', 'm.cash_fen'),
          purse('虚拟余额', 'm.grant_fen'),
          purse('押金', 'm.deposit_fen'),
          sql`m.number`,
        ),
        who: sql`m.user_name`,
      },
      sql`from account_movements m where m.tenant_id = ${session.tenantId} and m.person_id = ${personId}`,
    ),
};
