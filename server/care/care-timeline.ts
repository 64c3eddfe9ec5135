/** Care in a person's timeline: what was done, what was not, what was noted, and which plans held when. */
import { sql } from 'kysely';
import { careNotes, noteKinds } from '#contract/care/care-notes.ts';
import { carePlans } from '#contract/care/care-plans.ts';
import { notDoneReasons, taskPhaseLabels, taskPhases } from '#contract/care/care-tasks.rules.ts';
import { careTasks } from '#contract/care/care-tasks.ts';
import { mayDo } from '../lists/now-sources.ts';
import { entries, joined, levelIf, wordOf, type TimelineAsked, type TimelineSource } from '../lists/timeline-sources.ts';

/** Tasks `t` with their interventions `i`: joined, because a search by words reads all of a person's. */
const tasks = sql`care_tasks t join care_interventions i on i.tenant_id = t.tenant_id and i.id = t.intervention_id`;
const ofPerson = (alias: string, { session, personId }: TimelineAsked) =>
  sql`${sql.ref(`${alias}.tenant_id`)} = ${session.tenantId} and ${sql.ref(`${alias}.person_id`)} = ${personId}`;

export const careDone: TimelineSource = {
  name: 'care_done',
  may: mayDo(careTasks.page.access),
  rows: (asked) =>
    entries(
      {
        at: sql`t.done_at`,
        id: sql`t.id`,
        title: sql`i.name || case when t.state = 3 then ${sql.lit(`：${taskPhaseLabels[taskPhases.notDone]}`)} else '' end`,
        text: joined(wordOf(sql`t.reason`, notDoneReasons), sql`trim_scale(t.value) || coalesce(i.unit, '')`, sql`t.note`),
        who: sql`concat_ws('、', t.user_name, t.second_name)`,
        level: levelIf(sql`t.state = 3`, 'warn'),
      },
      sql`from ${tasks} where ${ofPerson('t', asked)} and t.done_at is not null`,
    ),
};

/** What was not done until it closed. */
export const careMissed: TimelineSource = {
  name: 'care_missed',
  may: mayDo(careTasks.page.access),
  rows: (asked) =>
    entries(
      {
        at: sql`t.closes_at`,
        id: sql`t.id`,
        title: sql`i.name || ${sql.lit(`：${taskPhaseLabels[taskPhases.missed]}`)}`,
        level: sql`'warn'`,
      },
      sql`from ${tasks} where ${ofPerson('t', asked)} and t.state = 1`,
    ),
};

/** All but how much was eaten, which the area of meals tells where it was little. */
export const careNoted: TimelineSource = {
  name: 'care_note',
  may: mayDo(careNotes.page.access),
  rows: (asked) =>
    entries(
      {
        at: sql`n.noted_at`,
        id: sql`n.id`,
        title: sql`coalesce(${wordOf(sql`n.kind`, noteKinds)}, n.kind)`,
        text: sql`nullif(n.text, '')`,
        who: sql`n.user_name`,
      },
      sql`from care_notes n where ${ofPerson('n', asked)} and n.meal is null`,
    ),
};

const version = sql`'第' || c.serial || '版'`;

export const planBegun: TimelineSource = {
  name: 'plan_begun',
  may: mayDo(carePlans.page.access),
  rows: (asked) =>
    entries(
      { at: sql`c.starts_at`, id: sql`c.id`, title: sql`'照护计划开始执行'`, text: version, who: sql`c.created_name` },
      sql`from care_plans c where ${ofPerson('c', asked)}`,
    ),
};

export const planEnded: TimelineSource = {
  name: 'plan_ended',
  may: mayDo(carePlans.page.access),
  rows: (asked) =>
    entries(
      { at: sql`c.ends_at`, id: sql`c.id`, title: sql`'照护计划结束'`, text: joined(version, sql`c.end_reason`), who: sql`c.ended_by` },
      sql`from care_plans c where ${ofPerson('c', asked)}`,
    ),
};
