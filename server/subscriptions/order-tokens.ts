/**
 * Tokens for buying outside of login: for who has just opened an institution, and for
 * the administrator of one that is closed to its users.
 */
import { sql } from 'kysely';
import { externalOrders as routes } from '#contract/subscriptions/external-orders.ts';
import { PLATFORM } from '#contract/tenants/tenants.ts';
import type { z } from 'zod';
import type { Context, Dependencies } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { forbidden, invalid, Refusal } from '../errors.ts';
import { asPlatform, issueToken, spendToken, withToken } from '../users/external-tokens.ts';
import { logPublic } from '../system/public-logs.ts';
import { inside } from '../db/inside.ts';
import { askWhich, findPhoneLogins, meantBy } from '../users/phone-accounts.ts';
import { takePhoneCode } from '../users/phone-codes.ts';
import { mayBuy } from './buyers.ts';

type Answer = z.output<typeof routes.orderToken.output>;
type Input = z.output<typeof routes.orderToken.input>;
interface Home {
  tenantId: number;
  userId: number;
}

/** A token for one institution, in the platform's transaction; `home` is the account. */
export const issueOrderToken = (platform: Tx, home: Home, subjectTenantId: number) =>
  issueToken(platform, 'order', { home, subjectTenantId });

/** The institutions that an account may buy for; not the platform, and not what is frozen. */
async function buysFor(platform: Tx, deps: Dependencies, home: Home): Promise<Answer['tenants']> {
  const rows = await inside(platform, deps, home.tenantId, (tx) =>
    tx.rows<{ tenant_id: number; user_id: number; name: string; status: number; ends_at: string | null; visiting: boolean }>(
      sql`select tenant_id, user_id, name, status, ends_at, visiting from app.list_login_tenants(${home.userId})`,
    ),
  );
  const found: Answer['tenants'] = [];
  for (const { tenant_id: tenantId, user_id, name, status, ends_at, visiting } of rows) {
    if (tenantId === PLATFORM || visiting || status !== 0) continue;
    if (await inside(platform, deps, tenantId, (tx) => mayBuy(tx, user_id))) found.push({ tenantId, tenantName: name, endTime: ends_at });
  }
  return found;
}

async function answerFor(platform: Tx, deps: Dependencies, context: Context, home: Home, wanted: number | null): Promise<Answer> {
  const tenants = await buysFor(platform, deps, home);
  if (tenants.length === 0) throw forbidden('您不是任何机构的管理员，无法订购产品包');
  const chosen = wanted === null ? (tenants.length === 1 ? tenants[0] : undefined) : tenants.find(({ tenantId }) => tenantId === wanted);
  if (wanted !== null && !chosen) throw forbidden('您无权为该机构订购产品包');
  if (!chosen) {
    const { token: proof, expiresIn } = await issueToken(platform, 'orderProof', { home });
    return { token: null, expiresIn, proof, tenantId: null, tenantName: null, tenants };
  }
  const { token, expiresIn } = await issueOrderToken(platform, home, chosen.tenantId);
  await inside(platform, deps, chosen.tenantId, (tx) => logPublic(tx, routes.orderToken, context.request, { username: '登录外订购' }));
  return { token, expiresIn, proof: null, tenantId: chosen.tenantId, tenantName: chosen.tenantName, tenants };
}

/** `POST orderToken`: a phone that was proved by a code, or the proof of an earlier answer with the institution that was chosen. */
export async function orderToken({ phone, code, proof, tenantId, userId }: Input, context: Context): Promise<Answer> {
  const { deps } = context;
  if (proof)
    return withToken(deps, proof, ['orderProof'], async (platform, held) => {
      if (tenantId === null) throw invalid('请选择机构');
      const home = { tenantId: held.home_tenant_id as number, userId: held.home_user_id as number };
      const answer = await answerFor(platform, deps, context, home, tenantId);
      await spendToken(platform, held);
      return answer;
    });
  if (!phone) throw invalid('请输入手机号');
  if (!code) throw new Refusal(428, '验证码不能为空');
  const { again } = await takePhoneCode(deps, { purpose: 'order', phone, code });
  const accounts = (await findPhoneLogins(deps, phone)).filter(({ user_status }) => user_status === 0);
  return asPlatform(deps, async (platform) => {
    const buyers: typeof accounts = [];
    for (const account of accounts) {
      if ((await buysFor(platform, deps, { tenantId: account.tenant_id, userId: account.user_id })).length > 0) buyers.push(account);
    }
    const one = meantBy(buyers.length > 0 ? buyers : accounts, userId);
    if (one === 'choose') {
      await again();
      throw askWhich(buyers.length > 0 ? buyers : accounts);
    }
    if (!one) throw forbidden('该手机号没有可订购产品包的账号');
    return answerFor(platform, deps, context, { tenantId: one.tenant_id, userId: one.user_id }, tenantId);
  });
}
