/** Parameters that only the platform's tenant reads: who may register, what tenants may do by themselves, how long things are kept. */
import type { KnownParameter } from './parameter-kinds.ts';

/** For how many days something is kept. */
const kept = (title: string, hint: string): KnownParameter => ({
  title,
  topic: 'keeping',
  unit: '天',
  platform: true,
  kind: 'number',
  min: 0,
  max: 3650,
  hint,
});

export const platformParameters: Readonly<Record<string, KnownParameter>> = {
  GRACE_DAYS: {
    title: '到期后可查看',
    topic: 'selling',
    unit: '天',
    platform: true,
    kind: 'number',
    min: 0,
    max: 365,
    hint: '租户到期后还可登录查看多少天；期间不能修改，预警照常处理；之后停用，续费后恢复。',
  },
  READING_DAYS: kept(
    '逐条体征和定位保留',
    '设备逐条上报的体征和定位保留多少天，更早的按天删除；每小时汇总保留3年，每天汇总和人工录入一直保留；少于30按30天，0为一直保留。',
  ),
  DEVICE_NUMBERS_FREE: {
    title: '无需平台同意的设备编号',
    topic: 'devices',
    unit: '个',
    platform: true,
    kind: 'number',
    min: 0,
    max: 1_000_000,
    hint: '一个机构的设备批次合计不超过这么多编号时直接生效，超过的批次要平台同意后才生效。',
  },
  REGISTRATION_DAYS: kept('已结束的注册保留', '已结束的自助注册保留多少天，更早的自动清理；等待审核的不清理；0为不清理。'),
  ERROR_LOG_DAYS: kept('错误日志保留', '各机构上传的错误日志保留多少天，更早的自动清理；操作日志不受影响；0为不清理。'),
  CAPTCHA_KIND: {
    title: '登录验证码',
    topic: 'security',
    platform: true,
    kind: 'choice',
    choices: { '': '滑块，也可算式', slider: '只用滑块', image: '只用算式' },
    hint: '登录页显示哪种验证码。',
  },
  REGISTRATION_OPEN: {
    title: '开放自助注册',
    topic: 'selling',
    platform: true,
    kind: 'choice',
    choices: { '1': '开放', '0': '不开放' },
    hint: '新机构能否在登录页自助注册。',
  },
  REGISTRATION_APPROVAL: {
    title: '新机构需平台审核',
    topic: 'selling',
    platform: true,
    kind: 'choice',
    choices: { '1': '需要审核', '0': '不需要' },
    hint: '自助注册的机构是否要平台审核后才能使用。',
  },
  TRIAL_DAYS: {
    title: '新机构试用',
    topic: 'selling',
    unit: '天',
    platform: true,
    kind: 'number',
    min: 1,
    max: 3650,
    hint: '自助注册的机构不购买产品包可以使用多少天。',
  },
};
