/** Types and severities of incidents, and what follows from them. Pure. */

/** The first nine are the risks of GB 38600. */
export const incidentTypes: Readonly<Record<number, string>> = {
  1: '噎食',
  2: '误食',
  3: '压疮',
  4: '烫伤',
  5: '坠床',
  6: '跌倒',
  7: '走失',
  8: '他伤自伤',
  9: '文体活动意外',
  10: '用药差错',
  11: '突发疾病',
  12: '猝死',
  13: '食物中毒',
  14: '感染聚集',
  15: '火灾',
  16: '虐待投诉',
  99: '其他',
};

export const severityLabels: Readonly<Record<number, string>> = {
  1: 'I级 警讯',
  2: 'II级 不良后果',
  3: 'III级 未造成后果',
  4: 'IV级 隐患',
};

export const [CHOKING, OUT_OF_BED, FALL] = [1, 5, 6];
const [LOST, SUDDEN_DEATH, POISONING, OUTBREAK, FIRE, ABUSE, OTHER] = [7, 12, 13, 14, 15, 16, 99];
const HAZARD = 4;

export interface Graded {
  type: number;
  severity: number | null;
  died: boolean;
}

/** What is reported to the authority at once: a death, a missing person, food poisoning, a fire. */
export const isGrave = ({ type, died }: Pick<Graded, 'type' | 'died'>): boolean =>
  died || [LOST, SUDDEN_DEATH, POISONING, FIRE].includes(type);

/** What is told as urgent: it does not wait for the end of quiet hours. */
export const isLoud = ({ type, severity, died }: Graded): boolean =>
  isGrave({ type, died }) || type === CHOKING || (severity !== null && severity <= 2);

/** Near misses harm no one: neither a family nor an authority waits for news of them. */
export const isHazard = ({ severity, died }: Pick<Graded, 'severity' | 'died'>): boolean => severity === HAZARD && !died;

/** After these a person is observed. */
export const isFall = (type: number): boolean => type === FALL || type === OUT_OF_BED;

/** Types that may concern the house and not a person. */
export const needsPerson = (type: number): boolean => ![POISONING, OUTBREAK, FIRE, ABUSE, OTHER].includes(type);

/** As it is written on paper. */
export const incidentNumber = (id: number): string => `BL${String(id).padStart(6, '0')}`;
