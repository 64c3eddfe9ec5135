/** The administrator's side: inviting, sending again, withdrawing, auditing who wants to join. */
import { sql } from 'kysely';
import { MOBILE } from '#contract/phones.rules.ts';
import { kinds, MOST_SENT, states, WAIT_DAYS } from '#contract/onboarding/invitations.rules.ts';
import { invitations as routes } from '#contract/onboarding/invitations.ts';
import { PLATFORM } from '#contract/tenants/tenants.ts';
import type { Context, Work } from '../context.ts';
import { lookup } from '../lists/columns.ts';
import { contains, equals, reads, type ListOf } from '../lists/crud.ts';
import { db } from '../db/tenant.ts';
import { conflict, forbidden, invalid, notFound, refused, tooMany } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { sendMessage } from '../messages/messages.ts';
import { inside } from '../db/inside.ts';
import { exporting, listOf } from '../transfers/exports.ts';
import { rowOf } from '../users/joining.ts';
import { holds, needRoles, rightsOfRoles } from '../users/rights.ts';
import { reachesDepartment } from '../lists/data-scope.ts';
import { admit } from './admissions.ts';
import { invitationSheet } from './invitations-sheet.ts';
import { accept, joinTenant, mine, refuse, tenantPage } from './invited.ts';
import { announce, textTo } from '../messages/notices.ts';
import { account, accountsOf, registrant } from '../users/external-persons.ts';

/** What waits beyond its time has expired, also before anybody wrote that down. */
const effective = sql<number>`case when status = 0 and expires_at < now() then 4 else status end`;

const list: ListOf<typeof routes.page, 'user_invitations'> = {
  table: 'user_invitations',
  noun: '邀请',
  columns: {
    id: 'id',
    kind: 'kind',
    status: () => effective,
    // An invited number is shown as it was typed; an applicant's own is not everybody's to read.
    target: () => sql`case when kind = 2 then overlay(target placing '****' from 4 for 4) else target end`,
    name: 'name',
    deptId: 'department_id',
    deptName: lookup('departments', 'name', 'user_invitations.department_id'),
    roleList: () => sql`coalesce((select jsonb_agg(jsonb_build_object('roleId', r.id, 'roleName', r.name) order by r.id)
      from roles r where r.tenant_id = user_invitations.tenant_id and r.id = any(user_invitations.role_ids)), '[]')`,
    note: 'note',
    reason: 'reason',
    expireTime: 'expires_at',
    sendTime: 'sent_at',
    sendCount: 'sent_count',
    createName: 'created_name',
    auditName: 'decided_name',
    auditTime: 'decided_at',
    version: 'version',
    createTime: 'created_at',
  },
  filters: {
    kind: equals('kind'),
    status: (eb, value) => eb(effective, '=', Number(value)),
    // A telephone number is masked in the list: only all of it finds it.
    target: (eb, value, expected) =>
      eb.or([eb.and([eb('kind', '<>', 2), contains('target')(eb, value, expected)]), eb('target', '=', value)]),
    name: contains('name'),
  },
  sorts: { expire_time: 'expires_at', send_time: 'sent_at' },
};
const { page } = reads(list);

/** In a day; more is no invitation any more. */
const MOST_A_DAY = 200;

async function needDepartment({ tx, session }: Context, departmentId: number | null): Promise<void> {
  if (!reachesDepartment(session, departmentId)) throw forbidden('不能选择数据权限以外的部门');
  if (departmentId === null) return;
  if (!(await tx.row(db.selectFrom('departments').select('id').where('tenant_id', '=', session.tenantId).where('id', '=', departmentId))))
    throw notFound('部门');
}

interface Row {
  id: number;
  kind: number;
  status: number;
  version: number;
  target: string;
  phone: string | null;
  home_tenant_id: number | null;
  home_user_id: number | null;
  registration_id: number | null;
  role_ids: number[];
  sent_count: number;
  wait: number;
}

/** An invitation of the session's tenant, locked. Throws 404, 409 with the fresh row when the caller read another version. */
async function locked({ tx }: Work, id: number, version: number | undefined): Promise<Row> {
  const row = await tx.row<Row>(sql`
    select id, kind, ${effective} as status, version, target, phone, home_tenant_id, home_user_id, registration_id, role_ids, sent_count,
      ceil(extract(epoch from sent_at + interval '1 minute' - clock_timestamp()))::integer as wait
    from user_invitations where tenant_id = ${tx.tenantId} and id = ${id} for update`);
  if (!row) throw notFound('邀请');
  if (version !== undefined && version !== row.version)
    throw conflict('记录已变化，请刷新后重试', { id, status: row.status, version: row.version });
  return row;
}

const change = ({ tx }: Work, id: number, values: object) =>
  tx.run(
    db
      .updateTable('user_invitations')
      .set({ ...values, version: sql`version + 1`, updated_at: sql`now()` })
      .where('tenant_id', '=', tx.tenantId)
      .where('id', '=', id),
  );

const later = (days: number) => sql<string>`now() + make_interval(days => ${days})`;

interface Form {
  target?: string | undefined;
  name: string | null;
  role?: number[] | undefined;
  deptId: number | null;
  days?: number | undefined;
  note: string | null;
}

/** Whether or not the number or name is anybody's, the administrator hears the same. */
async function invite(form: Form, context: Context): Promise<true> {
  const { tx, session } = context;
  const target = form.target?.trim() ?? '';
  if (target === '') throw invalid('请输入手机号或用户名');
  if (!form.role) throw invalid('请选择角色');
  await needRoles(context, form.role);
  await needDepartment(context, form.deptId);
  const today = await tx.row<{ n: number }>(
    sql`select count(*) as n from user_invitations where tenant_id = ${session.tenantId} and kind = 1
      and created_at > now() - interval '1 day'`,
  );
  if ((today?.n ?? 0) >= MOST_A_DAY) throw tooMany(3600, '今天的邀请过多，请明天再试');
  const named = (await accountsOf(context.deps, target)).find(({ by_name }) => by_name);
  const home = named ? { tenantId: named.tenant_id, userId: named.user_id } : null;
  const here = home && (await rowOf(tx, home));
  if (here && !here.visiting) throw conflict('该用户已是本机构成员');
  await tx.run(sql`update user_invitations set status = 4, updated_at = now()
    where tenant_id = ${session.tenantId} and lower(target) = ${target.toLowerCase()} and status = 0 and expires_at < now()`);
  const values = {
    tenant_id: session.tenantId,
    kind: kinds.invitation,
    target,
    phone: !named && MOBILE.test(target) ? target : null,
    home_tenant_id: home?.tenantId ?? null,
    home_user_id: home?.userId ?? null,
    name: form.name,
    department_id: form.deptId,
    role_ids: [...new Set(form.role)],
    note: form.note,
    expires_at: later(form.days ?? WAIT_DAYS.usual),
    created_by: session.userId,
    created_name: session.name,
  };
  await tx.run(db.insertInto('user_invitations').values(values)).catch((error: { code?: string }) => {
    throw error.code === '23505' ? conflict('已有等待处理的邀请或申请') : error;
  });
  await announce(context, values);
  return true;
}

export const invitations: Handlers<typeof routes> = {
  page,
  export: exporting(routes.export, invitationSheet(listOf(list))),
  async roles(_input, { tx, session }) {
    const all = await tx.rows<{ id: number; name: string }>(
      db.selectFrom('roles').select(['id', 'name']).where('tenant_id', '=', session.tenantId).orderBy('id'),
    );
    const rights = await rightsOfRoles(
      tx,
      all.map(({ id }) => id),
      session.roleIds,
    );
    const may = new Set(rights.filter((role) => holds(session, role.permissions, role.data_scope)).map(({ id }) => id));
    return all.filter(({ id }) => may.has(id)).map(({ id, name }) => ({ roleId: id, roleName: name }));
  },
  mine,
  accept,
  refuse,
  tenants: tenantPage,
  join: joinTenant,

  async invite({ id, action, version, ...form }, context) {
    if (id === 0) return invite(form, context);
    if (!action) throw invalid('请选择操作');
    const row = await locked(context, id, version);
    const waits = row.status === states.waiting || (action === 'resend' && row.status === states.expired);
    if (row.kind !== kinds.invitation) throw refused('加入申请只能审核');
    if (!waits) throw conflict('邀请已处理，不能再操作', { id, status: row.status, version: row.version });
    if (action === 'withdraw') {
      await change(context, id, {
        status: states.withdrawn,
        decided_by: context.session.userId,
        decided_name: context.session.name,
        decided_at: sql`now()`,
      });
      return true;
    }
    // Who sends it again answers for it, with what he holds now.
    await needRoles(context, row.role_ids);
    if (row.sent_count >= MOST_SENT) throw refused(`同一邀请最多发送${MOST_SENT}次`);
    if (row.wait > 0) throw tooMany(row.wait, '发送过于频繁，请稍后再试');
    await change(context, id, {
      status: states.waiting,
      expires_at: later(form.days ?? WAIT_DAYS.usual),
      sent_at: sql`now()`,
      sent_count: row.sent_count + 1,
      created_by: context.session.userId,
      created_name: context.session.name,
    });
    await announce(context, row);
    return true;
  },

  async audit({ id, status, role, deptId, reason, version }, context) {
    const { tx, deps, session } = context;
    const row = await locked(context, id, version);
    if (row.kind !== kinds.application) throw refused('邀请由对方处理，不能审核');
    if (row.status !== states.waiting) throw conflict('申请已被处理', { id, status: row.status, version: row.version });
    const decision = { decided_by: session.userId, decided_name: session.name, decided_at: sql`now()` };
    const { home_tenant_id, home_user_id, registration_id } = row;
    const person =
      home_tenant_id !== null && home_user_id !== null
        ? await inside(tx, deps, home_tenant_id, (home) => account(home, home_user_id))
        : await inside(tx, deps, PLATFORM, (platform) => registrant(platform, registration_id ?? 0));
    if (status === '2') {
      if (!reason) throw invalid('请输入拒绝原因');
      await change(context, id, { status: states.refused, reason, ...decision });
      if (person)
        await textTo(context, person, {
          title: '加入申请未通过',
          text: (tenant) => `${tenant}未通过您的加入申请。原因：${reason}`,
          link: '/userPanel?name=joining',
        });
      return true;
    }
    if (!role) throw invalid('请选择角色');
    await needRoles(context, role);
    await needDepartment(context, deptId);
    if (!person) throw conflict('申请人的账号已停用或注册已失效');
    const userId = await admit(tx, deps, person, { departmentId: deptId, roleIds: role });
    await change(context, id, { status: states.accepted, role_ids: role, department_id: deptId, ...decision });
    await sendMessage(tx, deps, {
      recipientId: userId,
      kind: 'application',
      title: '您已加入机构',
      text: `${session.name}通过了您的加入申请。`,
    });
    await textTo(context, person, {
      title: '加入申请已通过',
      text: (tenant) => `${tenant}已通过您的加入申请，请登录后切换到该机构。`,
      link: '/userPanel?name=tenants',
    });
    return true;
  },
};
