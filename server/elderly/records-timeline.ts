/** What became of a person's own record, in their timeline: bed, state, arrangements, calls, and each field that was changed. */
import { sql } from 'kysely';
import { arrangements } from '#contract/elderly/arrangements.ts';
import { people } from '#contract/elderly/people.ts';
import { personContacts } from '#contract/elderly/person-contacts.ts';
import { callOutcomeLabels } from '#contract/warnings/warning-records.rules.ts';
import { operationLogs } from '#contract/system/operation-logs.ts';
import { columnLabel } from '#contract/system/change-labels.ts';
import type { Session } from '../context.ts';
import { mayDo } from '../lists/now-sources.ts';
import {
  changedBy,
  dictionaryWord,
  entries,
  joined,
  userName,
  wordOf,
  type TimelineAsked,
  type TimelineSource,
} from '../lists/timeline-sources.ts';
import { placeOfBed } from '../rooms/places.ts';

const tenant = sql`c.tenant_id`;
const changesOf = ({ session, personId }: TimelineAsked) =>
  sql`from row_changes c where c.tenant_id = ${session.tenantId} and c.table_name = 'people' and c.row_id = ${personId} and c.action = 2`;
const side = (of: 'before' | 'after', column: string) => sql`(c.${sql.raw(of)} ->> ${sql.lit(column)})`;
const bed = (of: 'before' | 'after') => placeOfBed(tenant, sql`${side(of, 'bed_id')}::bigint`);

export const bedMoved: TimelineSource = {
  name: 'bed',
  may: mayDo(people.get.access),
  rows: (asked) =>
    entries(
      {
        at: sql`c.created_at`,
        id: sql`c.id`,
        title: sql`case when ${side('before', 'bed_id')} is null then '安排床位' when ${side('after', 'bed_id')} is null then '离开床位' else '换床' end`,
        text: sql`concat_ws(' → ', ${bed('before')}, ${bed('after')})`,
        who: changedBy('c'),
      },
      sql`${changesOf(asked)} and jsonb_exists(c.after, 'bed_id')`,
    ),
};

/** By the dictionary `oldman_status`: on leave, in hospital, back, gone. */
export const statusChanged: TimelineSource = {
  name: 'status',
  may: mayDo(people.get.access),
  rows: (asked) =>
    entries(
      {
        at: sql`c.created_at`,
        id: sql`c.id`,
        title: sql`'在院状态：' || ${dictionaryWord(tenant, 'oldman_status', side('after', 'status'))}`,
        text: sql`'原为 ' || ${dictionaryWord(tenant, 'oldman_status', side('before', 'status'))}`,
        who: changedBy('c'),
      },
      sql`${changesOf(asked)} and jsonb_exists(c.after, 'status')`,
    ),
};

const arranged = (column: string) =>
  sql`case a.kind when 'level' then ${dictionaryWord(sql`a.tenant_id`, 'care_level', sql.ref(column))}
    else ${dictionaryWord(sql`a.tenant_id`, 'meal_type', sql.ref(column))} end`;

/** From the day on that it held. */
export const arrangementBegun: TimelineSource = {
  name: 'arrangement',
  may: mayDo(arrangements.ofPerson.access),
  rows: ({ session, personId }) =>
    entries(
      {
        at: sql`a.effective_on::timestamptz`,
        id: sql`a.id`,
        title: sql`case a.kind when 'level' then '护理等级：' else '膳食：' end || ${arranged('a.value')}`,
        text: joined(sql`'原为 ' || ${arranged('a.before')}`, sql`a.note`, sql`a.reason`),
        who: sql`a.user_name`,
      },
      sql`from person_arrangements a where a.tenant_id = ${session.tenantId} and a.person_id = ${personId} and a.state = 2`,
    ),
};

export const called: TimelineSource = {
  name: 'call',
  may: mayDo(personContacts.calls.access),
  rows: ({ session, personId }) =>
    entries(
      {
        at: sql`c.started_at`,
        id: sql`c.id`,
        title: sql`'致电 ' || c.contact || '：' || ${wordOf(sql`c.outcome`, callOutcomeLabels)}`,
        text: sql`c.note`,
        who: sql`c.user_name`,
      },
      sql`from person_calls c where c.tenant_id = ${session.tenantId} and c.person_id = ${personId}`,
    ),
};

/** Fields whose values are dictionaries, users or departments; those of other areas' entries are left out. */
const DICTIONARIES: Record<string, string> = {
  gender: 'gender',
  ability: 'anergy',
  service_type: 'service_type',
  contact_relation: 'relation',
};
const PLAIN = [
  'name',
  'birth_date',
  'mobile',
  'identity_number',
  'identity_sealed',
  'address',
  'contact_name',
  'contact_phone',
  'contact_notes',
  'remarks',
  'meal_note',
];
const FIELDS = [...Object.keys(DICTIONARIES), ...PLAIN, 'department_id', 'carer_id', 'flags', 'photo'];
const labels = Object.fromEntries(FIELDS.map((field) => [field, columnLabel('people', field)]));

/** The value of the field `f.key` on one side, in words; 空 where there was none. A picture only says that it is another one. */
const inWords = (of: 'before' | 'after') => {
  const value = sql`(c.${sql.raw(of)} ->> f.key)`;
  const words = Object.entries(DICTIONARIES).map(
    ([field, type]) => sql`when ${sql.lit(field)} then ${dictionaryWord(tenant, type, value)}`,
  );
  return sql`coalesce(nullif(case f.key ${sql.join(words, sql` `)}
    when 'department_id' then (select d.name from departments d where d.tenant_id = c.tenant_id and d.id = ${value}::bigint)
    when 'carer_id' then ${userName(tenant, sql`${value}::bigint`)}
    when 'flags' then (select string_agg(flag, '、') from jsonb_array_elements_text(
      case when jsonb_typeof(c.${sql.raw(of)} -> 'flags') = 'array' then c.${sql.raw(of)} -> 'flags' else '[]' end) as flag)
    else ${value} end, ''), '空')`;
};

const mayReadChanges = (session: Session) =>
  session.permissions.has(people.update.access) || session.permissions.has(operationLogs.page.access);

/** Field by field, before and after; numbers of phones and identities are masked where changes are recorded. */
export const recordChanged: TimelineSource = {
  name: 'record',
  may: mayReadChanges,
  rows: (asked) =>
    entries(
      {
        at: sql`c.created_at`,
        id: sql`c.id`,
        title: sql`'修改档案'`,
        text: sql`(select string_agg(${wordOf(sql`f.key`, labels)} || '：' ||
            case when f.key in ('photo', 'identity_sealed') or (c.before ->> f.key = '***' and c.after ->> f.key = '***')
              then '已更换' else ${inWords('before')} || ' → ' || ${inWords('after')} end, '；' order by f.place)
          from unnest(${FIELDS}::text[]) with ordinality as f (key, place) where jsonb_exists(c.after, f.key))`,
        who: changedBy('c'),
      },
      sql`${changesOf(asked)} and jsonb_exists_any(c.after, ${FIELDS}::text[])`,
    ),
};

/** Who looked at the whole identity number, or at telephone numbers that are masked for them. */
export const identityRevealed: TimelineSource = {
  name: 'revealed',
  may: mayReadChanges,
  rows: ({ session, personId }) =>
    entries(
      {
        at: sql`l.created_at`,
        id: sql`l.id`,
        title: sql`l.title`,
        text: sql`null::text`,
        who: userName(sql`l.tenant_id`, sql`l.user_id`),
      },
      sql`from operation_logs l where l.tenant_id = ${session.tenantId} and l.title in (${sql.lit(people.reveal.summary)}, ${sql.lit(people.phones.summary)})
        and l.parameters = ${`id=${personId}`}`,
    ),
};

const label = (of: 'before' | 'after') => sql`concat_ws(' ', c.${sql.raw(of)} ->> 'name', c.${sql.raw(of)} ->> 'phone')`;
const only = (word: string, these: string, those: string) =>
  sql`(select string_agg(${sql.lit(word)} || regexp_replace(one, '[*]{3}[0-9a-f]{4}$', '***'), '；') from (select unnest(${sql.ref(these)}) except select unnest(${sql.ref(those)})) as d (one))`;

/** Contacts are written anew at each change: told is which came and which went. */
export const contactsChanged: TimelineSource = {
  name: 'contacts',
  may: mayReadChanges,
  rows: ({ session, personId }) =>
    entries(
      {
        at: sql`g.at`,
        id: sql`g.id`,
        title: sql`'修改联系人'`,
        text: sql`concat_ws('；', ${only('删除 ', 'g.gone', 'g.came')}, ${only('新增 ', 'g.came', 'g.gone')})`,
        who: changedBy('g'),
      },
      sql`from (select c.tenant_id, c.transaction_id, max(c.created_at) as at, max(c.id) as id,
          coalesce(array_agg(${label('before')}) filter (where c.action = 3), '{}') as gone,
          coalesce(array_agg(${label('after')}) filter (where c.action = 1), '{}') as came
        from row_changes c where c.tenant_id = ${session.tenantId} and c.table_name = 'person_contacts'
          and (coalesce(c.after, c.before) ->> 'person_id') = ${String(personId)}
        group by c.tenant_id, c.transaction_id) g
      where not (g.gone <@ g.came and g.came <@ g.gone)`,
    ),
};
