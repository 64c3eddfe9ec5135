/** The service that carries an institution's calls. */
import { sql } from 'kysely';
import { callProviders } from '#contract/calls/call-services.ts';
import { MOBILE } from '#contract/phones.rules.ts';
import type { Tx } from '../db/tenant.ts';
import { refused } from '../errors.ts';

export interface Service {
  id: number;
  provider: number;
  recorded: boolean;
  keptDays: number;
  consentAnnounced: boolean;
  numbers: { number: string; name: string; groupId: number | null; menuId: number | null }[];
}

/** The service in use; null when there is none. */
export async function serviceOf(tx: Tx): Promise<Service | null> {
  const row = await tx.row<Service>(sql`
    select id, provider, recorded, kept_days as "keptDays", consent_announced as "consentAnnounced", numbers from call_services
    where tenant_id = ${tx.tenantId} and enabled`);
  return row ?? null;
}

/** The service in use. Throws 422 when there is none. */
export async function needService(tx: Tx): Promise<Service> {
  const service = await serviceOf(tx);
  if (!service) throw refused('机构没有启用呼叫服务，请在“呼叫服务”中启用');
  return service;
}

/** The service, when the calls are carried here. Throws 422 where Aliyun carries them: seats dial by its SDK. */
export async function needOwnService(tx: Tx): Promise<Service> {
  const service = await needService(tx);
  if (service.provider === callProviders.aliyun) throw refused('该机构的通话由阿里云联络中心承载，请在通话工作台拨打');
  return service;
}

/** Throws where Aliyun carries the calls: its calls have no links. */
export async function needLinks(tx: Tx): Promise<void> {
  if ((await serviceOf(tx))?.provider === callProviders.aliyun)
    throw refused('该机构的通话由阿里云联络中心承载，不能使用通话链接；请在“呼叫服务”中改用内置或SIP中继');
}

/** How a number is reached: by the trunk, else its holder is sent a link. Throws 422 when neither is possible. */
export function wayTo(service: Service, number: string): 'phone' | 'page' {
  if (service.provider === callProviders.sip) return 'phone';
  if (MOBILE.test(number)) return 'page';
  throw refused('未开通电话线路，只能呼叫手机号（对方收到短信链接后接听）');
}
