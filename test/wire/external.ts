/** Joining and leaving institutions outside of login, invitations and messages: `base/external`, `user/invitation`, `user/audit`. */
import assert from 'node:assert/strict';
import { givePassword, PASSWORD } from '#test/accounts.ts';
import { codeFor, newPhone } from '#test/phones.ts';
import { sql } from 'kysely';
import { forgetSends, register, tokenFor } from '#test/registrants.ts';
import { has, paged, rows, unique, type Replay, type World } from './wire.ts';

const NEW = 'Wire2026b';

const done = (answer: unknown) => assert.equal(answer, true);

/** Somebody of another institution, whom this one invites. */
const invitee = async ({ t, kept }: World) => (kept.invitee = await t.user(await t.tenant()));

/** The waiting invitation of the one who was invited last, and a token for it. */
async function invited({ t, staff, kept }: World): Promise<{ id: number; token: string }> {
  const { data } = await t.call('GET', '/admin/sysuserinvite/page', { as: staff, input: { kind: 1, status: 0, size: 50 } });
  const { id } = data.records.find(({ target }: { target: string }) => target === kept.invitee.username);
  return { id, token: await tokenFor(t, kept.invitee, 'invitation', { tenantId: staff.tenantId, id }) };
}

export const external: Replay[] = [
  [
    'admin POST base/external/register',
    async ({ t, kept }) => {
      const phone = newPhone();
      kept.registrant = { phone, username: unique('fang') };
      return {
        as: null,
        body: { phone, code: await codeFor(t, 'register', phone), username: kept.registrant.username, name: '访客', password: NEW },
      };
    },
    (answer, { kept }) => {
      has(answer, 'token');
      kept.registrant.token = answer.token;
    },
  ],
  [
    'admin POST base/external/createTenant/{token}',
    ({ kept }) => ({ as: null, at: [kept.registrant.token], body: { name: unique('新家园'), packageId: '', regionCode: '', address: '' } }),
  ],
  [
    'admin GET base/external/findTokenByCustomizeOpen',
    ({ staff }) => ({ as: staff, query: { purpose: 'enterprise', tenantId: '', id: '' } }),
    (answer) => has(answer, 'token'),
  ],
  [
    'admin PUT base/external/updateEnterpriseInfo/{token}',
    async ({ t, staff }) => ({
      as: null,
      at: [await tokenFor(t, staff, 'enterprise')],
      body: { name: unique('平安颐养院'), logo: '', regionCode: '', address: '', contactName: '', contactPhone: '' },
    }),
  ],
  [
    'admin PUT base/external/updatePwd/{token}',
    async ({ t, staff, kept }) => {
      kept.leaver = await t.user(staff.tenantId, { name: '离开' });
      await givePassword(t, kept.leaver, 'tulip4827');
      return { as: null, at: [await tokenFor(t, kept.leaver, 'password')], body: { password: 'tulip4827', newpassword1: NEW } };
    },
  ],
  [
    'admin PUT base/external/updateUserEnterprise/{token}',
    async ({ t, kept, staff }) => {
      kept.renamed = await t.user(staff.tenantId, { name: '改名' });
      await givePassword(t, kept.renamed);
      return {
        as: null,
        at: [await tokenFor(t, kept.renamed, 'profile', { tenantId: staff.tenantId })],
        body: { name: '改过', username: '' },
      };
    },
  ],
  [
    'admin PUT base/external/forgetPwd',
    async ({ t, kept }) => {
      await forgetSends(t);
      const { username, phone } = kept.registrant;
      return { as: null, body: { login: username, code: await codeFor(t, 'reset', phone), password: 'Wire2026c' } };
    },
  ],
  [
    'admin GET base/external/tenantPage/{token}',
    async ({ t, kept }) => {
      kept.joiner = await register(t);
      return { as: null, at: [kept.joiner.token], query: { current: 1, size: 10, code: 'pingan', name: '' } };
    },
    (page) => void rows(page, 'code name'),
  ],
  [
    'admin PUT base/external/joinTenant/{token}',
    ({ kept }) => ({ as: null, at: [kept.joiner.token], body: { code: 'pingan', note: '' } }),
    done,
  ],
  [
    'admin GET sysuserinvite/page',
    () => ({ query: { ...paged, kind: '2', status: '', name: '' } }),
    (page, { kept }) => ([kept.application] = rows(page, 'id status target createTime')),
  ],
  [
    'admin PUT user/audit',
    async ({ t, staff, kept }) => {
      const roles = (await t.call('GET', '/admin/sysuserinvite/roles', { as: staff })).data;
      kept.role = [String(roles[0].roleId)];
      return { body: { id: String(kept.application.id), status: '1', role: kept.role, deptId: '', reason: '' } };
    },
    done,
  ],
  [
    'admin PUT user/invitation/{id}',
    async (w) => ({ at: [0], body: { target: (await invitee(w)).username, name: '', role: w.kept.role, deptId: '', note: '' } }),
    done,
  ],
  [
    'admin PUT base/external/accept/{token}',
    async (w) => {
      const { id, token } = await invited(w);
      return { as: null, at: [token], body: { tenantId: String(w.staff.tenantId), id, code: '' } };
    },
    (answer) => has(answer, 'tenantId username'),
  ],
  [
    'admin PUT base/external/refused/{token}',
    async (w) => {
      const { t, staff, kept } = w;
      const { username: target } = await invitee(w);
      await t.call('PUT', '/admin/user/invitation/0', { as: staff, input: { target, role: kept.role } });
      const { id, token } = await invited(w);
      return { as: null, at: [token], body: { tenantId: staff.tenantId, id, reason: '' } };
    },
    done,
  ],
  [
    'admin PUT base/external/unsubscribe/{token}',
    async ({ t, staff, kept }) => ({
      as: null,
      at: [await tokenFor(t, kept.renamed, 'leave', { tenantId: staff.tenantId })],
      body: { cancelAccount: true, password: PASSWORD },
    }),
    (left) => assert.deepEqual(left, { account: true }),
  ],
  [
    'admin GET base/external/getMessageListByRecipient/{a}/{b}',
    async ({ t, staff }) => {
      await t.deps.inTenant(staff.tenantId, (tx) =>
        tx.run(
          sql`insert into messages (tenant_id, recipient_id, kind, title, text)
            values (${staff.tenantId}, ${staff.userId}, 'notice', '通知', '请查收')`,
        ),
      );
      return { at: [staff.userId, 'all'], query: { current: 1, size: 10, kind: '' } };
    },
    (page, { kept }) => ([kept.message] = rows(page, 'id title text createTime')),
  ],
  [
    'admin GET base/external/getMessageById/{a}/{b}',
    ({ staff, kept }) => ({ at: [kept.message.id, staff.userId] }),
    (row) => has(row, 'id title text'),
  ],
  ['admin POST base/external/clearMessages', ({ kept }) => ({ body: { ids: [String(kept.message.id)] } }), done],
];
