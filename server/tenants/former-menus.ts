/**
 * Where the product's own pages stood until version 11 of the defaults, by the keys of `keyOf`. A page that stands there still, under its
 * own name, was not moved by hand.
 */
import { demonstrationMenus } from '../system/demonstration.ts';
import { keyOf } from '../system/menu-features.ts';

const pagesOf: Readonly<Record<string, string>> = {
  健康监测: 'tenant_health_view tenant_health_add tenant_health_observe tenant_health_default',
  预警设置:
    'tenant_device_fence_view tenant_device_lifewarning_view warning_policy_view warning_duty_view warning_condition_view ' +
    'warning_devicewarning_statistics',
  工单调度:
    'members_workorder_board /order/plan members_workorder_followup members_workorder_statistics members_staffskill_view members_holiday_view',
  服务管理: 'business_bccostproject_view business_bccostservice_view business_bcservicepackage_view members_oldmanpackage_view',
  商品管理: 'members_order_view business_product_view business_productcategory_view',
  库存管理: 'business_bcmaterial_view business_bcmaterialmovement_view',
  订购管理:
    'sys_package_view sys_packageorder_view sys_packageorder_verify sys_packageinvoice_view sys_packagerevenue_view sys_packageusage_view',
  系统管理:
    'sys_user_view sys_invite_view sys_role_view sys_dept_view sys_post_view sys_menu_view sys_dict_view admin_syspublicparam_view ' +
    'admin_systenant_view sys_file_view sys_token_view sys_loginlog_view sys_log_view sys_audit_view sys_client_view sys_deadjob_view ' +
    'sys_registration_view',
};
const atRoot =
  '/wel/index members_oldman_view business_bcroom_view business_bcroom_house tenant_device_view tenant_device_map tenant_devicetype_view ' +
  'tenant_indoor_view tenant_devicebatch_view tenant_lock_view tenant_deviceintegration_view warning_devicewarning_view ' +
  'shift_handover_view members_workorder_view questionnaire_project_view package_order';

/** Names of the folders that there were, all at the root. */
export const formerFolders: ReadonlySet<string> = new Set(Object.keys(pagesOf));

/** The folder that a page was in, by its key; null is the root. */
export const formerFolderOf: ReadonlyMap<string, string | null> = new Map<string, string | null>([
  ...Object.entries(pagesOf).flatMap(([folder, keys]) => keys.split(' ').map((key) => [key, folder] as const)),
  ...[...atRoot.split(' '), ...demonstrationMenus.map(keyOf)].map((key) => [key, null] as const),
]);
