/**
 * The menu tree and the parameters that a new tenant starts with; roles are in role-defaults.ts.
 * Every permission of the contract has its menu or button here.
 */
import { businessMenus } from './business-menus.ts';
import { callMenus } from './call-menus.ts';
import { careMenus } from './care-menus.ts';
import { elderlyMenus, todayMenus } from './daily-menus.ts';
import { deviceMenus } from './device-menus.ts';
import { mealMenus } from './meal-menus.ts';
import { folder } from './menu-parts.ts';
import { systemMenus } from './system-menus.ts';
import { assessmentParameters } from './assessment-parameters.ts';
import { careParameters } from './care-parameters.ts';
import { incidentParameters } from './incident-parameters.ts';
import { mealParameters } from './meal-parameters.ts';
import { staffingParameters } from './staffing-parameters.ts';
import { stayParameters } from './stay-parameters.ts';
import { visitParameters } from './visit-parameters.ts';
import { warningParameters } from './warning-parameters.ts';

export interface MenuDefault {
  name: string;
  /** 0 left menu, 1 button. */
  type: 0 | 1;
  path?: string;
  /** Name of an antd icon. */
  icon?: string;
  permission?: string;
  /** True: only in the tenant that runs the installation; false: everywhere but there. */
  platform?: boolean;
  /**
   * The version of the defaults that brought it, absent for the first: tenants that are older
   * get it at the next start (server/tenants/default-upgrades.ts).
   */
  since?: number;
  /** In every package: without it a tenant could neither look after people and rights nor buy. What hangs on it is, too, but for the home page. */
  always?: true;
  children?: readonly MenuDefault[];
}

/** Raised by whoever adds a menu, a dictionary, a parameter or a role (role-defaults.ts), which then says `since`. */
export const DEFAULTS_VERSION = 20;

/** Eight folders, by what staff do there. Where pages stood before: server/tenants/former-menus.ts. */
export const menuDefaults: readonly MenuDefault[] = [
  folder('今天', 'CarryOutOutlined', todayMenus),
  folder('长者', 'TeamOutlined', elderlyMenus),
  folder('照护', 'HeartOutlined', careMenus),
  folder('膳食', 'CoffeeOutlined', mealMenus),
  { ...folder('呼叫中心', 'PhoneOutlined', callMenus), since: 17 },
  folder('设备', 'MobileOutlined', deviceMenus),
  folder('经营', 'ShopOutlined', businessMenus),
  folder('设置', 'SettingOutlined', systemMenus),
];

/** Every permission of the tree. */
export const permissionsOf = (menus: readonly MenuDefault[]): string[] =>
  menus.flatMap(({ permission, children }) => [...(permission ? [permission] : []), ...permissionsOf(children ?? [])]);

export const parameterDefaults: readonly { name: string; key: string; value: string; public: boolean; system: boolean; since?: number }[] =
  [
    { name: '系统标题', key: 'SYSTEM_TITLE', value: '颐安养老服务管理平台', public: true, system: true },
    { name: '官方网站', key: 'OFFICIAL_WEBSITE', value: '', public: true, system: true },
    { name: '在线客服地址', key: 'CUSTOMER_CHAT_URL', value: '', public: true, system: true, since: 2 },
    { name: '允许内嵌的网站', key: 'IFRAME_ALLOW', value: '', public: true, system: true, since: 2 },
    { name: '操作手册地址', key: 'OPERATION_MANUAL_URL', value: '', public: true, system: true },
    { name: '星级评定标准地址', key: 'STAR_STANDARD_URL', value: '', public: true, system: true },
    { name: '对公转账账户', key: 'TRANSFER', value: '{"BANK":"","BANK_CARD":"","TAXID":"","PHONE":""}', public: false, system: true },
    { name: '同一账号最多同时在线数（0为不限）', key: 'SESSION_MOST', value: '0', public: false, system: true, since: 2 },
    { name: '密码规则', key: 'PASSWORD_POLICY', value: 'either', public: false, system: true, since: 2 },
    { name: '必须启用两步验证', key: 'TOTP_REQUIRED', value: '', public: false, system: true, since: 2 },
    { name: '消息保留天数（0为不清理）', key: 'MESSAGE_DAYS', value: '180', public: false, system: true, since: 3 },
    { name: '大屏姓名显示', key: 'SCREEN_NAMES', value: '', public: false, system: true, since: 5 },
    { name: '预警录像保留天数（0为一直保留）', key: 'CLIP_DAYS', value: '180', public: false, system: true, since: 7 },
    ...warningParameters,
    { name: '照护计划复核周期（天）', key: 'CARE_REVIEW_DAYS', value: '28', public: false, system: true, since: 13 },
    ...careParameters,
    ...assessmentParameters,
    ...incidentParameters,
    ...stayParameters,
    { name: '档案文件到期提醒（天）', key: 'DOCUMENT_SOON_DAYS', value: '30', public: false, system: true, since: 15 },
    { name: '离院后档案保留年限（年，至少5）', key: 'PERSON_KEPT_YEARS', value: '5', public: false, system: true, since: 15 },
    ...mealParameters,
    ...visitParameters,
    ...staffingParameters,
    { name: '请假天数只计工作日', key: 'STAFF_LEAVE_WORKDAYS', value: 'false', public: false, system: true, since: 13 },
    { name: '账户余额提醒（元，0为欠费时才提醒）', key: 'ACCOUNT_ALERT', value: '500', public: false, system: true, since: 13 },
    { name: '账户调整和退款需审批的金额（元，0为一律审批）', key: 'ACCOUNT_ALONE', value: '1000', public: false, system: true, since: 13 },
    { name: '基站和Wi-Fi联网定位', key: 'NETWORK_LOCATION', value: 'false', public: false, system: true, since: 9 },
  ];
