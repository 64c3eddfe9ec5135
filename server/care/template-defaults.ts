/**
 * The templates that every institution starts with, one per ability level: proposals, which it verifies and changes. What they say
 * of times follows the usual practice of turning every two hours, vital signs every eight or four, and care of tubes in every shift.
 */
import type { z } from 'zod';
import type { Goal, Intervention, Problem } from '#contract/care/care-plans.ts';
import type { CareTemplate } from '#contract/care/care-plans.ts';
import { db, type Tx } from '../db/tenant.ts';

type Care = z.output<typeof Intervention>;
type Kind = Care['kind'];

const usual = {
  clocks: [] as string[],
  everyHours: null,
  windowStart: null,
  windowEnd: null,
  weekdays: [] as number[],
  beforeMinutes: 30,
  afterMinutes: 60,
  minutes: 10,
  two: false,
  unit: null,
  instruction: '',
};
const at = (name: string, kind: Kind, clocks: string[], more: Partial<Care> = {}): Care => ({
  ...usual,
  name,
  kind,
  mode: 'clock',
  clocks,
  ...more,
});
const every = (name: string, kind: Kind, everyHours: number, from: string, to: string, more: Partial<Care> = {}): Care => ({
  ...usual,
  name,
  kind,
  mode: 'every',
  everyHours,
  windowStart: from,
  windowEnd: to,
  ...more,
});
const shift = (name: string, kind: Kind, more: Partial<Care> = {}): Care => ({ ...usual, name, kind, mode: 'shift', ...more });
const problem = (category: z.output<typeof Problem>['category'], text: string) => ({ category, text, source: '能力评估' });
const goal = (text: string, measure: string): z.output<typeof Goal> => ({ text, measure, until: null });

const MEALS = ['07:30', '11:30', '17:30'];
const water = every('协助饮水', 'water', 3, '08:00', '20:00', { minutes: 5, unit: 'ml', instruction: '每次约150ml，记录实际饮水量' });
const turning = every('翻身并查看皮肤', 'turn', 2, '00:00', '00:00', {
  two: true,
  beforeMinutes: 30,
  afterMinutes: 45,
  instruction: '查看骶尾、足跟、髋部皮肤，拉平床单，避免拖拽',
});
const bath = (weekdays: number[], more: Partial<Care> = {}) =>
  at('助浴', 'bath', ['09:30'], {
    weekdays,
    afterMinutes: 120,
    minutes: 40,
    instruction: '水温38至40℃，先放冷水后放热水，全程不离人',
    ...more,
  });

export interface TemplateDefault extends Pick<z.input<typeof CareTemplate>, 'name' | 'problems' | 'goals'> {
  /** Dictionary `anergy`. */
  ability: number;
  interventions: Care[];
}

export const templateDefaults: readonly TemplateDefault[] = [
  {
    name: '能力完好照护模板',
    ability: 0,
    problems: [problem('safety', '生活能自理，需关注安全与社会参与')],
    goals: [goal('保持现有能力，按意愿参加活动', '每周参加活动不少于3次')],
    interventions: [
      at('早晚问候', 'mind', ['08:00', '19:30'], { minutes: 5 }),
      at('测量生命体征', 'vitals', ['08:30'], { weekdays: [1], instruction: '在“体征录入”中填写数值' }),
    ],
  },
  {
    name: '轻度失能照护模板',
    ability: 1,
    problems: [problem('living', '部分日常活动需要提示'), problem('moving', '行走时有跌倒风险')],
    goals: [goal('在提示下完成日常活动', '每天自行完成洗漱与穿衣'), goal('不发生跌倒', '本周期跌倒0次')],
    interventions: [
      at('提示洗漱', 'mouth', ['07:00', '20:30'], { minutes: 5 }),
      at('测量生命体征', 'vitals', ['08:30'], { instruction: '在“体征录入”中填写数值' }),
      at('陪同散步', 'move', ['15:00'], { minutes: 20, afterMinutes: 120 }),
      bath([2, 5]),
      shift('安全巡视', 'safety', { minutes: 5 }),
    ],
  },
  {
    name: '中度失能照护模板',
    ability: 2,
    problems: [problem('living', '穿衣、洗漱、如厕需要他人协助'), problem('moving', '转移与行走需要扶持，跌倒风险较高')],
    goals: [goal('清洁舒适，皮肤完好', '无压力性损伤'), goal('不发生跌倒和坠床', '本周期0次')],
    interventions: [
      at('协助洗漱穿衣', 'dress', ['07:00', '20:30'], { minutes: 20 }),
      at('协助进食', 'feeding', MEALS, { minutes: 20 }),
      water,
      every('协助如厕', 'toilet', 4, '06:00', '22:00', { minutes: 10 }),
      at('测量生命体征', 'vitals', ['08:30', '16:30'], { instruction: '在“体征录入”中填写数值' }),
      at('关节活动与坐位训练', 'move', ['10:00', '15:30'], { minutes: 20, afterMinutes: 90 }),
      bath([2, 5]),
      shift('安全巡视', 'safety', { minutes: 5 }),
    ],
  },
  {
    name: '重度失能照护模板',
    ability: 3,
    problems: [problem('skin', '长期卧床，压力性损伤风险高'), problem('eating', '进食需要大量协助，有呛咳风险')],
    goals: [goal('皮肤完好', '无新发压力性损伤'), goal('进食安全，营养足够', '无呛咳，每月体重下降不超过5%')],
    interventions: [
      turning,
      every('测量生命体征', 'vitals', 8, '06:00', '22:00', { instruction: '在“体征录入”中填写数值' }),
      at('协助进食', 'feeding', MEALS, { minutes: 30, instruction: '坐起或抬高床头，小口慢喂，餐后坐30分钟' }),
      water,
      every('查看并更换护理垫', 'toilet', 3, '06:00', '00:00', { minutes: 10 }),
      at('口腔护理', 'mouth', ['07:00', '20:00'], { minutes: 10 }),
      bath([2, 5], { two: true }),
      shift('安全巡视', 'safety', { minutes: 5 }),
    ],
  },
  {
    name: '完全失能照护模板',
    ability: 4,
    problems: [
      problem('skin', '完全卧床，压力性损伤风险很高'),
      problem('toilet', '大小便失禁或留置管路'),
      problem('eating', '吞咽困难或管饲'),
    ],
    goals: [goal('皮肤完好', '无新发压力性损伤'), goal('管路通畅，无感染', '无管路滑脱，无发热')],
    interventions: [
      turning,
      every('测量生命体征', 'vitals', 4, '00:00', '00:00', { instruction: '在“体征录入”中填写数值' }),
      shift('管路护理', 'tube', { minutes: 15, instruction: '查看固定、通畅、颜色与量，异常立即报告护士' }),
      at('管饲或喂食', 'feeding', ['07:00', '11:00', '15:00', '19:00'], { minutes: 30, instruction: '抬高床头30至45度，之后保持30分钟' }),
      every('查看并更换护理垫', 'toilet', 3, '00:00', '00:00', { minutes: 10 }),
      at('口腔护理', 'mouth', ['07:00', '12:30', '20:00'], { minutes: 10 }),
      at('被动关节活动', 'move', ['10:00', '15:30'], { minutes: 20, afterMinutes: 90 }),
      bath([2, 5], { two: true, name: '床上擦浴' }),
    ],
  },
];

/** Adds them to the tenant of `tx`; those whose name it has stay as they are. */
export async function addDefaultTemplates(tx: Tx): Promise<void> {
  await tx.run(
    db
      .insertInto('care_templates')
      .values(
        templateDefaults.map(({ name, ability, problems, goals, interventions }) => ({
          tenant_id: tx.tenantId,
          name,
          ability,
          problems: JSON.stringify(problems),
          goals: JSON.stringify(goals),
          interventions: JSON.stringify(interventions),
          remarks: '系统建议，请结合本机构规范核对后使用',
        })) as never,
      )
      .onConflict((on) => on.columns(['tenant_id', 'name']).doNothing()),
  );
}
