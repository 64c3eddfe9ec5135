/** How much people ate of a meal: a note of care of the kind `meal`, one per person and meal, for the area that serves it. */
import { sql } from 'kysely';
import { eatenLabels } from '#contract/care/eaten.rules.ts';
import { isoOf } from '#contract/time.ts';
import type { Context } from '../context.ts';

export interface Eaten {
  personId: number;
  eaten: number;
  userId: number;
  userName: string;
  /** When it was noted. */
  noted: string;
}

/** Notes it for people whom the caller has checked. `title` names the meal; `at`: when it was, `noted`: when it was said, epoch ms. */
export async function noteEaten(
  context: Context,
  people: readonly number[],
  { day, meal, title, at, noted, eaten }: { day: string; meal: string; title: string; at: number; noted: number; eaten: number },
): Promise<void> {
  const { tx, session } = context;
  const text = `${title}：${eatenLabels[eaten]}`;
  await tx.run(sql`
    insert into care_notes (tenant_id, person_id, kind, noted_at, text, user_id, user_name, created_at, meal_on, meal, eaten)
    select ${tx.tenantId}::bigint, person, 'meal', ${isoOf(at)}::timestamptz, ${text}, ${session.userId}::bigint, ${session.name},
      ${isoOf(noted)}::timestamptz, ${day}::date, ${meal}, ${eaten}::smallint
    from unnest(${people}::bigint[]) as person order by person
    on conflict (tenant_id, person_id, meal_on, meal) where meal is not null do update
      set eaten = excluded.eaten, text = excluded.text, user_id = excluded.user_id, user_name = excluded.user_name,
        created_at = excluded.created_at`);
  for (const personId of people) await context.emit('care-note.changed', { personId });
}

/** What was noted of a meal of a day. */
export const eatenOf = ({ tx }: Pick<Context, 'tx'>, day: string, meal: string) =>
  tx.rows<Eaten>(sql`
    select person_id as "personId", eaten::integer as eaten, user_id as "userId", user_name as "userName",
      created_at as noted from care_notes
    where tenant_id = ${tx.tenantId} and meal_on = ${day}::date and meal = ${meal}`);
