/** What is known of a parameter, and what parameters are about. */

export type ParameterKind = 'text' | 'number' | 'yesno' | 'choice' | 'json' | 'address';

/** What parameters are about, in the order of the settings. */
export const parameterTopics = {
  warnings: '预警与升级',
  visits: '工单与签到',
  care: '照护与巡视',
  incidents: '不良事件',
  meals: '膳食',
  staff: '员工与排班',
  money: '账户与费用',
  devices: '设备与接入',
  map: '地图与定位',
  screens: '大屏',
  security: '安全与登录',
  system: '系统与链接',
  selling: '注册与订购',
  keeping: '数据保留',
} as const;
export type ParameterTopic = keyof typeof parameterTopics;

export interface KnownParameter {
  /** What it is called, without its unit. */
  title: string;
  topic: ParameterTopic;
  kind: ParameterKind;
  /** Of a number. */
  unit?: string;
  /** Only the platform's tenant reads it. */
  platform?: true;
  /** Pages read it before anybody signs in. */
  public?: true;
  /** What it does, for the administrator who sets it. */
  hint: string;
  /** Of a choice: value → label. */
  choices?: Readonly<Record<string, string>>;
  /** Of a number. */
  min?: number;
  max?: number;
  /** Of a text with a form of its own: why it refuses a value, or null. */
  check?: (value: string) => string | null;
}
