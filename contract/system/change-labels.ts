/** What the columns of the change record are called on the screen; a column that is not named is shown as it is. */
import { assessmentColumns } from '../assessments/assessment-columns.ts';
import { assessmentLabels } from '../assessments/assessments.labels.ts';
import { checkinScoreRuleLabels } from '../questionnaires/checkin-score-rules.labels.ts';
import { arrangementLabels } from '../elderly/arrangements.labels.ts';
import { requestLabels } from '../accounts/accounts.labels.ts';
import { titleOf, type Labels } from '../labels.ts';
import { batchRequestLabels, deviceBatchLabels } from '../devices/device-batches.labels.ts';
import { deviceIntegrationLabels } from '../devices/device-integrations.labels.ts';
import { deviceTypeLabels } from '../devices/device-types.labels.ts';
import { deviceLabels } from '../devices/devices.labels.ts';
import { personLabels } from '../elderly/people.labels.ts';
import { removalLabels } from '../removals.labels.ts';
import { documentLabels } from '../elderly/person-documents.labels.ts';
import { personContactLabels } from '../elderly/person-contacts.labels.ts';
import { personPackageLabels } from '../elderly/person-packages.labels.ts';
import { handoverLabels } from '../handovers/handovers.labels.ts';
import { productCategoryLabels } from '../goods-orders/product-categories.labels.ts';
import { productLabels } from '../goods-orders/products.labels.ts';
import { oxygenTargetLabels } from '../health/early-warnings.labels.ts';
import { expectationLabels } from '../health/expectations.labels.ts';
import { thresholdLabels } from '../health/thresholds.labels.ts';
import { questionnaireResultLabels } from '../questionnaires/questionnaire-results.labels.ts';
import { questionnaireLabels } from '../questionnaires/questionnaires.labels.ts';
import { bedLabels } from '../rooms/beds.labels.ts';
import { roomLabels } from '../rooms/rooms.labels.ts';
import { servicePackageLabels } from '../services/service-packages.labels.ts';
import { serviceProjectLabels, serviceTypeLabels } from '../services/services.labels.ts';
import { materialLabels } from '../stock/materials.labels.ts';
import { dictionaryItemLabels, dictionaryLabels } from './dictionaries.labels.ts';
import { parameterLabels } from './parameters.labels.ts';
import { tenantLabels } from '../tenants/tenants.labels.ts';
import { departmentLabels } from '../users/departments.labels.ts';
import { menuLabels } from '../users/menus.labels.ts';
import { userLabels } from '../users/users.labels.ts';
import { purchaseLabels } from '../stock/material-purchases.labels.ts';
import { careColumns, careFields } from '../care/care-columns.ts';
import { ticketColumns } from '../tickets/ticket-columns.ts';
import { mealColumns, mealFields } from '../meals/change-columns.ts';
import { leaveLabels } from '../staff-leave/staff-leaves.labels.ts';
import {
  savedTicketViewLabels,
  ticketGroupLabels,
  ticketLabels,
  ticketReplyLabels,
  ticketSettingsLabels,
} from '../tickets/tickets.labels.ts';
import { stayColumns, stayFields } from '../stay/change-columns.ts';
import { incidentColumns, incidentFields } from '../incidents/change-columns.ts';
import { homeColumns, homeFields } from '../home-care/change-columns.ts';
import { visitorColumns } from '../visitors/change-columns.ts';
import { visitorFields } from '../visitors/change-fields.ts';
import { visitColumns, visitFields } from '../visits/change-columns.ts';
import { callColumns, callFields } from '../calls/change-columns.ts';
import { conditionRuleLabels } from '../warnings/condition-rules.labels.ts';
import { fenceLabels } from '../warnings/fences.labels.ts';
import { lifeWindowLabels } from '../warnings/life-windows.labels.ts';
import { warningPolicyLabels } from '../warnings/policies.labels.ts';
import { staffSkillLabels } from '../work-orders/staff-skills.labels.ts';
import { holidayLabels, workOrderPlanLabels } from '../work-orders/work-order-plans.labels.ts';

/** The fields of the tables whose columns are called as the fields of their entity. */
const fields: Readonly<Record<string, Labels>> = {
  tenants: tenantLabels,
  departments: departmentLabels,
  users: userLabels,
  menus: menuLabels,
  parameters: parameterLabels,
  dictionaries: dictionaryLabels,
  dictionary_items: dictionaryItemLabels,
  tickets: ticketLabels,
  ticket_settings: ticketSettingsLabels,
  ticket_groups: ticketGroupLabels,
  ticket_replies: ticketReplyLabels,
  saved_ticket_views: savedTicketViewLabels,
  shift_handovers: handoverLabels,
  ...visitorFields,
  ...careFields,
  ...stayFields,
  ...mealFields,
  ...visitFields,
  ...homeFields,
  ...incidentFields,
  ...callFields,
  staff_leaves: leaveLabels,
  material_purchases: purchaseLabels,
  account_requests: requestLabels,
  person_arrangements: arrangementLabels,
  people: personLabels,
  removals: removalLabels,
  person_contacts: personContactLabels,
  person_documents: documentLabels,
  rooms: roomLabels,
  beds: bedLabels,
  devices: deviceLabels,
  device_types: deviceTypeLabels,
  device_batches: deviceBatchLabels,
  device_batch_requests: batchRequestLabels,
  device_integrations: deviceIntegrationLabels,
  service_types: serviceTypeLabels,
  service_projects: serviceProjectLabels,
  questionnaires: questionnaireLabels,
  questionnaire_results: questionnaireResultLabels,
  checkin_score_rules: checkinScoreRuleLabels,
  assessments: assessmentLabels,
  service_packages: servicePackageLabels,
  person_packages: personPackageLabels,
  staff_skills: staffSkillLabels,
  thresholds: thresholdLabels,
  condition_rules: conditionRuleLabels,
  reading_expectations: expectationLabels,
  oxygen_targets: oxygenTargetLabels,
  materials: materialLabels,
  product_categories: productCategoryLabels,
  products: productLabels,
  work_order_plans: workOrderPlanLabels,
  holidays: holidayLabels,
  fences: fenceLabels,
  life_windows: lifeWindowLabels,
  warning_policies: warningPolicyLabels,
};

/** Columns that are called otherwise here than their field, or have none. They come first. */
const common: Record<string, string> = {
  id: '编号',
  name: '名称',
  code: '编码',
  status: '状态',
  sort: '排序',
  parent_id: '上级',
  description: '描述',
  remarks: '备注',
  value: '值',
  key: '键',
  type: '类型',
  phone: '手机号',
  mobile: '手机号',
  photo: '照片',
  password_hash: '密码',
  must_change_password: '须修改密码',
  department_id: '部门',
  user_id: '用户',
  role_id: '角色',
  menu_id: '菜单',
  data_scope: '数据范围',
  every: '同时成立',
  windows: '时段',
  scope: '适用范围',
  scope_ids: '适用对象',
  valid_minutes: '数值有效期（分钟）',
  identity_number: '身份证号',
  identity_sealed: '身份证号',
  address: '地址',
  region_code: '地区',
  longitude: '经度',
  latitude: '纬度',
  ability: '能力等级',
  updated_by: '修改人',
  bed_id: '床位',
  month_fen: '床位月费（分）',
  meal_note: '膳食备注',
  meal_texture: '食物质地',
  meal_diets: '饮食类型',
  building: '楼栋',
  floor: '楼层',
  width: '宽度（格）',
  height: '高度（格）',
  picture: '平面图',
  room_id: '房间',
  person_id: '服务对象',
  hub_id: '所属网关',
  polling: '定时拉取',
  subscription: '厂商MQTT',
  contact_name: '联系人',
  contact_phone: '联系人电话',
  contact_relation: '联系人关系',
  deleted_by: '删除人',
  subject_id: '对象编号',
  contact_notes: '联系人备注',
  flags: '提醒标签',
  imei: '设备号',
  enabled: '启用',
  settings: '设置',
  price: '价格（分）',
  price_fen: '价格（分）',
  minutes: '时长（分钟）',
  sos_default: 'SOS默认',
  fence_metres: '签到范围（米）',
  valid_days: '有效天数',
  response_minutes: '响应时限（分钟）',
  completion_minutes: '完成时限（分钟）',
  rating_link: '发送评价链接',
  rating_days: '评价链接有效期（天）',
  bad_score: '差评星级',
  alerts: '超时提醒',
  alert_minutes: '超过多久提醒（分钟）',
  urgent_sms: '预警派单短信',
  choices: '默认通知方式',
  emergency: '紧急程度',
  jobs: '服务清单',
  frequency: '重复方式',
  month_days: '每月日期',
  holiday_mode: '节假日处理',
  max_count: '最多次数',
  days_ahead: '提前生成（天）',
  generated_until: '已生成到',
  count: '次数',
  package_id: '服务包',
  project_id: '服务项目',
  starts_on: '生效日期',
  ends_on: '到期日期',
  voided_at: '作废时间',
  goods_order_id: '商品订单',
  kind: '类型',
  on_sale: '在售',
  public: '公开',
  system: '内置',
  starts_at: '开始时间',
  ends_at: '结束时间',
  deleted_at: '删除时间',
  package_code: '产品包编码',
  features: '产品包菜单',
  devices_most: '设备数上限',
  super_admin: '超级管理员',
  keep_alive: '缓存',
  required: '必填',
  is_default: '默认',
  questionnaire_id: '问卷',
  job_id: '工单服务',
  complete_ms: '填写用时（毫秒）',
  process_data: '答案',
  original_data: '原始答案',
  revision: '题目版本',
  describe: '说明',
  low_critical: '过低界限',
  low: '偏低界限',
  high: '偏高界限',
  high_critical: '过高界限',
  hysteresis: '回差',
};

const special: Record<string, Record<string, string>> = {
  shift_handovers: { author_id: '交班人', signed_at: '交班签名时间', received_at: '接班签名时间' },
  people: { name: '姓名', left_at: '离院时间' },
  ...visitorColumns,
  ...incidentColumns,
  ...ticketColumns,
  removals: { kind: '类别' },
  ...careColumns,
  ...assessmentColumns,
  staff_leaves: { hand_to_id: '工作交接人', case_id: '审批编号', end_reason: '销假原因', ended_by: '销假人', ended_at: '销假时间' },
  ...stayColumns,
  ...mealColumns,
  ...visitColumns,
  ...homeColumns,
  ...callColumns,
  person_codes: { code: '身份码', user_name: '生成人' },
  person_arrangements: { value: '变更为', before: '变更前', effective_on: '生效日期', user_name: '登记人' },
  account_requests: { kind: '类型', amount_fen: '金额（分）', case_id: '审批编号', pay_type: '支付方式' },
  material_purchases: { total_fen: '采购金额（分）', case_id: '审批编号' },
  users: { name: '姓名' },
  questionnaire_quotas: { place: '序号', most: '最多份数', conditions: '选项' },
  work_order_plans: { every: '重复间隔' },
};

const camel = (column: string) => column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** 姓名 for people.name, 名称 for roles.name, 安全库存 for materials.safety_quantity. */
export const columnLabel = (table: string, column: string): string => {
  const labels = fields[table] ?? {};
  const field = camel(column);
  return special[table]?.[column] ?? common[column] ?? (field in labels ? titleOf(labels, field) : column);
};
