/** Menus of 今天, what staff open on every day, and of 长者, whom they look after. */
import type { MenuDefault } from './menu-defaults.ts';
import { always, button, buttons, page, since } from './menu-parts.ts';

export const todayMenus: readonly MenuDefault[] = [
  ...always([
    page('首页', '/wel/index', 'HomeOutlined', undefined, [
      ...since(2, [button('tenant_screen', '机构大屏')]),
      ...since(5, [button('group_screen', '集团大屏')]),
    ]),
  ]),
  page('预警管理', '/warning/warning/index', 'AlertOutlined', 'warning_devicewarning_view', [
    button('warning_devicewarning_handle', '处理'),
    ...since(2, [button('warning_devicewarning_export', '导出')]),
    ...since(4, [button('warning_devicewarning_evidence', '证据包')]),
  ]),
  page('工单管理', '/order/workorder', 'FileDoneOutlined', 'members_workorder_view', [
    ...buttons('members_workorder', ['add', 'edit', 'del']),
    button('members_workorder_dispatch', '派单'),
    button('members_workorder_serve', '服务'),
    button('members_workorder_score', '评价'),
    ...since(2, [button('members_workorder_export', '导出')]),
    ...since(3, [button('members_workorder_settings', '工单设置')]),
  ]),
  ...since(4, [
    page('体征录入', '/health/entry', 'FormOutlined', 'tenant_health_add'),
    page('观察任务', '/health/observation', 'ScheduleOutlined', 'tenant_health_observe'),
  ]),
  ...since(13, [page('照护任务', '/care/task', 'CheckSquareOutlined', 'members_caretask_view', [button('members_caretask_do', '执行')])]),
  ...since(15, [
    page('巡视', '/care/round', 'EyeOutlined', 'members_round_view', [
      button('members_round_do', '巡视'),
      button('members_round_export', '导出'),
    ]),
  ]),
  ...since(14, [
    page('约束管理', '/care/restraint', 'LockOutlined', 'members_restraint_view', [
      button('members_restraint_order', '开单与作废'),
      button('members_restraint_do', '执行'),
      button('members_restraint_export', '导出'),
    ]),
  ]),
  ...since(11, [
    page('交接班', '/handover/index', 'SwapOutlined', 'shift_handover_view', [
      button('shift_handover_add', '写交接'),
      button('shift_handover_receive', '接班'),
    ]),
    page('房态图', '/business/bcroom/house', 'LayoutOutlined', 'business_bcroom_house', [
      ...since(13, [button('business_bcroom_clean', '床位清洁')]),
    ]),
  ]),
  ...since(13, [
    page('诉求管理', '/ticket/index', 'MessageOutlined', 'business_ticket_view', [
      ...buttons('business_ticket', ['add', 'edit']),
      button('business_ticket_assign', '分配'),
      button('business_ticket_export', '导出'),
      button('business_ticket_register', '统计与投诉登记'),
      button('business_ticket_settings', '诉求设置'),
    ]),
    page('历史诉求', '/ticket/history', 'HistoryOutlined', 'business_ticket_history'),
  ]),
  ...since(13, [
    page('访客管理', '/visitors/index', 'IdcardOutlined', 'business_bcvisitorsrecord_view', [
      ...buttons('business_bcvisitorsrecord', ['add', 'edit', 'del']),
      button('business_bcvisitorsrecord_export', '导出'),
      button('business_bcvisitor_desk', '前台登记'),
      button('business_bcvisitor_restrict', '受限访客与放行'),
      button('business_bcvisitor_settings', '访客设置'),
    ]),
  ]),
  ...since(13, [
    page('不良事件', '/incident/index', 'MedicineBoxOutlined', 'members_adverseeventrecord_view', [
      ...buttons('members_adverseeventrecord', ['add', 'edit', 'del']),
      button('members_adverseeventrecord_review', '受理与审核'),
      button('members_adverseeventrecord_export', '导出'),
    ]),
  ]),
  ...since(13, [
    page('审批中心', '/approval/index', 'AuditOutlined', undefined, [
      button('approval_case_all', '查看全部审批'),
      button('approval_case_manage', '改派审批'),
    ]),
  ]),
  ...since(3, [page('回访管理', '/order/followup', 'CustomerServiceOutlined', 'members_workorder_followup')]),
];

export const elderlyMenus: readonly MenuDefault[] = [
  page('服务对象', '/oldMan/index', 'TeamOutlined', 'members_oldman_view', [
    ...buttons('members_oldman', ['add', 'edit', 'del']),
    ...since(2, [button('members_oldman_import', '导入'), button('members_oldman_export', '导出')]),
    ...since(14, [button('members_oldmanqrcode_add', '生成身份码')]),
    ...since(15, [
      button('members_oldman_merge', '合并重复档案'),
      button('members_oldman_dossier', '导出个人档案'),
      button('members_oldman_erase', '删除个人信息'),
    ]),
  ]),
  ...since(14, [
    page('入住咨询', '/stay/enquiry', 'PhoneOutlined', 'members_enquiry_view', [
      ...buttons('members_enquiry', ['add', 'edit']),
      button('members_enquiry_export', '导出'),
    ]),
    page('入住办理', '/stay/admission', 'ImportOutlined', 'members_tmcheckinaudit_view', [
      ...buttons('members_tmcheckinaudit', ['add', 'edit']),
      button('members_tmcheckinaudit_admit', '办理入住'),
      button('members_tmcheckinaudit_export', '导出'),
    ]),
    page('退住办理', '/stay/checkout', 'ExportOutlined', 'members_tmcheckoutrecord_view', [
      button('members_tmcheckoutrecord_add', '申请退住'),
      button('members_tmcheckoutrecord_edit', '取消退住'),
      button('members_tmcheckoutrecord_nursing', '护理部审核'),
      button('members_tmcheckoutrecord_medical', '医务部审核'),
      button('members_tmcheckoutrecord_general', '总务部审核'),
      button('members_tmcheckoutrecord_finance', '财务部审核'),
      button('members_tmcheckoutrecord_business', '业务部审核'),
      button('members_tmcheckoutrecord_director', '院长审核'),
      button('members_tmcheckoutrecord_settle', '结算与办理退住'),
      button('members_tmcheckoutrecord_export', '导出'),
    ]),
    page('入住合同', '/stay/contract', 'FileProtectOutlined', 'members_contract_view', [button('members_contract_edit', '变更')]),
    ...since(15, [
      page('文档室', '/files', 'FolderOutlined', 'members_persondocument_view', [
        ...buttons('members_persondocument', ['add', 'edit', 'del']),
        button('members_persondocument_export', '导出'),
      ]),
    ]),
  ]),
  ...since(15, [
    page('入住对账', '/stay/reconciliation', 'AuditOutlined', 'members_stayreconciliation_view', [
      button('members_stayreconciliation_export', '导出'),
    ]),
  ]),
  ...since(3, [
    page('房间床位', '/business/bcroom/index', 'BankOutlined', 'business_bcroom_view', [
      ...buttons('business_bcroom', ['add', 'edit', 'del']),
      button('business_bcroom_export', '导出'),
    ]),
  ]),
  ...since(15, [
    page('探访任务', '/management/visittask/index', 'HomeOutlined', 'members_visittask_view', [
      button('members_visittask_do', '登记'),
      button('members_visittask_assign', '指派与处理'),
      button('members_visittask_export', '导出'),
    ]),
    page('探访计划', '/management/managevisitplan/index', 'CalendarOutlined', 'members_visitplan_view', [
      ...buttons('members_visitplan', ['add', 'edit', 'del']),
    ]),
  ]),
  ...since(14, [
    page('虚拟床位', '/business/bcroom/virtual', 'HomeOutlined', 'business_virtualbed_view', [
      button('business_virtualbed_export', '导出'),
    ]),
    ...since(15, [
      page('居家照护', '/ailecare', 'ScheduleOutlined', 'members_homecare_view'),
      page('居家预约', '/homebook', 'CalendarOutlined', 'members_homebooking_view', [
        ...buttons('members_homebooking', ['add', 'edit']),
        button('members_homebooking_confirm', '确认与婉拒'),
        button('members_homebooking_export', '导出'),
      ]),
      page(
        '服务区域',
        '/homebook/area',
        'EnvironmentOutlined',
        'members_homearea_view',
        buttons('members_homearea', ['add', 'edit', 'del']),
      ),
    ]),
  ]),
  ...since(4, [
    page('健康总览', '/health/index', 'HeartOutlined', 'tenant_health_view', [
      button('tenant_health_edit', '更正'),
      button('tenant_health_threshold', '个人阈值'),
      button('tenant_health_export', '导出'),
    ]),
  ]),
  ...since(16, [
    page('评估', '/assessment/index', 'SolutionOutlined', 'members_assessment_view', [
      ...buttons('members_assessment', ['add', 'edit', 'del']),
      button('members_assessment_sign', '签名'),
      button('members_assessment_export', '导出'),
    ]),
  ]),
  ...since(17, [page('长护险量表', '/assessment/ltci', 'ControlOutlined', 'members_assessment_scale')]),
  ...since(13, [
    page('九防评估', '/risk/index', 'SafetyOutlined', 'members_oldmanrisk_view', [
      ...buttons('members_oldmanrisk', ['edit']),
      button('members_oldmanrisk_export', '导出'),
    ]),
  ]),
  ...since(15, [
    page('记录单', '/care/chart', 'ProfileOutlined', 'members_carechart_view'),
    page('皮肤记录', '/care/skin', 'HeatMapOutlined', 'members_skin_view', [button('members_skin_add', '登记')]),
  ]),
  ...since(3, [
    page('问卷管理', '/questionnaire/index', 'FormOutlined', 'questionnaire_project_view', [
      ...buttons('questionnaire_project', ['add', 'edit', 'del']),
      button('questionnaire_project_publish', '发布与停止'),
      button('questionnaire_project_export', '导出'),
      button('questionnaire_result_view', '查看结果'),
      button('questionnaire_result_export', '导出结果'),
      ...since(17, [button('questionnaire_result_edit', '修改结果')]),
    ]),
  ]),
];
