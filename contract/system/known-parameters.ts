/** Parameters that the product reads: what their values may be, and what they do. */
import type { KnownParameter } from './parameter-kinds.ts';
import { assessmentParameters } from './assessment-parameters.ts';
import { careParameters } from './care-parameters.ts';
import { incidentParameters } from './incident-parameters.ts';
import { mealParameters } from './meal-parameters.ts';
import { staffingParameters } from './staffing-parameters.ts';
import { stayParameters } from './stay-parameters.ts';
import { visitParameters } from './visit-parameters.ts';
import { platformParameters } from './platform-parameters.ts';
import { PATIENCE_LEAST, PATIENCE_MOST } from '../warnings/handling.rules.ts';

/** An urgent alarm is never left alone for ever. */
const PATIENCE = { kind: 'number', min: PATIENCE_LEAST, max: PATIENCE_MOST } as const;

export const knownParameters: Readonly<Record<string, KnownParameter>> = {
  SYSTEM_TITLE: { title: '系统标题', topic: 'system', kind: 'text', hint: '登录页和浏览器标题显示的系统名称。' },
  OFFICIAL_WEBSITE: { title: '官方网站', topic: 'system', kind: 'address', hint: '顶部菜单“官方网站”打开的地址，留空不显示。' },
  OPERATION_MANUAL_URL: {
    title: '操作手册地址',
    topic: 'system',
    kind: 'address',
    hint: '“操作手册”打开的PDF地址，留空使用系统自带的手册。',
  },
  STAR_STANDARD_URL: {
    title: '星级评定标准地址',
    topic: 'system',
    kind: 'address',
    hint: '“星级评定标准”打开的PDF地址，留空使用系统自带的文件。',
  },
  TRANSFER: {
    title: '对公转账账户',
    topic: 'selling',
    kind: 'json',
    hint: '对公转账账户：开户行BANK、账号BANK_CARD、税号TAXID、电话PHONE。',
  },
  STAFF_LEAVE_WORKDAYS: {
    title: '请假天数只计工作日',
    topic: 'staff',
    kind: 'yesno',
    hint: '打开后，周末和“节假日”中的放假日不计入请假天数，调休上班日计入；默认按日历天数计算。',
  },
  ACCOUNT_ALERT: {
    title: '账户余额提醒',
    topic: 'money',
    unit: '元',
    kind: 'number',
    min: 0,
    max: 1_000_000,
    hint: '服务对象的可用余额与虚拟余额之和低于此数时提醒财务；0为欠费时才提醒。可为个人另设。',
  },
  ACCOUNT_ALONE: {
    title: '账户调整和退款需审批的金额',
    topic: 'money',
    unit: '元',
    kind: 'number',
    min: 0,
    max: 1_000_000,
    hint: '超过此数的账户调整和退款先经审批再执行；0为一律审批。',
  },
  DOCUMENT_SOON_DAYS: {
    title: '档案文件到期提醒',
    topic: 'staff',
    unit: '天',
    kind: 'number',
    min: 0,
    max: 366,
    hint: '档案文件在到期前多少天显示为“将到期”，并出现在“现在”里。',
  },
  CARE_REVIEW_DAYS: {
    title: '照护计划复核周期',
    topic: 'staff',
    unit: '天',
    kind: 'number',
    min: 1,
    max: 366,
    hint: '照护计划执行或复核后，多少天内应再次复核；保存计划时可另选日期。',
  },
  SESSION_MOST: {
    title: '同一账号同时在线数',
    topic: 'security',
    unit: '个',
    kind: 'number',
    min: 0,
    max: 100,
    hint: '同一账号最多同时在线的数量，超出时最早的登录自动退出；0为不限。',
  },
  PASSWORD_POLICY: {
    title: '密码规则',
    topic: 'security',
    kind: 'choice',
    choices: {
      either: '默认（两种规则任一）',
      basic: '至少6位',
      normal: '6到12位，含数字和字母',
      strict: '6到16位，含大小写字母、数字和符号',
    },
    hint: '本机构新密码的要求，已有密码不受影响。',
  },
  MESSAGE_DAYS: {
    title: '消息保留',
    topic: 'keeping',
    unit: '天',
    kind: 'number',
    min: 0,
    max: 3650,
    hint: '消息中心的消息保留多少天，更早的自动清理；0为不清理。',
  },
  CLIP_DAYS: {
    title: '预警录像保留',
    topic: 'keeping',
    unit: '天',
    kind: 'number',
    min: 0,
    max: 3650,
    hint: '预警录像保留多少天，更早的自动删除，只留哈希；0为一直保留。',
  },
  ANSWER_SECONDS_1: {
    title: '紧急预警确认时限',
    topic: 'warnings',
    unit: '秒',
    kind: 'number',
    min: 0,
    max: 86_400,
    hint: '紧急预警应在多少秒内有人确认收到，用于超时提示和达标统计；0为不要求。',
  },
  ANSWER_SECONDS_2: {
    title: '严重预警确认时限',
    topic: 'warnings',
    unit: '秒',
    kind: 'number',
    min: 0,
    max: 86_400,
    hint: '严重预警应在多少秒内有人确认收到；0为不要求。',
  },
  ANSWER_SECONDS_3: {
    title: '一般预警确认时限',
    topic: 'warnings',
    unit: '秒',
    kind: 'number',
    min: 0,
    max: 86_400,
    hint: '一般预警应在多少秒内有人确认收到；0为不要求。',
  },
  ANSWER_SECONDS_4: {
    title: '提示预警确认时限',
    topic: 'warnings',
    unit: '秒',
    kind: 'number',
    min: 0,
    max: 86_400,
    hint: '提示预警应在多少秒内有人确认收到；0为不要求。',
  },
  ANSWER_SECONDS_CALL: {
    title: '服务呼叫确认时限',
    topic: 'warnings',
    unit: '秒',
    kind: 'number',
    min: 0,
    max: 86_400,
    hint: '服务呼叫（绿色键）应在多少秒内有人确认收到；0为不要求。',
  },
  UNDECIDED_SECONDS: {
    title: '确认后未处理再次提醒',
    topic: 'warnings',
    unit: '秒',
    ...PATIENCE,
    hint: '紧急预警（含SOS和跌倒）确认收到后，多少秒内没有处理就再次响铃并重新通知。',
  },
  UNDISPATCHED_SECONDS: {
    title: '上门未派单再次提醒',
    topic: 'visits',
    unit: '秒',
    ...PATIENCE,
    hint: '紧急预警选择上门处理后，多少秒内没有派单就再次响铃并重新通知。',
  },
  UNSTARTED_SECONDS: {
    title: '派出后未签到再次提醒',
    topic: 'visits',
    unit: '秒',
    ...PATIENCE,
    hint: '紧急预警的上门工单派出后，多少秒内护理员没有签到就再次响铃并重新通知。',
  },
  UNFINISHED_SECONDS: {
    title: '处理中无结果再次提醒',
    topic: 'visits',
    unit: '秒',
    ...PATIENCE,
    hint: '紧急预警处理中或上门服务中，多少秒没有结果就再次响铃并重新通知。',
  },
  SCREEN_NAMES: {
    title: '大屏姓名显示',
    topic: 'screens',
    kind: 'choice',
    choices: { '': '服务对象打码（王*英），员工全名', all: '服务对象和员工都打码', none: '全部显示全名' },
    hint: '机构大屏上姓名怎样显示。',
  },
  NETWORK_LOCATION: {
    title: '基站和Wi-Fi联网定位',
    topic: 'map',
    kind: 'yesno',
    hint: '设为 true 后，室内采集认不出的位置会把设备听到的基站和Wi-Fi地址发给平台配置的定位服务查询（不发设备编号和姓名）；平台未配置时不起作用。',
  },
  TOTP_REQUIRED: {
    title: '必须启用两步验证',
    topic: 'security',
    kind: 'choice',
    choices: { '': '不要求', admin: '管理员', all: '所有人' },
    hint: '要求哪些人登录时使用动态口令。',
  },
  IFRAME_ALLOW: {
    title: '允许内嵌的网站',
    topic: 'security',
    kind: 'text',
    hint: '允许内嵌（/myiframe）的网站，如 https://report.example.cn，多个用空格或逗号分开。',
  },
  CUSTOMER_CHAT_URL: { title: '在线客服地址', topic: 'system', kind: 'address', hint: '在线客服打开的地址，留空不显示。' },
  MAP_TILE_URL: {
    title: '地图瓦片地址',
    topic: 'map',
    public: true,
    kind: 'text',
    hint: '地图瓦片地址，例如 https://瓦片服务器/{z}/{x}/{y}.png；留空时显示与机构的距离和方向。服务器须先由运维人员写入 MAP_TILE_ORIGINS，否则浏览器不会加载。',
  },
  MAP_TILE_SYSTEM: {
    title: '瓦片的坐标系',
    topic: 'map',
    public: true,
    kind: 'choice',
    choices: { '': 'WGS-84（国际）', gcj02: 'GCJ-02（高德、腾讯等国内地图）' },
    hint: '瓦片按哪种坐标绘制；选错时位置会偏几百米。',
  },
  MAP_TILE_ATTRIBUTION: {
    title: '地图署名',
    topic: 'map',
    public: true,
    kind: 'text',
    hint: '显示在地图右下角的版权文字，按瓦片提供方的要求填写。',
  },
  AMAP_KEY: {
    title: '高德地图密钥',
    topic: 'map',
    public: true,
    kind: 'text',
    hint: '高德“Web端（JS API）”的密钥；填写后没有瓦片地址时用高德地图。浏览器能读到它。',
  },
  ...careParameters,
  ...assessmentParameters,
  ...incidentParameters,
  ...stayParameters,
  ...mealParameters,
  ...visitParameters,
  ...staffingParameters,
  ...platformParameters,
};

/** A value as it is read: a choice by its words, a number with its unit. */
export function valueText(key: string, value: string): string {
  const known = Object.hasOwn(knownParameters, key) ? knownParameters[key] : undefined;
  if (known?.kind === 'yesno') return value === 'true' ? '是' : '否';
  return (known?.choices?.[value] ?? (value === '' ? '空' : `${value}${known?.unit ?? ''}`)).slice(0, 60);
}

/** Why a known parameter refuses a value, or null. */
export function parameterProblem(key: string, value: string): string | null {
  const known = Object.hasOwn(knownParameters, key) ? (knownParameters[key] as KnownParameter) : undefined;
  if (!known) return null;
  if (known.check) return known.check(value);
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
