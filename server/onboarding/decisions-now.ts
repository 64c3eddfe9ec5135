/** Decisions of 现在: institutions that registered, applications to join, invitations to the signed-in person. */
import { sql } from 'kysely';
import { reviews } from '#contract/onboarding/registration-reviews.rules.ts';
import { invitations } from '#contract/onboarding/invitations.ts';
import { registrationReviews } from '#contract/onboarding/registration-reviews.ts';
import { PLATFORM } from '#contract/tenants/tenants.ts';
import { instant } from '../db/instants.ts';
import { firstOf, mayDo, type NowFound, type NowSource } from '../lists/now-sources.ts';

export const registrationsNow: NowSource = {
  kind: 'registration',
  may: (session) => session.tenantId === PLATFORM && session.permissions.has(registrationReviews.audit.access),
  query: () => sql<NowFound>`
    select f.id, 3 as severity, 2 as phase, f.opened as name, '申请开通机构' as text, r.name as note, null::bigint as "personId",
      null::text as place, null::bigint as link, false as mark, f.since, null::timestamptz as due, f.total
    from ${firstOf(
      sql`select r.id, r.created_at as since, t.name as opened from registrations r
      join tenants t on t.id = r.opened_tenant_id and t.deleted_at is null
      where r.tenant_id = ${PLATFORM} and r.status = 1 and r.review = ${sql.lit(reviews.waiting)}`,
      'since, id',
    )} f join registrations r on r.tenant_id = ${PLATFORM} and r.id = f.id`,
};

export const applicationsNow: NowSource = {
  kind: 'application',
  may: mayDo(invitations.audit.access),
  query: ({ session: { tenantId }, now }) => sql<NowFound>`
    select f.id, 4 as severity, 2 as phase, coalesce(i.name, i.target) as name, '申请加入本机构' as text, i.note,
      null::bigint as "personId", null::text as place, null::bigint as link, false as mark, f.since, f.due, f.total
    from ${firstOf(
      sql`select id, created_at as since, expires_at as due from user_invitations
      where tenant_id = ${tenantId} and kind = 2 and status = 0 and expires_at > ${instant(now)}`,
      'since, id',
    )} f join user_invitations i on i.tenant_id = ${tenantId} and i.id = f.id`,
};

/** The account of a person who works here as a member is at home elsewhere; there they see what waits for them. */
export const invitationsNow: NowSource = {
  kind: 'invitation',
  may: ({ home, tenantId }) => home.tenantId === tenantId,
  query: ({ session: { home } }) => sql<NowFound>`
    select f.id, 4 as severity, 2 as phase, f.tenant_name as name, '邀请您加入' as text, f.inviter as note, null::bigint as "personId",
      null::text as place, null::bigint as link, false as mark, f.since, f.due, f.total
    from ${firstOf(
      sql`select id, tenant_name, inviter, created_at as since, expires_at as due
      from app.list_login_invitations(${home.userId}::bigint, null) where status = 0 and kind = 1`,
      'since, id',
    )} f`,
};
