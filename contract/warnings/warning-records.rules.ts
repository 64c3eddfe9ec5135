/** What staff do about a warning beside handling it, in words. Pure. */

export const recordKinds = { call: 1, family: 2, review: 3 } as const;
export const recordKindLabels: Record<number, string> = { 1: '通话', 2: '家属告知', 3: '复盘' };

export const callOutcomes = { reached: 1, unanswered: 2, busy: 3, wrong: 4, unsaid: 5 } as const;
export const callOutcomeLabels: Record<number, string> = { 1: '已接通', 2: '无人接听', 3: '占线或拒接', 4: '号码有误', 5: '未登记结果' };
/** Those that whoever called chooses from; the last one is written when the next call begins first. */
export const saidOutcomes = [1, 2, 3, 4] as const;

export const wayLabels: Record<number, string> = { 1: '电话', 2: '短信或微信', 3: '当面' };

export const familyOutcomes = { told: 1, notReached: 2 } as const;
export const familyOutcomeLabels: Record<number, string> = { 1: '已告知', 2: '未联系上' };

export const causeLabels: Record<number, string> = {
  1: '老人身体状况',
  2: '环境或设施',
  3: '照护流程',
  4: '设备故障或误报',
  5: '老人误操作',
  6: '其他',
};

/** Hours after which a call that nobody ended no longer counts as going on. */
export const LONGEST_CALL_HOURS = 2;

/** `1分05秒`, `42秒`. */
export function callLength(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  return whole < 60 ? `${whole}秒` : `${Math.floor(whole / 60)}分${String(whole % 60).padStart(2, '0')}秒`;
}

/** `13800001234` as `138****1234`: a number in a timeline is read by more people than one that is dialled. */
export const hiddenPhone = (phone: string): string =>
  phone.length < 8 ? phone : `${phone.slice(0, 3)}${'*'.repeat(phone.length - 7)}${phone.slice(-4)}`;
