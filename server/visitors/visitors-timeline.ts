/** Visitors and outings in a person's timeline. */
import { sql } from 'kysely';
import { outings } from '#contract/visitors/outings.ts';
import { visitorRecords } from '#contract/visitors/visitor-records.ts';
import { mayDo } from '../lists/now-sources.ts';
import { dictionaryWord, entries, joined, type TimelineAsked, type TimelineSource } from '../lists/timeline-sources.ts';

const ofPerson = ({ session, personId }: TimelineAsked) => sql`v.tenant_id = ${session.tenantId} and v.person_id = ${personId}`;
const relation = (column: string) =>
  sql`case when ${sql.ref(column)} is not null then ${dictionaryWord(sql`v.tenant_id`, 'relation', sql.ref(column))} end`;

export const visited: TimelineSource = {
  name: 'visit',
  may: mayDo(visitorRecords.page.access),
  rows: (asked) =>
    entries(
      {
        at: sql`v.arrived_at`,
        id: sql`v.id`,
        title: sql`v.name || ' 来访'`,
        text: joined(
          relation('v.relation'),
          sql`case when v.people > 1 then v.people || '人' end`,
          sql`v.purpose`,
          sql`to_char(v.left_at, 'HH24:MI') || ' 离院'`,
        ),
        who: sql`v.arrived_by`,
      },
      sql`from visitor_records v where ${ofPerson(asked)} and v.arrived_at is not null`,
    ),
};

export const outingLeft: TimelineSource = {
  name: 'outing_left',
  may: mayDo(outings.page.access),
  rows: (asked) =>
    entries(
      {
        at: sql`v.left_at`,
        id: sql`v.id`,
        title: sql`'外出：' || v.destination`,
        text: joined(sql`'陪同 ' || v.companion_name`, relation('v.relation'), sql`v.remarks`),
        who: sql`v.left_by`,
      },
      sql`from outings v where ${ofPerson(asked)} and v.left_at is not null`,
    ),
};

export const outingBack: TimelineSource = {
  name: 'outing_back',
  may: mayDo(outings.page.access),
  rows: (asked) =>
    entries(
      {
        at: sql`v.returned_at`,
        id: sql`v.id`,
        title: sql`'外出返回'`,
        text: sql`v.destination`,
        who: sql`v.returned_by`,
        // Later than was said.
        level: sql`case when v.returned_at > v.due_at then 'warn' else 'info' end`,
      },
      sql`from outings v where ${ofPerson(asked)} and v.returned_at is not null`,
    ),
};
