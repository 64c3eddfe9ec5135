/** Looks at the skin in a person's timeline. */
import { sql } from 'kysely';
import { bodyParts } from '#contract/body-parts.rules.ts';
import { isGraveSkin, skinKinds } from '#contract/care/skin-commands.rules.ts';
import { skinFindings } from '#contract/care/skin-findings.ts';
import { mayDo } from '../lists/now-sources.ts';
import { entries, joined, wordOf, type TimelineSource } from '../lists/timeline-sources.ts';

const parts = Object.fromEntries(bodyParts.map(({ key, label }) => [key, label]));
const grave = Object.keys(skinKinds).map(Number).filter(isGraveSkin);

export const skinSeen: TimelineSource = {
  name: 'skin',
  may: mayDo(skinFindings.page.access),
  rows: ({ session, personId }) =>
    entries(
      {
        at: sql`l.seen_at`,
        id: sql`l.id`,
        title: sql`'皮肤：' || ${wordOf(sql`f.part`, parts)} || ' ' || case when l.healed then '已愈合' else ${wordOf(sql`l.kind`, skinKinds)} end`,
        text: joined(sql`l.length_mm / 10.0::float8 || '×' || l.width_mm / 10.0::float8 || 'cm'`, sql`l.note`),
        who: sql`l.user_name`,
        level: sql`case when l.healed then 'info' when l.kind = any(${grave}::integer[]) then 'danger' else 'warn' end`,
      },
      sql`from skin_findings f join skin_looks l on l.tenant_id = f.tenant_id and l.finding_id = f.id
        where f.tenant_id = ${session.tenantId} and f.person_id = ${personId}`,
    ),
};
