/** By whom an institution's calls are carried. One service is in use; enabling one ends the other. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { callProviders, callServices as routes } from '#contract/calls/call-services.ts';
import { sdkAddresses, strangeSdkHost } from '#contract/calls/cloud-frame.rules.ts';
import { environment } from '../config.ts';
import type { Context } from '../context.ts';
import { conflict, invalid, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { contains, equals, lockOne, merged, reads, writes, type ListOf } from '../lists/crud.ts';
import { asJson } from './json-fields.ts';
import { sealCallSecret } from './call-secrets.ts';
import { needSounds } from './call-sounds.ts';
import { trunkStatus } from './service-states.ts';

const own = { table: 'call_services', noun: '呼叫服务' } as const;
const fields = {
  name: 'name',
  provider: 'provider',
  enabled: 'enabled',
  instanceId: 'instance_id',
  regionId: 'region_id',
  endpoint: 'endpoint',
  sdkUrl: 'sdk_url',
  trunk: 'trunk',
  numbers: 'numbers',
  consentAnnounced: 'consent_announced',
  announcementId: 'announcement_id',
  recorded: 'recorded',
  keptDays: 'kept_days',
  afterCallSeconds: 'after_call_seconds',
  ringSeconds: 'ring_seconds',
  supervisionTold: 'supervision_told',
  remarks: 'remarks',
} as const;

const list: ListOf<typeof routes.page, 'call_services'> = {
  ...own,
  columns: {
    id: 'id',
    ...fields,
    hasSecret: () => sql<boolean>`(secret_cipher is not null)`,
    trunkStatus: () => trunkStatus,
    version: 'version',
    createTime: 'created_at',
  },
  filters: { name: contains('name'), provider: equals('provider'), enabled: equals('enabled') },
};

const written = writes({ ...own, fields });

type Form = z.output<typeof routes.update.input>;
type Whole = z.output<typeof routes.create.input>;
type Kept = Pick<Whole, 'provider' | 'enabled' | 'instanceId' | 'sdkUrl' | 'trunk' | 'numbers' | 'announcementId'> & {
  hasSecret: boolean;
};

/** What the form says of the secret: text to seal, null to take it away, undefined to leave it. */
function secretOf({ trunkPassword, accessKeyId, accessKeySecret }: Form | Whole, provider: number): string | null | undefined {
  if (provider === callProviders.sip) return trunkPassword === '' ? undefined : trunkPassword;
  if (provider === callProviders.embedded) return null;
  if (accessKeyId === null && accessKeySecret === null) return null;
  if (!accessKeyId && !accessKeySecret) return undefined;
  if (!accessKeyId || !accessKeySecret) throw invalid('AccessKey ID和Secret须同时填写');
  return JSON.stringify({ keyId: accessKeyId, keySecret: accessKeySecret });
}

/** What a service needs before calls can go through it, and numbers that lead to what is there. */
async function check({ tx }: Context, { provider, enabled, instanceId, sdkUrl, trunk, numbers, announcementId, hasSecret }: Kept) {
  const doubled = numbers.find(({ number }, at) => numbers.findIndex((other) => other.number === number) !== at);
  if (doubled) throw invalid(`号码${doubled.number}重复`);
  const groupIds = [...new Set(numbers.flatMap(({ groupId }) => (groupId === null ? [] : [groupId])))];
  const menuIds = [...new Set(numbers.flatMap(({ menuId }) => menuId ?? []))];
  const known = await tx.row<{ groups: number; menus: number }>(sql`
    select (select count(*)::integer from call_groups where tenant_id = ${tx.tenantId} and id = any(${groupIds}::bigint[])) as groups,
      (select count(*)::integer from call_menus where tenant_id = ${tx.tenantId} and id = any(${menuIds}::bigint[])) as menus`);
  if ((known?.groups ?? 0) < groupIds.length) throw refused('号码指向的技能组不存在');
  if ((known?.menus ?? 0) < menuIds.length) throw refused('号码指向的语音菜单不存在');
  await needSounds(tx, [announcementId]);
  const strange = strangeSdkHost(sdkAddresses(sdkUrl), environment.callSdkHosts());
  if (strange !== null) throw refused(`SDK地址的域名${strange}不是阿里云的，需由运维人员在CALL_SDK_HOSTS中允许`);
  if (!enabled) return;
  if (provider === callProviders.sip && trunk.host === '') throw refused('请先填写中继地址，再启用');
  if (provider === callProviders.aliyun && (instanceId === '' || sdkUrl === '' || !hasSecret)) {
    throw refused('请先填写实例ID、SDK地址和AccessKey，再启用');
  }
}

async function keepSecret({ tx, deps }: Context, id: number, secret: string | null | undefined): Promise<void> {
  if (secret === undefined) return;
  const sealed = secret === null ? null : sealCallSecret(deps.secrets, tx.tenantId, 'call_services', id, secret);
  await tx.run(sql`update call_services set secret_cipher = ${sealed} where tenant_id = ${tx.tenantId} and id = ${id}`);
}

/** Calls that are open go on by the service that carries them; so a change of service waits for their end. */
async function endOther({ tx }: Context, id: number | null): Promise<void> {
  const others = await tx.run(sql`update call_services set enabled = false, version = version + 1, updated_at = now()
    where tenant_id = ${tx.tenantId} and enabled and id is distinct from ${id}::bigint`);
  if (others === 0) return;
  const open = await tx.row<{ n: number }>(sql`select count(*)::integer as n from calls where tenant_id = ${tx.tenantId} and status < 2`);
  if (open && open.n > 0) throw conflict(`还有${open.n}个通话未结束，请稍后再切换服务`, null);
}

export const callServices: Handlers<typeof routes> = {
  ...reads(list),
  async create(form, context) {
    const secret = secretOf(form, form.provider);
    await check(context, { ...form, hasSecret: Boolean(secret) });
    if (form.enabled) await endOther(context, null);
    const id = await written.create(asJson(form, 'trunk', 'numbers'), context);
    await keepSecret(context, id, secret);
    return id;
  },
  async update(form, context) {
    const before = await lockOne(list, form.id, context);
    const after = merged(before, form);
    const secret = after.provider === before.provider ? secretOf(form, after.provider) : (secretOf(form, after.provider) ?? null);
    await check(context, { ...after, hasSecret: secret === undefined ? before.hasSecret : secret !== null });
    if (after.enabled && !before.enabled) await endOther(context, form.id);
    await written.update(asJson(form, 'trunk', 'numbers'), context);
    await keepSecret(context, form.id, secret);
    return true;
  },
  async remove(input, context) {
    const { enabled } = await lockOne(list, input.id, context);
    if (enabled) throw refused('正在使用的呼叫服务不能删除，请先停用');
    return written.remove(input, context);
  },
};
