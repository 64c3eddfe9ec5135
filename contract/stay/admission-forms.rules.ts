/** 入住资料: the forms that an institution files when a person is admitted, in the order of the file. Pure. */

export const admissionForms = {
  application: '入住申请表',
  assessment: '入住评估摘要',
  contract: '入住协议',
  health: '健康状况表',
  contacts: '家属与担保人联系表',
  belongings: '随身物品登记表',
  consents: '知情同意书',
  deposit: '押金收据',
} as const;
export type AdmissionForm = keyof typeof admissionForms;
export const admissionFormNames = Object.keys(admissionForms) as AdmissionForm[];

/** The chosen forms in the order of the file, not in that of choosing. */
export const inFileOrder = (chosen: readonly string[]): AdmissionForm[] => admissionFormNames.filter((name) => chosen.includes(name));

/** What the person or their family agree to, each with its own signature. */
export const consents: readonly { title: string; text: string }[] = [
  { title: '入住须知', text: '已阅读并理解机构的服务内容、收费标准、作息和探视规定，愿意遵守。' },
  { title: '护理等级与服务', text: '已知晓评估结果和护理等级；身体状况变化时，同意机构重新评估并与家属商定调整。' },
  { title: '意外风险告知', text: '已知晓服务对象可能发生跌倒、噎食、走失、压疮、猝死等意外，理解机构的防范措施及其限度。' },
  { title: '紧急送医', text: '发生急症而联系不上家属时，同意机构先行送医或呼叫120，费用由入住人或担保人承担。' },
  { title: '保护性约束', text: '仅在防止伤害自己或他人时，按医嘱和规定使用，有时限、有记录，并告知家属。' },
  { title: '代管药品', text: '自带药品须有医嘱和完整包装，同意交由机构保管并按医嘱发放。' },
  { title: '贵重物品', text: '现金、证件和贵重物品由本人或家属保管，委托机构代管的另行登记。' },
  { title: '影像与个人信息', text: '同意机构为照护和安全处理健康信息，在公共区域使用监控；另有用途时须另行同意。' },
];

/** The rows of a table that is filled in by hand: those with data, then empty ones up to `least`. */
export function withBlankRows<T>(rows: readonly T[], least: number): (T | null)[] {
  return [...rows, ...Array.from({ length: Math.max(0, least - rows.length) }, () => null)];
}
