/** Parameters that the product reads: what their values may be, and what they do. */
import { PATIENCE_LEAST, PATIENCE_MOST } from '../warnings/handling.rules.ts';

export type ParameterKind = 'text' | 'number' | 'yesno' | 'choice' | 'json' | 'address';

export interface KnownParameter {
  kind: ParameterKind;
  /** What it does, for whoever sets it. */
  hint: string;
  /** Of a choice: value → label. */
  choices?: Readonly<Record<string, string>>;
  /** Of a number. */
  min?: number;
  max?: number;
}

/** An urgent alarm is never left alone for ever. */
const PATIENCE = { kind: 'number', min: PATIENCE_LEAST, max: PATIENCE_MOST } as const;

export const knownParameters: Readonly<Record<string, KnownParameter>> = {
  SYSTEM_TITLE: { kind: 'text', hint: '登录页和浏览器标题显示的系统名称。' },
  OFFICIAL_WEBSITE: { kind: 'address', hint: '顶部菜单“官方网站”打开的地址，留空不显示。' },
  OPERATION_MANUAL_URL: { kind: 'address', hint: '“操作手册”打开的PDF地址，留空使用系统自带的手册。' },
  STAR_STANDARD_URL: { kind: 'address', hint: '“星级评定标准”打开的PDF地址，留空使用系统自带的文件。' },
  TRANSFER: { kind: 'json', hint: '对公转账账户：开户行BANK、账号BANK_CARD、税号TAXID、电话PHONE。' },
  SESSION_MOST: { kind: 'number', min: 0, max: 100, hint: '同一账号最多同时在线的数量，超出时最早的登录自动退出；0为不限。' },
  PASSWORD_POLICY: {
    kind: 'choice',
    choices: {
      either: '默认（两种规则任一）',
      basic: '至少6位',
      normal: '6到12位，含数字和字母',
      strict: '6到16位，含大小写字母、数字和符号',
    },
    hint: '本机构新密码的要求，已有密码不受影响。',
  },
  MESSAGE_DAYS: { kind: 'number', min: 0, max: 3650, hint: '消息中心的消息保留多少天，更早的自动清理；0为不清理。' },
  CLIP_DAYS: { kind: 'number', min: 0, max: 3650, hint: '预警录像保留多少天，更早的自动删除，只留哈希；0为一直保留。' },
  ANSWER_SECONDS_1: { kind: 'number', min: 0, max: 86_400, hint: '紧急预警应在多少秒内有人确认收到，用于超时提示和达标统计；0为不要求。' },
  ANSWER_SECONDS_2: { kind: 'number', min: 0, max: 86_400, hint: '严重预警应在多少秒内有人确认收到；0为不要求。' },
  ANSWER_SECONDS_3: { kind: 'number', min: 0, max: 86_400, hint: '一般预警应在多少秒内有人确认收到；0为不要求。' },
  ANSWER_SECONDS_4: { kind: 'number', min: 0, max: 86_400, hint: '提示预警应在多少秒内有人确认收到；0为不要求。' },
  ANSWER_SECONDS_CALL: { kind: 'number', min: 0, max: 86_400, hint: '服务呼叫（绿色键）应在多少秒内有人确认收到；0为不要求。' },
  UNDECIDED_SECONDS: { ...PATIENCE, hint: '紧急预警（含SOS和跌倒）确认收到后，多少秒内没有处理就再次响铃并重新通知。' },
  UNDISPATCHED_SECONDS: { ...PATIENCE, hint: '紧急预警选择上门处理后，多少秒内没有派单就再次响铃并重新通知。' },
  UNSTARTED_SECONDS: { ...PATIENCE, hint: '紧急预警的上门工单派出后，多少秒内护理员没有签到就再次响铃并重新通知。' },
  UNFINISHED_SECONDS: { ...PATIENCE, hint: '紧急预警处理中或上门服务中，多少秒没有结果就再次响铃并重新通知。' },
  SCREEN_NAMES: {
    kind: 'choice',
    choices: { '': '服务对象打码（王*英），员工全名', all: '服务对象和员工都打码', none: '全部显示全名' },
    hint: '机构大屏上姓名怎样显示。',
  },
  GRACE_DAYS: {
    kind: 'number',
    min: 0,
    max: 365,
    hint: '租户到期后还可登录查看多少天；期间不能修改，预警照常处理；之后停用，续费后恢复。',
  },
  READING_DAYS: {
    kind: 'number',
    min: 0,
    max: 3650,
    hint: '设备逐条上报的体征和定位保留多少天，更早的按天删除；每小时汇总保留3年，每天汇总和人工录入一直保留；少于30按30天，0为一直保留。',
  },
  DEVICE_NUMBERS_FREE: {
    kind: 'number',
    min: 0,
    max: 1_000_000,
    hint: '一个机构的设备批次合计不超过这么多编号时直接生效，超过的批次要平台同意后才生效。',
  },
  REGISTRATION_DAYS: {
    kind: 'number',
    min: 0,
    max: 3650,
    hint: '已结束的自助注册保留多少天，更早的自动清理；等待审核的不清理；0为不清理。',
  },
  ERROR_LOG_DAYS: {
    kind: 'number',
    min: 0,
    max: 3650,
    hint: '各机构上传的错误日志保留多少天，更早的自动清理；操作日志不受影响；0为不清理。',
  },
  NETWORK_LOCATION: {
    kind: 'yesno',
    hint: '设为 true 后，室内采集认不出的位置会把设备听到的基站和Wi-Fi地址发给平台配置的定位服务查询（不发设备编号和姓名）；平台未配置时不起作用。',
  },
  TOTP_REQUIRED: { kind: 'choice', choices: { '': '不要求', admin: '管理员', all: '所有人' }, hint: '要求哪些人登录时使用动态口令。' },
  IFRAME_ALLOW: { kind: 'text', hint: '允许内嵌（/myiframe）的网站，如 https://report.example.cn，多个用空格或逗号分开。' },
  CUSTOMER_CHAT_URL: { kind: 'address', hint: '在线客服打开的地址，留空不显示。' },
  MAP_TILE_URL: {
    kind: 'text',
    hint: '地图瓦片地址，例如 https://瓦片服务器/{z}/{x}/{y}.png；留空时显示网格。服务器须先由运维人员写入 MAP_TILE_ORIGINS，否则浏览器不会加载。',
  },
};

/** Why a known parameter refuses a value, or null. */
export function parameterProblem(key: string, value: string): string | null {
  const known = Object.hasOwn(knownParameters, key) ? (knownParameters[key] as KnownParameter) : undefined;
  if (!known) return null;
  const { kind, choices, min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = known;
  if (kind === 'number') {
    const number = /^-?\d{1,15}$/.test(value) ? Number(value) : NaN;
    return number >= min && number <= max ? null : `应为${min}到${max}的整数`;
  }
  if (kind === 'yesno') return value === 'true' || value === 'false' ? null : '应为 true 或 false';
  if (kind === 'choice')
    return Object.hasOwn(choices ?? {}, value)
      ? null
      : `应为 ${Object.keys(choices ?? {})
          .filter(Boolean)
          .join('、')} 之一`;
  if (kind === 'address')
    return value === '' || value.startsWith('/') || (/^https?:\/\//i.test(value) && URL.canParse(value))
      ? null
      : '应为以http://、https://或/开头的地址';
  if (kind === 'json') {
    try {
      JSON.parse(value);
    } catch {
      return 'JSON格式不正确';
    }
  }
  return null;
}
