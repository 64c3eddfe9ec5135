/** Tokens of one purpose for the person who is signed in, and what they open. */
import { sql } from 'kysely';
import { externalAccounts as routes } from '#contract/onboarding/external-accounts.ts';
import { kinds, states } from '#contract/onboarding/invitations.rules.ts';
import { PLATFORM } from '#contract/tenants/tenants.ts';
import type { Context, Dependencies } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import { conflict, forbidden, notFound, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { tellThoseWith } from '../messages/messages.ts';
import { logPublic } from '../system/public-logs.ts';
import { inside } from '../db/inside.ts';
import { changeOwnData } from '../tenants/openings.ts';
import { isLastAdministrator, leaveTenant, rename, rowOf, setOwnPassword } from '../users/joining.ts';
import { alone, beginAttempt } from '../users/login-limits.ts';
import { checkNewPassword } from '../users/password-policies.ts';
import { hashPassword, verifyPassword } from '../users/passwords.ts';
import { tenantsOf } from './invited.ts';
import { accountsOf, invitationsOf, mayBeNamed, personOf, type Person } from '../users/external-persons.ts';
import { issueToken, spendToken, withToken, worthless, type Purpose } from '../users/external-tokens.ts';

/** Whether a user administers the tenant of `tx`: the role, or the account that opened it. */
async function administers(tx: Tx, userId: number): Promise<boolean> {
  const row = await tx.row(sql`
    select 1 from users u where u.tenant_id = ${tx.tenantId} and u.id = ${userId} and u.status = 0 and u.deleted_at is null
      and (u.super_admin or exists (select from user_roles ur join roles r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
        where ur.tenant_id = u.tenant_id and ur.user_id = u.id and r.code = 'admin'))`);
  return row !== undefined;
}

/** What a token may be about: looked up among what is the caller's own. Throws 404, 403. */
async function subjectOf(
  context: Context,
  purpose: string,
  tenantId: number | undefined,
  id: number | undefined,
): Promise<{ subjectTenantId?: number; subjectId?: number }> {
  const { tx, deps, session } = context;
  if (purpose === 'invitation') {
    const own = await invitationsOf(tx, deps, { home: session.home, registrationId: null });
    if (!own.some((one) => one.tenantId === tenantId && one.id === id && one.status === states.waiting)) throw notFound('邀请');
    return { subjectTenantId: tenantId as number, subjectId: id as number };
  }
  if (purpose === 'leave' || purpose === 'profile') {
    if (!(await tenantsOf(context)).some((one) => one.tenant_id === tenantId)) throw notFound('机构');
    return { subjectTenantId: tenantId as number };
  }
  if (purpose === 'enterprise') {
    if (!(await administers(tx, session.userId))) throw forbidden('只有机构管理员可以修改机构信息');
    return { subjectTenantId: session.tenantId };
  }
  return {};
}

/** Throws 422 unless the password is that of the token's person; counted like a sign-in. On its own, before the transaction. */
async function provePassword(
  { deps, request }: Pick<Context, 'deps' | 'request'>,
  token: string,
  purpose: Purpose,
  password: string,
  refusal: string,
): Promise<void> {
  const person = await withToken(deps, token, [purpose], (platform, held) => personOf(platform, deps, held));
  const attempt = await beginAttempt(alone(deps.pool), deps.secrets, person.username, request.address);
  if (!(await verifyPassword(password, person.password_hash))) throw refused(refusal);
  await attempt.succeeded();
}

/** A registrant gives up: nothing of theirs waits any more. */
async function giveUp(platform: Tx, deps: Dependencies, registrationId: number): Promise<void> {
  const own = await invitationsOf(platform, deps, { home: null, registrationId });
  for (const { tenantId, id } of own.filter(({ kind, status }) => kind === kinds.application && status === states.waiting)) {
    await inside(platform, deps, tenantId, (tx) =>
      tx.run(
        db
          .updateTable('user_invitations')
          .set({ status: states.withdrawn, decided_at: sql`now()`, version: sql`version + 1` })
          .where('tenant_id', '=', tenantId)
          .where('id', '=', id)
          .where('status', '=', states.waiting),
      ),
    );
  }
  await platform.run(
    db
      .updateTable('registrations')
      .set({ status: 9, password_hash: '', updated_at: sql`now()` })
      .where('tenant_id', '=', PLATFORM)
      .where('id', '=', registrationId)
      .where('status', '=', 0),
  );
}

/** Whether the account has other institutions; visits from above are none. */
async function membershipsOf(home: Tx, userId: number): Promise<number> {
  const rows = await home.rows<{ home: boolean; visiting: boolean }>(sql`select home, visiting from app.list_login_tenants(${userId})`);
  return rows.filter((row) => !row.home && !row.visiting).length;
}

export const externalAccounts: Handlers<typeof routes> = {
  async findToken({ purpose, tenantId, id }, context) {
    const { tx, deps, session } = context;
    const subject = await subjectOf(context, purpose, tenantId, id);
    const holder = { home: session.home, session: { tenantId: session.tenantId, id: session.id }, ...subject };
    return inside(tx, deps, PLATFORM, (platform) => issueToken(platform, purpose, holder));
  },

  async updatePwd({ token, password, newpassword1 }, { deps, request, sessions }) {
    await provePassword({ deps, request }, token, 'password', password, '原密码错误，修改密码失败');
    const ended = await withToken(deps, token, ['password'], async (platform, held) => {
      const person = await personOf(platform, deps, held);
      const home = person.home as NonNullable<Person['home']>;
      const others = await inside(platform, deps, home.tenantId, async (tx) => {
        await checkNewPassword(tx, person.username, newpassword1);
        const gone = await setOwnPassword(tx, deps, home.userId, await hashPassword(newpassword1), held.session_id ?? undefined);
        if (!gone) throw worthless();
        await logPublic(tx, routes.updatePwd, request, { userId: home.userId, username: person.username });
        return gone;
      });
      await spendToken(platform, held);
      return others;
    });
    for (const sessionId of ended) sessions.forget({ sessionId });
    return true;
  },

  async updateUserEnterprise({ token, name, username }, { deps, request, sessions }) {
    return withToken(deps, token, ['profile', 'registration'], async (platform, held) => {
      const person = await personOf(platform, deps, held);
      if (person.home) {
        if (username && username !== person.username) throw refused('用户名不能修改');
        const { home } = person;
        const tenantId = held.subject_tenant_id as number;
        await inside(platform, deps, tenantId, async (tx) => {
          const row = await rowOf(tx, home);
          if (!row) throw notFound('机构');
          await rename(tx, row.id, name);
          await logPublic(tx, routes.updateUserEnterprise, request, { userId: row.id, username: person.username });
          sessions.forget({ tenantId, userId: row.id });
        });
        await spendToken(platform, held);
        return true;
      }
      const wanted = username ?? person.username;
      if (!mayBeNamed(wanted, person.phone as string)) throw refused('用户名不能是他人的手机号');
      if ((await accountsOf(deps, wanted)).some(({ by_name }) => by_name)) throw conflict('用户名已被占用，请换一个');
      await platform
        .run(
          db
            .updateTable('registrations')
            .set({ name, username: wanted, version: sql`version + 1`, updated_at: sql`now()` })
            .where('tenant_id', '=', PLATFORM)
            .where('id', '=', person.registrationId as number),
        )
        .catch((error: { code?: string }) => {
          throw error.code === '23505' ? conflict('用户名已被占用，请换一个') : error;
        });
      await logPublic(platform, routes.updateUserEnterprise, request, { username: wanted }, `id=${person.registrationId}`);
      return true;
    });
  },

  async updateEnterprise({ token, ...data }, { deps, request }) {
    return withToken(deps, token, ['enterprise'], async (platform, held) => {
      const person = await personOf(platform, deps, held);
      const tenantId = held.subject_tenant_id as number;
      await inside(platform, deps, tenantId, async (tx) => {
        const row = await rowOf(tx, person.home as NonNullable<Person['home']>);
        // What he was when he asked for the token he may not be any more.
        if (!row || !(await administers(tx, row.id))) throw forbidden('只有机构管理员可以修改机构信息');
        await logPublic(tx, routes.updateEnterprise, request, { userId: row.id, username: person.username });
      });
      await changeOwnData(platform, tenantId, data);
      await spendToken(platform, held);
      return true;
    });
  },

  async unsubscribe({ token, cancelAccount, password }, { deps, request, sessions }) {
    if (cancelAccount && password) await provePassword({ deps, request }, token, 'leave', password, '密码错误，不能注销账号');
    const { account, ended } = await withToken(deps, token, ['leave', 'registration'], async (platform, held) => {
      const person = await personOf(platform, deps, held);
      if (!person.home) {
        await giveUp(platform, deps, person.registrationId as number);
        await logPublic(platform, routes.unsubscribe, request, { username: person.username }, `id=${person.registrationId}`);
        await spendToken(platform, held);
        return { account: false, ended: [] as number[] };
      }
      const { home } = person;
      const tenantId = held.subject_tenant_id as number;
      const atHome = tenantId === home.tenantId;
      if (atHome && !(cancelAccount && password)) throw refused('这是您账号所在的机构，退出将注销账号，请确认注销并输入密码');
      const gone = await inside(platform, deps, tenantId, async (tx) => {
        const row = await rowOf(tx, home);
        if (!row) throw notFound('机构');
        if (!row.visiting && (await isLastAdministrator(tx, row.id))) throw refused('您是该机构最后一名管理员，请先将管理员角色交给他人');
        if (atHome && (await membershipsOf(tx, home.userId)) > 0) throw refused('请先退出其他机构，再注销账号');
        const sessionsEnded = await leaveTenant(tx, deps, row.id);
        if (!sessionsEnded) throw conflict('您已退出该机构');
        await tellThoseWith(tx, deps, 'sys_user_audit', {
          kind: 'account',
          title: '有人退出机构',
          text: `${person.name}（${person.username}）已退出本机构。`,
          link: '/admin/user/index',
        });
        await logPublic(tx, routes.unsubscribe, request, { userId: row.id, username: person.username });
        return sessionsEnded;
      });
      await spendToken(platform, held);
      return { account: atHome, ended: gone };
    });
    for (const sessionId of ended) sessions.forget({ sessionId });
    return { account };
  },
};
