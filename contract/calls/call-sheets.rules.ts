/** What a scoring sheet may ask, and what the answers of an inspector come to. Pure. */

/** The points of all items of a sheet: scores of different sheets can so be compared. */
export const FULL_POINTS = 100;
export const MOST_ITEMS = 60;

export interface SheetItem {
  /** Stays the same in later versions, so that figures of an item go on. */
  readonly key: string;
  readonly name: string;
  /** At most; 0 of an item that knocks out. */
  readonly points: number;
  /** Who fails it has no points at all. */
  readonly fatal: boolean;
  /** How it is judged. */
  readonly note: string;
}
export interface SheetGroup {
  readonly name: string;
  readonly items: readonly SheetItem[];
}
export interface ItemAnswer {
  readonly key: string;
  readonly points: number;
  /** Of an item that knocks out: it happened. */
  readonly hit: boolean;
  readonly note: string;
}
export interface Score {
  points: number;
  knockedOut: boolean;
  passed: boolean;
}

/** All items of a sheet, in its order. */
export const itemsOf = (groups: readonly SheetGroup[]): readonly SheetItem[] => groups.flatMap(({ items }) => items);

const doubled = (names: readonly string[]): string | undefined => names.find((name, at) => names.indexOf(name) !== at);

/** The points of all items together. */
export const totalOf = (groups: readonly SheetGroup[]): number =>
  itemsOf(groups).reduce((sum, { fatal, points }) => sum + (fatal ? 0 : points), 0);

/** Why a sheet cannot be used; null when it can. */
export function refusedSheet(groups: readonly SheetGroup[]): string | null {
  const items = itemsOf(groups);
  if (items.length === 0) return '请至少添加一个评分项';
  if (items.length > MOST_ITEMS) return `评分项最多${MOST_ITEMS}个`;
  const empty = groups.find((group) => group.items.length === 0);
  if (empty) return `分组“${empty.name}”没有评分项，请添加或删除该分组`;
  const group = doubled(groups.map(({ name }) => name));
  if (group !== undefined) return `分组“${group}”重复`;
  const item = doubled(items.map(({ name }) => name));
  if (item !== undefined) return `评分项“${item}”重复`;
  if (doubled(items.map(({ key }) => key)) !== undefined) return '评分项编号重复，请删除后重新添加';
  const worthless = items.find(({ fatal, points }) => !fatal && points === 0);
  if (worthless) return `请填写评分项“${worthless.name}”的分值`;
  const total = totalOf(groups);
  return total === FULL_POINTS ? null : `各评分项分值合计应为${FULL_POINTS}分，现为${total}分`;
}

/** Why answers are none to the sheet; null when they are: each item once, within its points. */
export function refusedAnswers(groups: readonly SheetGroup[], answers: readonly ItemAnswer[]): string | null {
  const items = itemsOf(groups);
  const strange = answers.find(({ key }) => !items.some((item) => item.key === key));
  if (strange) return '评分表中没有这个评分项，请重新打开评分页';
  if (doubled(answers.map(({ key }) => key)) !== undefined) return '同一评分项只能评一次';
  for (const { key, name, fatal, points } of items) {
    const answer = answers.find((one) => one.key === key);
    if (!answer) return `请评“${name}”`;
    if (fatal && answer.hit && answer.note === '') return `“${name}”一票否决，请写明原因`;
    if (!fatal && (answer.points < 0 || answer.points > points)) return `“${name}”应为0至${points}分`;
  }
  return null;
}

/** What answers come to: an item that knocks out leaves nothing. */
export function scoreOf(groups: readonly SheetGroup[], passPoints: number, answers: readonly ItemAnswer[]): Score {
  const items = itemsOf(groups);
  const of = (key: string) => answers.find((one) => one.key === key);
  const knockedOut = items.some(({ key, fatal }) => fatal && of(key)?.hit === true);
  const sum = items.reduce((points, { key, fatal }) => points + (fatal ? 0 : (of(key)?.points ?? 0)), 0);
  const points = knockedOut ? 0 : sum;
  return { points, knockedOut, passed: !knockedOut && points >= passPoints };
}
