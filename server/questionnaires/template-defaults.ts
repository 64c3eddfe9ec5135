/** The templates that the platform shares with every institution. */
import { db, type Tx } from '../db/tenant.ts';
import { choice, many, rowsOf, stars, words, type ItemDefault } from './questionnaire-defaults.ts';
import { newKey } from './questionnaires.ts';
import { jsonb } from './questionnaire-rows.ts';
import type { KeptItem } from './template-copies.ts';

const LEVELS = ['非常满意', '满意', '一般', '不满意', '非常不满意'];
const level = (label: string): ItemDefault => choice(label, LEVELS);
const line = (label: string, placeholder: string, required = false): ItemDefault => ({
  type: 'INPUT',
  label,
  placeholder,
  required,
  expand: { maxlength: 60 },
});

export const sharedTemplates: readonly { name: string; describe: string; category: number; items: readonly ItemDefault[] }[] = [
  {
    name: '入住老人满意度调查',
    describe: '为了把照料做得更好，请您按最近一个月的实际感受填写，大约需要三分钟。',
    category: 3,
    items: [
      choice('填写人', ['老人本人', '家属', '护理员代填']),
      choice('入住时间', ['不满三个月', '三个月至一年', '一年以上']),
      { type: 'DIVIDER', label: '照料与护理' },
      level('日常照料（起居、洗浴、换洗）'),
      level('护理员的态度与耐心'),
      level('呼叫后到场的速度'),
      level('用药与健康观察'),
      { type: 'DIVIDER', label: '生活' },
      level('饭菜'),
      level('房间与公共区域的卫生'),
      level('文娱与康复活动'),
      level('安全感（夜间、洗浴、行走）'),
      { type: 'RATE', label: '总体评分', required: true, placeholder: '请为机构打分', expand: { max: 5 } },
      many('最希望改进的方面', ['照料', '饮食', '环境', '活动', '医疗', '收费', '没有', '其他'], false),
      words('想对我们说的话', '可不填'),
    ],
  },
  {
    name: '家属意见征询',
    describe: '您的意见直接交给机构负责人，七个工作日内答复。',
    category: 1,
    items: [
      line('老人姓名', '请填写老人姓名', true),
      choice('与老人的关系', ['配偶', '子女', '孙辈', '兄弟姐妹', '其他']),
      choice('探望的次数', ['每周一次以上', '每月两三次', '每月一次', '更少']),
      level('机构与家属的沟通'),
      level('老人的精神与身体状态'),
      level('突发情况的告知'),
      level('费用的清楚程度'),
      many('希望怎样得知老人的近况', ['电话', '微信', '照片或视频', '月度报告', '家属会'], false),
      words('意见与建议', '请写具体的事和时间，便于我们查实', true),
      choice('是否需要回电', ['需要', '不需要']),
      { type: 'INPUT', label: '联系电话', placeholder: '需要回电时填写', expand: { maxlength: 11 } },
    ],
  },
  {
    name: '入住需求登记',
    describe: '填写后我们会在一个工作日内与您联系，安排参观与评估。',
    category: 1,
    items: [
      line('老人姓名', '请填写老人姓名', true),
      choice('性别', ['男', '女']),
      {
        type: 'NUMBER_INPUT',
        label: '年龄',
        required: true,
        placeholder: '请填写年龄',
        expand: { min: 40, max: 120, step: 1, precision: 0 },
      },
      choice('行走', ['自己行走', '需要拐杖或助行器', '坐轮椅', '卧床']),
      choice('进食', ['自己进食', '需要帮助', '喂食', '鼻饲']),
      choice('大小便', ['能自理', '偶尔失禁', '经常失禁', '留置尿管或造口']),
      choice('认知', ['清楚', '有时糊涂', '经常糊涂', '已诊断认知障碍']),
      many('慢性病', ['没有', '高血压', '糖尿病', '冠心病', '脑卒中', '慢阻肺', '骨折或关节病', '其他']),
      choice('希望的房型', ['单人间', '双人间', '多人间', '都可以']),
      choice('希望入住的时间', ['一周内', '一个月内', '三个月内', '先了解']),
      choice('每月可接受的费用', ['三千元以内', '三千至五千元', '五千至八千元', '八千元以上']),
      line('联系人', '请填写联系人姓名', true),
      { type: 'INPUT', label: '联系电话', required: true, placeholder: '请填写联系电话', expand: { maxlength: 11 } },
      words('其他需要说明的情况', '如过敏、特殊饮食、宗教习惯'),
    ],
  },
  {
    name: '膳食满意度调查',
    describe: '请按最近一周的饭菜填写，厨房每月公布改进情况。',
    category: 3,
    items: [
      choice('您的饮食', ['普食', '软食', '半流质', '流质', '糖尿病餐', '低盐低脂', '其他']),
      stars('口味'),
      stars('软硬程度'),
      stars('荤素搭配'),
      stars('温度'),
      stars('份量'),
      choice('早餐', ['很好', '可以', '不够丰富', '不合口味']),
      choice('午餐', ['很好', '可以', '不够丰富', '不合口味']),
      choice('晚餐', ['很好', '可以', '不够丰富', '不合口味']),
      many('希望多做的菜', ['鱼虾', '肉类', '蛋类', '豆制品', '叶菜', '菌菇', '面食', '汤羹', '其他'], false),
      words('不喜欢或不能吃的食物', '过敏的食物请务必写明'),
      words('对厨房的建议', '可不填'),
    ],
  },
  {
    name: '护理员安全培训测试',
    describe: '每题选出一个或几个正确的做法，独立完成。',
    category: 2,
    items: [
      line('姓名', '请填写姓名', true),
      choice('1. 发现老人跌倒在地，首先应当', ['立即扶起', '查看意识与伤情，不急于搬动', '先通知家属', '先写记录']),
      choice('2. 给卧床老人翻身，一般的间隔是', ['半小时', '两小时', '六小时', '每班一次']),
      choice('3. 鼻饲前必须确认', ['老人是否睡着', '胃管在胃内', '家属是否在场', '餐费是否已交']),
      choice('4. 老人噎食不能说话、不能咳嗽时', ['拍背喂水', '海姆立克急救法', '平躺等待', '用手掏']),
      many('5. 洗浴前应当做到', ['测试水温', '关好门窗', '铺防滑垫', '备好呼叫器', '让老人独自等待']),
      many('6. 应当马上报告护士的情况', ['意识改变', '呼吸困难', '胸痛', '皮肤新发破损', '食欲略差']),
      choice('7. 手卫生的时机不包括', ['接触老人前', '接触体液后', '离开老人单元后', '看手机前']),
      choice('8. 发生火情时首先应当', ['抢救财物', '报警并疏散老人', '乘电梯下楼', '开窗通风']),
      words('9. 请写出您所在楼层的疏散路线', '从房间到安全出口', true),
    ],
  },
  {
    name: '员工满意度调查',
    describe: '不记名填写，只看汇总结果。',
    category: 3,
    items: [
      choice('岗位', ['护理员', '护士', '后勤', '膳食', '行政', '其他']),
      choice('工龄', ['不满一年', '一至三年', '三年以上']),
      level('排班与休息'),
      level('收入与福利'),
      level('主管的支持'),
      level('培训与成长'),
      level('设备与劳动保护'),
      { type: 'SLIDER', label: '工作压力（0 没有，10 很大）', required: true, expand: { min: 0, max: 10, step: 1 } },
      choice('一年内是否打算离职', ['没有', '想过', '正在打算']),
      words('最需要解决的一件事', '可不填'),
    ],
  },
];

/** Adds them to the platform, those whose name it has already left out. */
export async function addSharedTemplates(tx: Tx): Promise<void> {
  const there = await tx.rows(db.selectFrom('questionnaire_templates').select('name').where('tenant_id', '=', tx.tenantId));
  const wanted = sharedTemplates.filter(({ name }) => !there.some((one) => one.name === name));
  if (wanted.length === 0) return;
  const rows = wanted.map(({ name, describe, category, items }) => ({
    tenant_id: tx.tenantId,
    key: newKey(),
    name,
    describe,
    category,
    shared: true,
    items: jsonb(rowsOf(items).map(keptOf)),
  }));
  await tx.run(db.insertInto('questionnaire_templates').values(rows));
}

const keptOf = ({ form_item_id, display, ...item }: ReturnType<typeof rowsOf>[number]): KeptItem => ({
  ...item,
  formItemId: form_item_id,
  displayType: display,
  showLabel: true,
  defaultValue: null,
  span: 24,
  regList: [],
});
