/**
 * The invited or applying person's side. Every path carries a token that says who it
 * is; what it may touch is looked up again, never believed.
 */
import { DAY, instantOf } from '#contract/time.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { kinds, states } from '#contract/onboarding/invitations.rules.ts';
import { invitations as routes, type OwnInvitation } from '#contract/onboarding/invitations.ts';
import type { Context, Dependencies, Work } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import { conflict, invalid, notFound, Refusal, refused } from '../errors.ts';
import { sendMessage, tellThoseWith } from '../messages/messages.ts';
import { logPublic } from '../system/public-logs.ts';
import { inside } from '../db/inside.ts';
import { findOpenTenants } from '../tenants/openings.ts';
import { rowOf } from '../users/joining.ts';
import { checkPhoneCode } from '../users/phone-codes.ts';
import { rightsOfRoles } from '../users/rights.ts';
import { admit } from './admissions.ts';
import { invitationsOf, personOf, type Person } from '../users/external-persons.ts';
import { isOpen } from './platform-settings.ts';
import { spendToken, withToken, type Held } from '../users/external-tokens.ts';

const MANAGEMENT = '/admin/sysuserinvite/index';

interface Named {
  tenantId: number | null;
  id: number | null;
}

/** The invitation or application that a token, or for a registrant the input, means: one of the person's own. Throws 404. */
async function meant(platform: Tx, deps: Dependencies, held: Held, person: Person, input: Named): Promise<OwnInvitation> {
  const { tenantId, id } = held.purpose === 'invitation' ? { tenantId: held.subject_tenant_id, id: held.subject_id } : input;
  const found = (await invitationsOf(platform, deps, person)).find((one) => one.tenantId === tenantId && one.id === id);
  if (!found) throw notFound('邀请');
  return found;
}

/** Compare and set: who comes second, or too late, gets 409 with the row. */
async function settle(
  tx: Tx,
  id: number,
  status: number,
  by: string,
  reason: string | null,
): Promise<{ role_ids: number[]; department_id: number | null; created_by: number | null }> {
  const settled = await tx.row<{ role_ids: number[]; department_id: number | null; created_by: number | null }>(
    db
      .updateTable('user_invitations')
      .set({ status, reason, decided_name: by, decided_at: sql`now()`, version: sql`version + 1`, updated_at: sql`now()` })
      .where('tenant_id', '=', tx.tenantId)
      .where('id', '=', id)
      .where('status', '=', states.waiting)
      .where('expires_at', '>', sql<string>`now()`)
      .returning(['role_ids', 'department_id', 'created_by']),
  );
  // Elements of bigint[] come as text.
  if (settled) return settled;
  const fresh = await tx.row(sql`select id, status, version from user_invitations where tenant_id = ${tx.tenantId} and id = ${id}`);
  throw conflict('邀请已处理或已过期', fresh);
}

/** Whether who invited could still give these roles: nobody grants what he does not hold, also not by an invitation from before. */
async function stillGranted(tx: Tx, inviter: number | null, roleIds: readonly number[]): Promise<boolean> {
  const own = await tx.rows<{ role_id: number }>(sql`
    select ur.role_id from user_roles ur join users u on u.tenant_id = ur.tenant_id and u.id = ur.user_id
    where ur.tenant_id = ${tx.tenantId} and ur.user_id = ${inviter ?? 0} and u.status = 0 and u.deleted_at is null`);
  const [theirs, wanted] = [
    await rightsOfRoles(
      tx,
      own.map(({ role_id }) => role_id),
    ),
    await rightsOfRoles(tx, roleIds),
  ];
  if (theirs.length === 0 || wanted.length !== new Set(roleIds).size) return false;
  const held = new Set(theirs.flatMap(({ permissions }) => permissions));
  const scope = Math.min(...theirs.map(({ data_scope }) => data_scope));
  return wanted.every(({ permissions, data_scope }) => scope <= data_scope && permissions.every((permission) => held.has(permission)));
}

/** Spends the code for the person's own number; on its own, before the transaction. */
async function provePhone(deps: Dependencies, token: string, code: string): Promise<void> {
  const { phone } = await withToken(deps, token, ['invitation'], (platform, held) => personOf(platform, deps, held));
  await checkPhoneCode(deps, { purpose: 'bind', phone: phone ?? '', code });
}

export async function accept(
  input: z.output<typeof routes.accept.input>,
  { deps, request }: Context,
): Promise<z.output<typeof routes.accept.output>> {
  if (input.code) await provePhone(deps, input.token, input.code);
  return withToken(deps, input.token, ['invitation', 'registration'], async (platform, held) => {
    const person = await personOf(platform, deps, held);
    const invitation = await meant(platform, deps, held, person, input);
    if (invitation.kind !== kinds.invitation) throw refused('加入申请由机构审核');
    if (invitation.status !== states.waiting) throw conflict('邀请已处理或已过期', { id: invitation.id, status: invitation.status });
    // A number that somebody typed into an account is no proof that it is the person's.
    if (invitation.byPhone && !person.proven && !input.code) throw new Refusal(428, '请先验证收到邀请的手机号');
    if (!(await isOpen(platform, invitation.tenantId))) throw refused('该机构暂停服务，暂时不能加入');
    await inside(platform, deps, invitation.tenantId, async (tx) => {
      const { role_ids, department_id, created_by } = await settle(tx, invitation.id, states.accepted, person.name, null);
      if (!(await stillGranted(tx, created_by, role_ids))) throw refused('邀请已失效，请联系机构管理员重新邀请');
      const userId = await admit(tx, deps, person, { departmentId: department_id, roleIds: role_ids });
      if (created_by !== null)
        await sendMessage(tx, deps, {
          recipientId: created_by,
          kind: 'invitation',
          title: '邀请已接受',
          text: `${person.name}接受了邀请，已加入机构。`,
          link: MANAGEMENT,
        });
      await logPublic(tx, routes.accept, request, { userId, username: person.username }, `id=${invitation.id}`);
    });
    await logAtHome(platform, deps, person, (home, userId) =>
      logPublic(home, routes.accept, request, { userId, username: person.username }, `tenantId=${invitation.tenantId}`),
    );
    await spendToken(platform, held);
    return { tenantId: invitation.tenantId, tenantName: invitation.tenantName, username: person.username };
  });
}

const logAtHome = (platform: Tx, deps: Dependencies, { home }: Person, work: (tx: Tx, userId: number) => Promise<void>): Promise<void> =>
  home ? inside(platform, deps, home.tenantId, (tx) => work(tx, home.userId)) : Promise.resolve();

export async function refuse(input: z.output<typeof routes.refuse.input>, { deps, request }: Context): Promise<true> {
  return withToken(deps, input.token, ['invitation', 'registration'], async (platform, held) => {
    const person = await personOf(platform, deps, held);
    const { tenantId, id, kind, byPhone } = await meant(platform, deps, held, person, input);
    const withdraws = kind === kinds.application;
    // As with accepting: who has the number typed into the account may not turn away what was sent to its owner.
    if (byPhone && !person.proven) throw refused('请先在个人信息中验证手机号，再处理发给该手机号的邀请');
    await inside(platform, deps, tenantId, async (tx) => {
      const { created_by } = await settle(tx, id, withdraws ? states.withdrawn : states.refused, person.name, input.reason);
      const message = {
        kind: 'invitation',
        title: '邀请被拒绝',
        text: `${person.name}拒绝了邀请。${input.reason ?? ''}`,
        link: MANAGEMENT,
      } as const;
      if (!withdraws && created_by !== null) await sendMessage(tx, deps, { recipientId: created_by, ...message });
      await logPublic(tx, routes.refuse, request, { username: person.username }, `id=${id}`);
    });
    await logAtHome(platform, deps, person, (home, userId) =>
      logPublic(home, routes.refuse, request, { userId, username: person.username }, `tenantId=${tenantId}`),
    );
    // A registrant's token is for more than one invitation.
    if (held.purpose === 'invitation') await spendToken(platform, held);
    return true as const;
  });
}

/** By exact code or full name only: strangers do not get a list of customers. */
export async function tenantPage({ token, code, name, size }: z.output<typeof routes.tenants.input>, { deps }: Work) {
  const wanted = code?.trim() ? { code: code.trim() } : name?.trim() ? { name: name.trim() } : null;
  if (!wanted) throw invalid('请输入机构编码或完整名称');
  return withToken(deps, token, ['join', 'registration'], async (platform) => {
    const found = await findOpenTenants(platform, wanted);
    return {
      records: found.map((one) => ({ code: one.code, name: one.name })),
      total: found.length,
      size,
      current: 1,
      pages: found.length > 0 ? 1 : 0,
    };
  });
}

/** How many applications of a person may wait. */
const MOST_WAITING = 5;

export async function joinTenant({ token, code, note }: z.output<typeof routes.join.input>, { deps, request }: Context): Promise<true> {
  return withToken(deps, token, ['join', 'registration'], async (platform, held) => {
    const person = await personOf(platform, deps, held);
    const [found] = await findOpenTenants(platform, { code });
    if (!found) throw notFound('机构');
    const before = await invitationsOf(platform, deps, person);
    const here = before.filter(({ tenantId }) => tenantId === found.id);
    if (here.some(({ status, kind }) => status === states.waiting && kind === kinds.invitation))
      throw conflict('该机构已邀请您，请直接接受邀请');
    if (here.some(({ status }) => status === states.waiting)) throw conflict('您已申请加入该机构，请等待审核');
    if (before.filter(({ status, kind }) => status === states.waiting && kind === kinds.application).length >= MOST_WAITING)
      throw refused('等待审核的申请过多，请等待处理或撤回后再试');
    if (here.some((one) => one.kind === kinds.application && one.status === states.refused && instantOf(one.createTime) > deps.now() - DAY))
      throw refused('该机构24小时内已拒绝您的申请，请稍后再试');
    await inside(platform, deps, found.id, async (tx) => {
      const { home, registrationId, username, name, phone } = person;
      const member = home && (await rowOf(tx, home));
      if (member && !member.visiting) throw conflict('您已是该机构成员');
      const target = home ? username : (phone as string);
      await tx.run(sql`update user_invitations set status = 4, updated_at = now()
        where tenant_id = ${tx.tenantId} and lower(target) = ${target.toLowerCase()} and status = 0 and expires_at < now()`);
      const values = {
        tenant_id: tx.tenantId,
        kind: kinds.application,
        target,
        home_tenant_id: home?.tenantId ?? null,
        home_user_id: home?.userId ?? null,
        registration_id: registrationId,
        name,
        note,
        expires_at: sql<string>`now() + interval '30 days'`,
        created_name: name,
      };
      await tx.run(db.insertInto('user_invitations').values(values)).catch((error: { code?: string }) => {
        throw error.code === '23505' ? conflict('您已申请加入该机构，请等待审核') : error;
      });
      await tellThoseWith(tx, deps, 'sys_user_audit', {
        kind: 'application',
        title: '有人申请加入',
        text: `${name}申请加入本机构。${note ?? ''}`,
        link: `${MANAGEMENT}?kind=2&status=0`,
      });
      await logPublic(tx, routes.join, request, { username });
    });
    await logAtHome(platform, deps, person, (home, userId) =>
      logPublic(home, routes.join, request, { userId, username: person.username }, `tenantId=${found.id}`),
    );
    if (held.purpose === 'join') await spendToken(platform, held);
    return true as const;
  });
}

interface OwnTenantRow {
  tenant_id: number;
  name: string;
  status: number;
  ends_at: string | null;
  user_status: number;
  visiting: boolean;
  home: boolean;
}

export const tenantsOf = ({ tx, actor }: Work): Promise<OwnTenantRow[]> =>
  tx.rows(sql`select * from app.list_login_tenants(${actor.userId})`);

export async function mine(_input: object, context: Context): Promise<z.input<typeof routes.mine.output>> {
  const { tx, deps, session } = context;
  const rows = await tenantsOf(context);
  const all = await invitationsOf(tx, deps, { home: session.home, registrationId: null });
  return {
    tenants: rows.map((row) => ({
      tenantId: row.tenant_id,
      tenantName: row.name,
      home: row.home,
      visiting: row.visiting,
      current: row.tenant_id === session.tenantId,
      open: row.status === 0 && row.user_status === 0 && (row.ends_at === null || instantOf(row.ends_at) > deps.now()),
    })),
    invitations: all.filter(({ kind }) => kind === kinds.invitation),
    applications: all.filter(({ kind }) => kind === kinds.application),
  };
}
