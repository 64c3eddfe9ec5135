/** Self-registration and the forgotten password: whoever has not proved a phone yet hears the same, known or unknown. */
import { sql } from 'kysely';
import { registrations as routes } from '#contract/onboarding/registrations.ts';
import { PLATFORM } from '#contract/tenants/tenants.ts';
import type { z } from 'zod';
import type { Context, Dependencies, Work } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import { conflict, invalid, notFound, Refusal, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { sendMessage, tellThoseWith } from '../messages/messages.ts';
import { issueOrderToken } from '../subscriptions/order-tokens.ts';
import { onSale, saleOf, toItems, toOffer } from '../subscriptions/offers.ts';
import { grantOf } from '../subscriptions/grants.ts';
import { logPublic } from '../system/public-logs.ts';
import { inside } from '../db/inside.ts';
import { openTenant } from '../tenants/openings.ts';
import { addAccount } from '../users/joining.ts';
import { checkNewPassword } from '../users/password-policies.ts';
import { hashPassword } from '../users/passwords.ts';
import { findPhoneLogins } from '../users/phone-accounts.ts';
import { checkPhoneCode } from '../users/phone-codes.ts';
import { finishRegistration } from './admissions.ts';
import { accountsOf, invitationsOf, mayBeNamed, registrant } from '../users/external-persons.ts';
import { registrationSettings } from './platform-settings.ts';
import { resetPassword, sendCode } from './resets.ts';
import { asPlatform, issueToken, narrowToken, spendToken, withToken, worthless } from '../users/external-tokens.ts';

/** A registration that nobody went on with gives its sign-in name free. */
const KEPT_DAYS = 30;

type Form = z.output<typeof routes.register.input>;
type Answer = z.output<typeof routes.register.output>;

const TAKEN = '用户名已被占用，请换一个';

/**
 * Throws 409 when the person, who has proved the phone, verified it in an account
 * before. What an administrator typed prevents no registration.
 */
async function needNewPhone(deps: Dependencies, phone: string): Promise<void> {
  if ((await findPhoneLogins(deps, phone)).some(({ verified }) => verified))
    throw conflict('该手机号已有账号，请直接登录；忘记密码可以找回');
}

async function standingOf(platform: Tx, work: Work, registrationId: number): Promise<Answer> {
  const person = await registrant(platform, registrationId);
  if (!person) throw worthless();
  const invitations = await invitationsOf(platform, work.deps, person);
  return {
    ...(await issueToken(platform, 'registration', { registrationId })),
    step: 'registration',
    username: person.username,
    name: person.name,
    invitations,
  };
}

/** The phone is proven: what it registered before, or a proof to go on with. */
async function proved(phone: string, work: Work): Promise<Answer> {
  return asPlatform(work.deps, async (platform) => {
    if (!(await registrationSettings(platform)).open) throw refused('平台暂未开放自助注册，请联系平台管理员');
    await needNewPhone(work.deps, phone);
    const open = await platform.row<{ id: number }>(
      db
        .selectFrom('registrations')
        .select('id')
        .where('tenant_id', '=', PLATFORM)
        .where('phone', '=', phone)
        .where('status', '=', 0)
        .where('expires_at', '>', sql<string>`clock_timestamp()`),
    );
    if (open) return standingOf(platform, work, open.id);
    return { ...(await issueToken(platform, 'proof', { phone })), step: 'proof', username: null, name: null, invitations: [] };
  });
}

/** Keeps the registration of a proven phone; a later one of the same phone replaces it. Gives its id. */
async function keep(platform: Tx, phone: string, form: { username: string; name: string; password_hash: string }): Promise<number> {
  const ofPlatform = () => db.updateTable('registrations').where('tenant_id', '=', PLATFORM).where('status', '=', 0);
  await platform.run(
    ofPlatform()
      .set({ status: 9, password_hash: '' })
      .where('expires_at', '<=', sql<string>`clock_timestamp()`)
      .where((eb) => eb.or([eb('phone', '=', phone), eb(eb.fn('lower', ['username']), '=', form.username.toLowerCase())])),
  );
  const values = { ...form, expires_at: sql<string>`clock_timestamp() + make_interval(days => ${KEPT_DAYS})` };
  const same = await platform.row<{ id: number }>(
    ofPlatform()
      .set({ ...values, version: sql`version + 1`, updated_at: sql`now()` })
      .where('phone', '=', phone)
      .returning('id'),
  );
  return (
    same ??
    ((await platform.row<{ id: number }>(
      db
        .insertInto('registrations')
        .values({ tenant_id: PLATFORM, phone, ...values })
        .returning('id'),
    )) as { id: number })
  ).id;
}

async function registerAs({ username, name, password }: Form, proof: string, context: Context): Promise<Answer> {
  if (!username) throw invalid('请输入用户名');
  if (!password) throw invalid('请输入密码');
  return withToken(context.deps, proof, ['proof'], async (platform, held) => {
    const phone = held.phone as string;
    await needNewPhone(context.deps, phone);
    if (!mayBeNamed(username, phone)) throw refused('用户名不能是他人的手机号');
    // Before the password is looked at: it must not be compared with somebody else's.
    if ((await accountsOf(context.deps, username)).some(({ by_name }) => by_name)) throw conflict(TAKEN);
    await checkNewPassword(platform, username, password);
    const form = { username, name: name || username, password_hash: await hashPassword(password) };
    const id = await keep(platform, phone, form).catch((error: { code?: string }) => {
      throw error.code === '23505' ? conflict(TAKEN) : error;
    });
    await spendToken(platform, held);
    await logPublic(platform, routes.register, context.request, { username }, `id=${id}`);
    return standingOf(platform, context, id);
  });
}

type Opened = z.output<typeof routes.createTenant.output>;

/** With the answer, what the package is bought with. */
async function withOrderToken(platform: Tx, opened: Omit<Opened, 'orderToken' | 'orderExpiresIn'>, userId: number): Promise<Opened> {
  const { token: orderToken, expiresIn: orderExpiresIn } = await issueOrderToken(
    platform,
    { tenantId: opened.tenantId, userId },
    opened.tenantId,
  );
  return { ...opened, orderToken, orderExpiresIn };
}

/** What createTenant answered, from what it made. */
async function openedBy(platform: Tx, deps: Dependencies, registrationId: number): Promise<Opened | null> {
  const row = await platform.row<Omit<Opened, 'pending' | 'orderToken' | 'orderExpiresIn'> & { status: number }>(sql`
    select t.id as "tenantId", t.name as "tenantName", t.code, r.username, t.status, t.ends_at as "endTime"
    from registrations r join tenants t on t.id = r.opened_tenant_id where r.tenant_id = ${PLATFORM} and r.id = ${registrationId}`);
  if (!row) return null;
  const { tenantId, tenantName, code, username, endTime, status } = row;
  const first = await inside(platform, deps, tenantId, (tx) =>
    tx.row<{ id: number }>(
      sql`select id from users where tenant_id = ${tenantId} and username = ${username} and home_user_id is null and deleted_at is null`,
    ),
  );
  if (!first) throw worthless();
  return withOrderToken(platform, { tenantId, tenantName, code, username, pending: status !== 0, endTime }, first.id);
}

export const registrations: Handlers<typeof routes> = {
  sendCode,
  forgetPwd: resetPassword,

  async register(input, context) {
    if (input.proof) return registerAs(input, input.proof, context);
    const { phone, code } = input;
    if (!phone) throw invalid('请输入手机号');
    if (!code) throw new Refusal(428, '验证码不能为空');
    await checkPhoneCode(context.deps, { purpose: 'register', phone, code });
    const answer = await proved(phone, context);
    if (answer.step !== 'proof' || !input.username) return answer;
    // The code is spent: whoever has to choose another name goes on with the proof.
    return registerAs(input, answer.token, context).catch((error: unknown) => {
      throw error instanceof Refusal ? new Refusal(error.status, error.message, answer) : error;
    });
  },

  packages: (_input, { deps }) =>
    asPlatform(deps, async (platform) => {
      const { trialDays } = await registrationSettings(platform);
      return (await onSale(platform)).map((row) => {
        const items = toItems(row);
        const cheapest = items.toSorted((one, other) => one.price - other.price)[0];
        return { ...toOffer(row), price: cheapest?.price ?? 0, days: cheapest?.timeNum ?? trialDays, items };
      });
    }),

  async createTenant({ token, name, packageId, regionCode, address }, context) {
    const { deps, request } = context;
    return withToken(deps, token, ['registration', 'opened'], async (platform, held) => {
      const registrationId = held.registration_id as number;
      // Sent twice at once, the second waited for the first.
      if (held.purpose === 'opened') return (await openedBy(platform, deps, registrationId)) as Opened;
      const person = await registrant(platform, registrationId);
      if (!person) throw worthless();
      const { approval, trialDays, open } = await registrationSettings(platform);
      if (!open) throw refused('平台暂未开放自助注册，请联系平台管理员');
      const offer = packageId === null ? (await onSale(platform))[0] : await saleOf(platform, packageId);
      if (!offer) throw notFound('产品包');
      const made = await openTenant(platform, deps, {
        name,
        grant: grantOf(offer),
        regionCode,
        address,
        contactName: person.name,
        contactPhone: person.phone as string,
        days: trialDays,
        pending: approval,
      });
      const userId = await inside(platform, deps, made.id, async (tx) => {
        const first = {
          username: person.username,
          name: person.name,
          phone: person.phone as string,
          password_hash: person.password_hash as string,
        };
        const id = await addAccount(tx, { ...first, superAdmin: true, departmentId: null, roleIds: [made.roleIds.get('admin') as number] });
        if (id === null) throw conflict('用户名已被占用，请更换用户名');
        await sendMessage(tx, deps, {
          recipientId: id,
          kind: 'notice',
          title: '机构已创建',
          text: `${name}已创建，机构编码${made.code}，试用到${made.endTime.slice(0, 10)}。可在邀请管理中邀请同事加入。`,
          link: '/admin/sysuserinvite/index',
        });
        await logPublic(tx, routes.createTenant, request, { userId: id, username: person.username });
        return id;
      });
      await finishRegistration(platform, deps, registrationId, { tenantId: made.id, userId }, approval ? 'waiting' : 'yes');
      await narrowToken(platform, held, 'opened');
      await tellThoseWith(platform, deps, approval ? 'sys_registration_audit' : 'admin_systenant_edit', {
        kind: 'notice',
        title: approval ? '新机构等待审核' : '新机构自助注册',
        text: `${name}（编码${made.code}）由${person.name}注册，试用到${made.endTime.slice(0, 10)}${approval ? '。核实后请在注册审核中处理。' : '。'}`,
        link: approval ? '/admin/registration/index?state=1' : '/admin/tenant/index',
      });
      await logPublic(platform, routes.createTenant, request, { username: person.username }, `id=${made.id}`);
      const opened = {
        tenantId: made.id,
        tenantName: name,
        code: made.code,
        username: person.username,
        pending: approval,
        endTime: made.endTime,
      };
      return withOrderToken(platform, opened, userId);
    });
  },
};
