/** Meals of which a person ate little or nothing, in the person's timeline. */
import { sql } from 'kysely';
import { eatenLabels, LITTLE } from '#contract/care/eaten.rules.ts';
import { mealRecords } from '#contract/meals/meal-records.ts';
import { meals } from '#contract/meals/meals.rules.ts';
import { mayDo } from '../lists/now-sources.ts';
import { entries, wordOf, type TimelineSource } from '../lists/timeline-sources.ts';

export const mealLeft: TimelineSource = {
  name: 'meal_left',
  may: mayDo(mealRecords.list.access),
  rows: ({ session, personId }) =>
    entries(
      {
        at: sql`n.noted_at`,
        id: sql`n.id`,
        title: sql`coalesce(${wordOf(sql`n.meal`, meals)}, '用餐') || '：' || ${wordOf(sql`n.eaten`, eatenLabels)}`,
        who: sql`n.user_name`,
        level: sql`'warn'`,
      },
      sql`from care_notes n where n.tenant_id = ${session.tenantId} and n.person_id = ${personId} and n.eaten >= ${sql.lit(LITTLE)}`,
    ),
};
