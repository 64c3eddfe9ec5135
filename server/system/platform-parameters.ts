/**
 * Parameters that only the platform's tenant has: how others may register
 * (server/onboarding/platform-settings.ts), how many device numbers they may claim
 * (server/devices/device-claims.ts), how long things are kept.
 */
import { FREE_NUMBERS } from '#contract/devices/device-batches.rules.ts';
import { PLATFORM } from '#contract/tenants/tenants.ts';
import type { Dependencies } from '../context.ts';
import { db } from '../db/tenant.ts';

/** What they begin with. */
export const platformParameters: readonly { key: string; name: string; value: string }[] = [
  { key: 'REGISTRATION_OPEN', name: '开放自助注册（1是，0否）', value: '1' },
  { key: 'REGISTRATION_APPROVAL', name: '新机构需平台审核（1是，0否）', value: '0' },
  { key: 'TRIAL_DAYS', name: '新机构试用天数', value: '30' },
  { key: 'DEVICE_NUMBERS_FREE', name: '机构无需平台同意可登记的设备编号数', value: String(FREE_NUMBERS) },
  { key: 'GRACE_DAYS', name: '租户到期后可查看天数', value: '7' },
  { key: 'READING_DAYS', name: '逐条体征和定位保留天数（0为一直保留）', value: '90' },
  { key: 'REGISTRATION_DAYS', name: '已结束的注册保留天数（0为不清理）', value: '180' },
  { key: 'ERROR_LOG_DAYS', name: '错误日志保留天数（0为不清理）', value: '30' },
];

/** Adds what is missing; a value that the platform chose stays. */
export async function seedPlatformParameters({ inTenant }: Pick<Dependencies, 'inTenant'>): Promise<void> {
  const rows = platformParameters.map((one) => ({ tenant_id: PLATFORM, public: false, system: true, ...one }));
  await inTenant(PLATFORM, (tx) =>
    tx.run(
      db
        .insertInto('parameters')
        .values(rows)
        .onConflict((on) => on.doNothing()),
    ),
  );
}
