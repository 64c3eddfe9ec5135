/** The nine risks of GB 38600 of a person: levels, and what is missing of each. Pure; days are `yyyy-MM-dd`. */

export const riskKinds: Readonly<Record<number, string>> = {
  1: '噎食',
  2: '食品药品误食',
  3: '压疮',
  4: '烫伤',
  5: '坠床',
  6: '跌倒',
  7: '走失',
  8: '他伤和自伤',
  9: '文体活动意外',
};
export const RISKS = Object.keys(riskKinds).map(Number);

export const riskLevels: Readonly<Record<number, string>> = { 0: '无', 1: '关注', 2: '高' };
export const HIGH = 2;
/** So long after a check the next one is proposed; at most so long it may wait. */
export const USUAL_CHECK_DAYS = 90;
export const MOST_CHECK_DAYS = 366;

export const gapLabels = { missing: '未评估', overdue: '评估到期', unmeasured: '缺少措施', recheck: '事件后待复评' } as const;
export type RiskGap = keyof typeof gapLabels;
export const gapNames = Object.keys(gapLabels) as [RiskGap, ...RiskGap[]];

export interface RiskRow {
  level: number;
  measures: string | null;
  next_on: string;
  /** When an incident of its kind happened since it was looked at. */
  recheck_at: string | null;
}

/** What is missing of one risk on a day; `row` null: it was never looked at. */
export function riskGaps(row: RiskRow | null, today: string): RiskGap[] {
  if (row === null) return ['missing'];
  return [
    ...(row.next_on < today ? (['overdue'] as const) : []),
    ...(row.level > 0 && !row.measures ? (['unmeasured'] as const) : []),
    ...(row.recheck_at !== null ? (['recheck'] as const) : []),
  ];
}
