/** What was found on the parts of the body of who was hurt in an incident. Pure. */
import { partLabel } from '../body-parts.rules.ts';

export const injuryKinds: Readonly<Record<number, string>> = {
  1: '擦伤',
  2: '挫伤淤青',
  3: '裂伤',
  4: '出血',
  5: '红肿',
  6: '疑似骨折',
  7: '烫伤',
  8: '压疮',
  9: '疼痛',
  99: '其他',
};

export interface Injury {
  part: string;
  kind: number;
  note: string | null;
}

/** `左前臂 擦伤（2×3厘米）` */
export const injuryText = ({ part, kind, note }: Injury): string =>
  `${partLabel(part)} ${injuryKinds[kind] ?? ''}${note ? `（${note}）` : ''}`;

/** Why injuries cannot be kept so; null when they can. */
export function injuriesProblem(injuries: readonly Injury[]): string | null {
  const seen = new Set(injuries.map(({ part, kind }) => `${part} ${kind}`));
  return seen.size < injuries.length ? '同一部位的同一种伤情只填一次' : null;
}
