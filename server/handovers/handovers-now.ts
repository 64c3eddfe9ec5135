/** Handovers of 现在 that wait for the signature of the one who takes over. */
import { sql } from 'kysely';
import { handoverStates } from '#contract/handovers/handover-commands.rules.ts';
import { handovers } from '#contract/handovers/handovers.ts';
import { firstOf, mayDo, type NowFound, type NowSource } from '../lists/now-sources.ts';

export const handoversNow: NowSource = {
  kind: 'handover',
  may: mayDo(handovers.receive.access),
  query: ({ session: { tenantId, userId } }) => sql<NowFound>`
    select f.id, 2 as severity, 2 as phase, h.author_name as name, '的交接' as text,
      to_char(h.starts_at, 'MM-DD HH24:MI') || ' 至 ' || to_char(h.ends_at, 'MM-DD HH24:MI') as note, null::bigint as "personId",
      null::text as place, null::bigint as link, false as mark, f.since, null::timestamptz as due, f.total
    from ${firstOf(
      sql`select id, signed_at as since from shift_handovers
      where tenant_id = ${tenantId} and state = ${sql.lit(handoverStates.signed)} and author_id <> ${userId}
        and (receiver_id is null or receiver_id = ${userId})`,
      'since, id',
    )} f join shift_handovers h on h.tenant_id = ${tenantId} and h.id = f.id`,
};
