/**
 * The dictionaries that a new tenant starts with: every type that the specification names.
 * Built-in ones (`system`) have values that code depends on.
 * Items count from 1; those of `from: 0` from 0; pairs name their own value.
 */
export interface DictionaryDefault {
  type: string;
  description: string;
  system?: boolean;
  from?: 0;
  /** As in menu-defaults.ts. */
  since?: number;
  items: readonly (string | readonly [value: string, label: string])[];
}

const person: readonly DictionaryDefault[] = [
  { type: 'gender', description: '性别', system: true, items: ['男', '女'] },
  { type: 'service_type', description: '服务类型', system: true, items: ['机构养老', '居家养老'] },
  { type: 'oldman_status', description: '老人状态', system: true, items: ['在院', '请假外出', '住院', '已离院', '已故'] },
  { type: 'meal_type', description: '膳食', since: 13, items: ['普食', '软食', '半流质', '流质', '鼻饲', '低盐低脂', '糖尿病餐', '清真'] },
  { type: 'care_level', description: '护理等级', items: ['自理', '半自理', '不能自理', '一级护理', '二级护理', '三级护理', '特级护理'] },
  { type: 'anergy', description: '失能等级', system: true, from: 0, items: ['能力完好', '轻度失能', '中度失能', '重度失能', '完全失能'] },
  { type: 'marital', description: '婚姻状况', items: ['未婚', '已婚', '丧偶', '离异', '其他'] },
  { type: 'political_face', description: '政治面貌', items: ['中共党员', '中共预备党员', '共青团员', '民主党派', '无党派人士', '群众'] },
  { type: 'academic', description: '文化程度', items: ['文盲', '小学', '初中', '高中/中专', '大专', '本科', '硕士', '博士'] },
  {
    type: 'certificate_type',
    description: '证件类型',
    items: ['居民身份证', '户口簿', '护照', '军官证', '港澳居民来往内地通行证', '台湾居民来往大陆通行证', '外国人永久居留证'],
  },
  { type: 'blood_type', description: '血型', items: ['A型', 'B型', 'AB型', 'O型', '不详'] },
  {
    type: 'dependency',
    description: '经济来源',
    items: ['退休金/养老金', '子女补贴', '亲友资助', '国家普惠型补贴', '个人储蓄', '其他补贴'],
  },
  {
    type: 'nation',
    description: '民族',
    items:
      '汉族 蒙古族 回族 藏族 维吾尔族 苗族 彝族 壮族 布依族 朝鲜族 满族 侗族 瑶族 白族 土家族 哈尼族 哈萨克族 傣族 黎族 傈僳族 佤族 畲族 高山族 拉祜族 水族 东乡族 纳西族 景颇族 柯尔克孜族 土族 达斡尔族 仫佬族 羌族 布朗族 撒拉族 毛南族 仡佬族 锡伯族 阿昌族 普米族 塔吉克族 怒族 乌孜别克族 俄罗斯族 鄂温克族 德昂族 保安族 裕固族 京族 塔塔尔族 独龙族 鄂伦春族 赫哲族 门巴族 珞巴族 基诺族'.split(
        ' ',
      ),
  },
  {
    type: 'live',
    description: '居住情况',
    items: ['独居', '与配偶居住', '与子女居住', '与父母居住', '与兄弟姐妹居住', '与其他亲属居住', '与非亲属居住', '养老机构'],
  },
  {
    type: 'relation',
    description: '与老人关系',
    items: ['配偶', '儿子', '女儿', '儿媳', '女婿', '孙子女', '外孙子女', '兄弟姐妹', '其他亲属', '朋友', '社区工作人员'],
  },
  { type: 'is_trusteeship', description: '是否托管', from: 0, items: ['否', '是'] },
  {
    type: 'cd_isease',
    description: '慢性病',
    items: [
      '高血压',
      '糖尿病',
      '冠心病',
      '脑卒中',
      '慢性阻塞性肺疾病',
      '恶性肿瘤',
      '帕金森病',
      '阿尔茨海默病',
      '骨关节病',
      '慢性肾病',
      '其他',
    ],
  },
  { type: 'trading_type', description: '交易类型', items: ['充值', '消费', '退款', '调整'] },
  { type: 'housing_unit', description: '住房单位', items: ['商品房', '单位房', '公租房', '自建房', '其他'] },
  { type: 'housing_type', description: '住房类型', items: ['电梯楼房', '无电梯楼房', '平房', '养老公寓', '其他'] },
  { type: 'hearing_type', description: '听力情况', items: ['正常', '轻度下降', '中度下降', '重度下降', '佩戴助听器'] },
  {
    type: 'medical_insurance_type',
    description: '医疗保险类型',
    items: ['城镇职工基本医疗保险', '城乡居民基本医疗保险', '商业医疗保险', '公费医疗', '长期护理保险', '全自费', '其他'],
  },
  {
    type: 'elderly_category',
    description: '老人类别',
    items: ['普通老人', '特困人员', '低保对象', '低保边缘家庭', '计划生育特殊家庭', '优抚对象', '高龄老人', '空巢老人'],
  },
  { type: 'personnel_type', description: '人员类型', items: ['长住', '短住', '日托', '居家', '试住'] },
];

const workOrder: readonly DictionaryDefault[] = [
  {
    type: 'work_order_status',
    description: '工单状态',
    system: true,
    items: ['待派单', '已派单', '服务中', '已完成', '已暂停', '已取消', '已评价'],
  },
  {
    type: 'work_order_job_status',
    description: '工单服务状态',
    system: true,
    items: ['待派单', '已派单', '服务中', '已完成', '已暂停', '已取消'],
  },
  { type: 'emergency_type', description: '紧急程度', system: true, items: ['普通', '紧急', '特急'] },
  { type: 'pay_type', description: '支付方式', system: true, items: ['现金', '账户余额', '服务包', '线下转账', '政府补贴'] },
  { type: 'work_order_score', description: '工单评分', system: true, items: ['非常不满意', '不满意', '一般', '满意', '非常满意'] },
];

const medical: readonly DictionaryDefault[] = [
  {
    type: 'incident_cause',
    description: '不良事件原因',
    since: 13,
    items: [
      '自身疾病或体能',
      '认知障碍',
      '用药影响',
      '照护不到位',
      '操作不规范',
      '巡视不及时',
      '交接不清',
      '环境设施',
      '设备用具',
      '家属或他人',
      '其他',
    ],
  },
  { type: 'drugs_valid_status', description: '药品有效状态', system: true, items: ['有效', '近效期', '已过期'] },
  { type: 'drugs_valid_status_query', description: '药品有效状态查询', system: true, from: 0, items: ['全部', '有效', '近效期', '已过期'] },
  { type: 'drug_outbound_material_source', description: '出库物品来源', items: ['机构采购', '老人自带', '捐赠'] },
  { type: 'recipient_type', description: '领用人类型', items: ['老人', '员工', '部门'] },
  { type: 'material_source', description: '物资来源', items: ['采购', '捐赠', '调拨', '盘盈'] },
  { type: 'drugs_source', description: '药品来源', items: ['机构采购', '家属自带', '医院配送'] },
  { type: 'slh_type', description: '收领耗类型', items: ['收入', '领用', '损耗'] },
  { type: 'drug_type', description: '药品类型', items: ['西药', '中成药', '中药饮片', '外用药', '保健品'] },
  {
    type: 'dose_type',
    description: '剂型',
    items: ['片剂', '胶囊', '颗粒', '口服液', '注射剂', '滴眼液', '软膏', '喷雾剂', '贴剂', '其他'],
  },
  { type: 'enc_flag_types', description: '加密标志', system: true, from: 0, items: ['否', '是'] },
  { type: 'stocktaking_status', description: '盘点状态', system: true, items: ['未盘点', '盘点中', '已完成', '已作废'] },
  { type: 'doctor_advice_project_type', description: '医嘱项目类型', items: ['药品', '护理', '治疗', '检查', '膳食', '其他'] },
  {
    type: 'drug_way',
    description: '用药途径',
    items: ['口服', '外用', '皮下注射', '肌肉注射', '静脉注射', '静脉滴注', '雾化吸入', '舌下含服', '滴眼', '直肠给药'],
  },
  { type: 'executeType', description: '执行类型', items: ['长期', '临时', '必要时'] },
  { type: 'validityPeriod', description: '有效期', items: ['当日', '三日', '一周', '两周', '一月', '长期'] },
  {
    type: 'executionFrequency',
    description: '执行频次',
    items: ['每日一次', '每日两次', '每日三次', '每日四次', '隔日一次', '每周一次', '每周两次', '必要时', '立即'],
  },
  { type: 'timeSlot', description: '时间段', items: ['早餐前', '早餐后', '午餐前', '午餐后', '晚餐前', '晚餐后', '睡前'] },
  { type: 'doctors_advice_status', description: '医嘱状态', system: true, items: ['待审核', '执行中', '已停止', '已完成', '已作废'] },
  { type: 'drugs_dispositon', description: '药品处置方式', items: ['退回供应商', '销毁', '退还家属', '其他'] },
];

/** What is filed about a person, or of the institution. */
const papers: readonly DictionaryDefault[] = [
  {
    type: 'document_type',
    description: '档案文件类型',
    since: 15,
    items: ['身份证', '户口簿', '医保卡', '体检报告', '入住合同', '委托书', '告知书', '照片', '健康证', '其他'],
  },
];

/** Questionnaires. What is saved as a template without a category is 4. */
const asked: readonly DictionaryDefault[] = [
  {
    type: 'questionnaire_category',
    description: '问卷分类',
    system: true,
    since: 16,
    items: [
      ['4', '其他'],
      ['1', '调查'],
      ['2', '测试'],
      ['3', '满意度'],
    ],
  },
];

const billing: readonly DictionaryDefault[] = [
  { type: 'reservation_enter_type', description: '预约入住类型', items: ['长住', '短住', '试住', '日托'] },
  {
    type: 'enquiry_source',
    description: '咨询来源',
    since: 14,
    items: ['电话', '上门', '网络', '老客户介绍', '员工介绍', '医院转介', '社区转介', '其他'],
  },
  {
    type: 'enquiry_lost_reason',
    description: '咨询流失原因',
    since: 14,
    items: ['价格', '位置', '环境', '护理能力', '没有床位', '选择其他机构', '暂不入住', '联系不上', '其他'],
  },
  { type: 'check_out_status', description: '退住状态', system: true, items: ['待审核', '待结算', '已退住', '已取消'] },
  { type: 'checkout_destination', description: '退住去向', items: ['回家', '转其他机构', '住院治疗', '去世', '其他'] },
  { type: 'refund_type', description: '退款方式', items: ['现金', '银行转账', '微信', '支付宝', '原路退回'] },
  { type: 'drugs_refund_apply_status', description: '退药申请状态', system: true, items: ['待审核', '已通过', '已驳回', '已完成'] },
  { type: 'check_out_fee_status', description: '退住费用状态', system: true, items: ['未核算', '已核算', '已确认'] },
  { type: 'check_out_settle_status', description: '退住结算状态', system: true, items: ['未结算', '结算中', '已结算'] },
  {
    type: 'check_out_log_status',
    description: '退住日志状态',
    system: true,
    items: ['提交申请', '审核通过', '审核驳回', '费用结算', '办理退住'],
  },
  { type: 'nurse_fee_check_status', description: '护理费核对状态', system: true, items: ['未核对', '已核对', '有异议'] },
  { type: 'medical_fee_check_status', description: '医疗费核对状态', system: true, items: ['未核对', '已核对', '有异议'] },
  {
    type: 'month_bill_status',
    description: '月账单状态',
    system: true,
    items: ['待生成', '待核对', '待支付', '已支付', '已逾期', '已作废'],
  },
];

/** What pages of the administration label their rows with. */
const administration: readonly DictionaryDefault[] = [
  {
    type: 'dict_type',
    description: '字典类别',
    system: true,
    since: 9,
    items: [
      ['1', '系统类'],
      ['0', '业务类'],
    ],
  },
  {
    type: 'log_type',
    description: '日志类型',
    system: true,
    since: 9,
    items: [
      ['0', '正常'],
      ['9', '异常'],
    ],
  },
];

export const dictionaryDefaults: readonly DictionaryDefault[] = [
  ...person,
  ...workOrder,
  ...medical,
  ...papers,
  ...asked,
  ...billing,
  ...administration,
];

/** The items of a default with their values and order. */
export function itemsOf({ items, from }: DictionaryDefault): { value: string; label: string; sort: number }[] {
  return items.map((item, index) => {
    const [value, label] = typeof item === 'string' ? [String(index + (from ?? 1)), item] : item;
    return { value, label, sort: index + 1 };
  });
}
