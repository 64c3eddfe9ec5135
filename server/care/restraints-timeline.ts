/** Restraint in a person's timeline: when it began, with the order, and when it ended. */
import { sql } from 'kysely';
import { restraintKinds, restraintReasons } from '#contract/care/restraint-commands.rules.ts';
import { restraints } from '#contract/care/restraints.ts';
import { mayDo } from '../lists/now-sources.ts';
import { entries, joined, wordOf, type TimelineAsked, type TimelineSource } from '../lists/timeline-sources.ts';

const kind = wordOf(sql`r.kind`, restraintKinds);
const of = ({ session, personId }: TimelineAsked) =>
  sql`from restraints r where r.tenant_id = ${session.tenantId} and r.person_id = ${personId} and r.begun_at is not null`;

export const restraintBegun: TimelineSource = {
  name: 'restraint_begun',
  may: mayDo(restraints.page.access),
  rows: (asked) =>
    entries(
      {
        at: sql`r.begun_at`,
        id: sql`r.id`,
        title: sql`'开始约束：' || ${kind}`,
        text: joined(wordOf(sql`r.reason`, restraintReasons), sql`nullif(r.reason_note, '')`, sql`'时限' || r.hours || '小时'`),
        who: sql`r.begun_name`,
        level: sql`'warn'`,
      },
      of(asked),
    ),
};

export const restraintEnded: TimelineSource = {
  name: 'restraint_ended',
  may: mayDo(restraints.page.access),
  rows: (asked) =>
    entries(
      {
        at: sql`r.ended_at`,
        id: sql`r.id`,
        title: sql`'解除约束：' || ${kind}`,
        text: sql`r.end_note`,
        who: sql`r.ended_name`,
        level: sql`case when r.ended_at > r.begun_at + r.hours * interval '1 hour' then 'warn' else 'info' end`,
      },
      sql`${of(asked)} and r.ended_at is not null`,
    ),
};
