/** The roles that a new tenant starts with. Who exports what: docs/decisions/017-exports-of-roles.md */

export interface RoleDefault {
  code: string;
  name: string;
  description: string;
  /** 0 all, 1 institution, 2 department and below, 3 own. */
  dataScope: number;
  /** All of the tenant's menus, or these permissions. Menus without one (首页) are everybody's. */
  permissions: 'all' | readonly string[];
}

const views = [
  'members_oldman_view',
  'tenant_health_view',
  'business_bcroom_view',
  'business_bcroom_house',
  'warning_devicewarning_view',
  'tenant_device_fence_view',
  'tenant_device_lifewarning_view',
  'members_workorder_view',
  'business_bccostproject_view',
  'business_bccostservice_view',
  'business_bcservicepackage_view',
  'members_oldmanpackage_view',
];

export const roleDefaults: readonly RoleDefault[] = [
  { code: 'admin', name: '机构管理员', description: '机构内全部功能', dataScope: 0, permissions: 'all' },
  {
    code: 'nurse',
    name: '护士',
    description: '照护与预警处理，可派单',
    dataScope: 1,
    permissions: [
      ...views,
      'members_oldman_add',
      'members_oldman_edit',
      'members_oldmanpackage_add',
      'members_order_view',
      'members_order_add',
      'members_order_edit',
      'members_order_ship',
      'business_product_view',
      'business_bcmaterial_view',
      'business_bcmaterial_move',
      'tenant_health_add',
      'tenant_health_edit',
      'tenant_health_threshold',
      'tenant_health_observe',
      'tenant_device_view',
      'tenant_device_edit',
      'tenant_device_command',
      'tenant_device_map',
      'tenant_indoor_view',
      'tenant_indoor_edit',
      'tenant_device_camera',
      'tenant_lock_view',
      'tenant_lock_code',
      'tenant_device_fence_add',
      'tenant_device_fence_edit',
      'tenant_device_lifewarning_add',
      'tenant_device_lifewarning_edit',
      'warning_devicewarning_statistics',
      'warning_devicewarning_evidence',
      'warning_duty_view',
      'shift_handover_view',
      'shift_handover_add',
      'shift_handover_receive',
      'questionnaire_project_view',
      'questionnaire_result_view',
      'warning_devicewarning_handle',
      'members_workorder_add',
      'members_workorder_edit',
      'members_workorder_dispatch',
      'members_workorder_board',
      'members_staffskill_view',
      'members_workorder_serve',
      'members_workorder_score',
      'sys_user_view',
    ],
  },
  {
    code: 'carer',
    name: '护理员',
    description: '执行服务，只看与自己有关的数据',
    dataScope: 3,
    permissions: [
      'members_oldman_view',
      'tenant_health_view',
      'tenant_health_add',
      'tenant_health_observe',
      'warning_devicewarning_view',
      'warning_devicewarning_handle',
      'members_workorder_view',
      'members_workorder_serve',
    ],
  },
  {
    code: 'finance',
    name: '财务',
    description: '价格与费用',
    dataScope: 1,
    permissions: [
      ...['view', 'add', 'edit', 'del', 'pay', 'ship', 'refund', 'export'].map((verb) => `members_order_${verb}`),
      ...['view', 'add', 'edit', 'del', 'export'].flatMap((verb) => [
        `business_product_${verb}`,
        `business_productcategory_${verb}`,
        `business_bcmaterial_${verb}`,
      ]),
      'business_bcmaterial_move',
      'business_bcmaterial_import',
      'business_bcmaterialmovement_view',
      'business_bcmaterialmovement_export',
      'members_oldman_view',
      'members_workorder_view',
      ...['view', 'add', 'edit', 'del', 'export'].flatMap((verb) => [`business_bccostproject_${verb}`, `business_bccostservice_${verb}`]),
      'business_bccostproject_import',
      'members_workorder_export',
      ...['view', 'add', 'edit', 'del', 'export'].flatMap((verb) => [`business_bcservicepackage_${verb}`, `members_oldmanpackage_${verb}`]),
    ],
  },
  {
    code: 'agent',
    name: '坐席',
    description: '接听呼叫、处理预警、登记工单与回访',
    dataScope: 1,
    permissions: [
      ...views,
      'members_order_view',
      'members_order_add',
      'members_order_edit',
      'business_product_view',
      'tenant_device_view',
      'questionnaire_project_view',
      'questionnaire_result_view',
      'warning_devicewarning_handle',
      'members_workorder_add',
      'members_workorder_edit',
      'members_workorder_dispatch',
      'members_workorder_board',
      'members_staffskill_view',
      'members_workorder_score',
      'sys_user_view',
    ],
  },
];

/** What a role got later though its menus were there already. docs/decisions/017-exports-of-roles.md */
export const roleGains: readonly { code: string; since: number; permissions: readonly string[] }[] = [
  {
    code: 'finance',
    since: 3,
    permissions: [
      'members_workorder_export',
      'business_bccostproject_export',
      'business_bccostproject_import',
      'business_bccostservice_export',
    ],
  },
];
