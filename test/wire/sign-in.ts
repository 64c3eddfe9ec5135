/** Signing in and out, tokens, and closing an alarm. Captchas and ciphers are in wire-client.test.ts. */
import assert from 'node:assert/strict';
import { basic, givePassword, PASSWORD, putClients } from '#test/accounts.ts';
import { warning } from '#test/care.ts';
import { loginCode, newPhone } from '#test/phones.ts';
import { sql } from 'kysely';
import { has, type Replay } from './wire.ts';

const TOKEN = 'access_token token_type refresh_token expires_in scope user_info';
const asClient = { authorization: basic('plain', 'plain'), 'content-type': 'application/x-www-form-urlencoded', 'TENANT-ID': '1' };

export const signIn: Replay[] = [
  [
    'auth POST oauth/token',
    async ({ t, kept }) => {
      await putClients(t);
      kept.signer = await t.user(await t.tenant());
      kept.phone = newPhone();
      await givePassword(t, kept.signer);
      await t.deps.inTenant(kept.signer.tenantId, async (tx) => {
        await tx.run(sql`update users set phone = ${kept.phone} where tenant_id = ${kept.signer.tenantId} and id = ${kept.signer.userId}`);
        await tx.run(
          sql`update users set phone_verified_at = now() where tenant_id = ${kept.signer.tenantId} and id = ${kept.signer.userId}`,
        );
      });
      const { username } = kept.signer;
      return {
        as: null,
        raw: true,
        headers: asClient,
        query: { randomStr: 'blockPuzzle', code: '', grant_type: 'password', scope: 'server' },
        text: `username=${username}&password=${PASSWORD}`,
      };
    },
    (token, { kept }) => {
      has(token, TOKEN);
      kept.renewal = token.refresh_token;
    },
  ],
  [
    'auth POST oauth/token',
    ({ kept }) => ({
      as: null,
      raw: true,
      headers: asClient,
      query: { refresh_token: kept.renewal, grant_type: 'refresh_token', scope: 'server' },
      text: '',
    }),
    (token) => has(token, TOKEN),
  ],
  [
    'auth POST mobile/token/sms',
    async ({ t, kept }) => {
      const code = await loginCode(t, kept.phone);
      return { as: null, raw: true, headers: asClient, query: { mobile: `SMS@${kept.phone}`, code, grant_type: 'mobile' }, text: '' };
    },
    (token, { kept }) => {
      has(token, TOKEN);
      kept.access = token.access_token;
    },
  ],
  // No WeChat is configured here; social-accounts.test.ts has one.
  [
    'auth POST mobile/token/social',
    () => ({ as: null, headers: asClient, query: { mobile: 'WX@code', grant_type: 'mobile' }, text: '', refused: [401, 417, 422, 428] }),
  ],
  [
    'auth DELETE token/logout',
    ({ kept }) => ({ as: null, headers: { authorization: `Bearer ${kept.access}` } }),
    (done) => assert.equal(done, true),
  ],
  ['admin POST user/panel/check', async ({ t, staff }) => (await givePassword(t, staff), { body: { password: PASSWORD } })],
  [
    'warning POST devicewarning/updateStatus',
    async ({ t, staff, kept }) => ({
      body: {
        id: String(await warning(t, staff.tenantId, kept.oldman.id)),
        processMode: '1',
        isDisposed: '0',
        remark: '老人误触，已电话确认',
        $processMode: '在线处理',
      },
    }),
    (answer) => has(answer, 'workOrderId'),
  ],
];
