/** Movements of money in a person's timeline, for those who see accounts. */
import { sql } from 'kysely';
import { movementLabels } from '#contract/accounts/accounts.rules.ts';
import { accounts } from '#contract/accounts/accounts.ts';
import { mayDo } from '../lists/now-sources.ts';
import { entries, joined, wordOf, type TimelineSource } from '../lists/timeline-sources.ts';

/** Signed yuan of a sum in fen, `+30.00`. */
const yuan = (fen: string) => sql`to_char(${sql.ref(fen)} / 100.0, 'SGFM999999999990.00')`;
const purse = (word: string, fen: string) => sql`case when ${sql.ref(fen)} <> 0 then ${sql.lit(word)} || ' ' || ${yuan(fen)} || '元' end`;

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
