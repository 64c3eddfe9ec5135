/** Service packages in a person's timeline: granted, used, taken away. */
import { sql } from 'kysely';
import { personPackages } from '#contract/elderly/person-packages.ts';
import { mayDo } from '../lists/now-sources.ts';
import { entries, joined, userName, type TimelineAsked, type TimelineSource } from '../lists/timeline-sources.ts';

const held = ({ session, personId }: TimelineAsked) =>
  sql`from person_packages p where p.tenant_id = ${session.tenantId} and p.person_id = ${personId} and p.deleted_at is null`;
const may = mayDo(personPackages.ofPerson.access);

export const packageGranted: TimelineSource = {
  name: 'package_granted',
  may,
  rows: (asked) =>
    entries(
      {
        at: sql`p.created_at`,
        id: sql`p.id`,
        title: sql`'添加服务包：' || p.name`,
        text: sql`p.starts_on || ' 至 ' || p.ends_on`,
        who: userName(sql`p.tenant_id`, sql`p.created_by`),
      },
      held(asked),
    ),
};

export const packageUsed: TimelineSource = {
  name: 'package_used',
  may,
  rows: ({ session, personId }) =>
    entries(
      {
        at: sql`u.taken_at`,
        id: sql`u.id`,
        title: sql`'使用服务包：' || u.project_name`,
        text: joined(sql`p.name`, sql`case when u.released_at is not null then '已退回' end`),
        who: userName(sql`u.tenant_id`, sql`u.taken_by`),
      },
      sql`from person_packages p join person_package_uses u on u.tenant_id = p.tenant_id and u.person_package_id = p.id
        where p.tenant_id = ${session.tenantId} and p.person_id = ${personId} and p.deleted_at is null`,
    ),
};

export const packageVoided: TimelineSource = {
  name: 'package_voided',
  may,
  rows: (asked) =>
    entries(
      { at: sql`p.voided_at`, id: sql`p.id`, title: sql`'服务包作废：' || p.name`, text: sql`p.void_reason` },
      sql`${held(asked)} and p.voided_at is not null`,
    ),
};
