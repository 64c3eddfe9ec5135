/** Figures of the answers to one question: numbers, and the words of open answers. Pure. */

/** A value and how often it was given. */
export type Tally = readonly [value: number, count: number];

export interface Bin {
  from: number;
  /** Equal to `from` where a bar is one value; otherwise the bar is below it, the last one up to it. */
  to: number;
  count: number;
}

export interface NumberFigures {
  count: number;
  mean: number;
  median: number;
  low: number;
  high: number;
  bins: Bin[];
}

/** So many different values have a bar each. */
const MOST_VALUES = 12;
const BINS = 10;

const rounded = (value: number) => Math.round(value * 1000) / 1000;

function medianOf(tallies: readonly Tally[], count: number): number {
  const at = (index: number) => {
    let seen = 0;
    for (const [value, n] of tallies) if ((seen += n) > index) return value;
    return Number.NaN;
  };
  return (at(Math.floor((count - 1) / 2)) + at(Math.floor(count / 2))) / 2;
}

function binsOf(tallies: readonly Tally[], low: number, high: number): Bin[] {
  if (tallies.length <= MOST_VALUES) return tallies.map(([value, count]) => ({ from: value, to: value, count }));
  const width = (high - low) / BINS;
  const bins = Array.from({ length: BINS }, (_, at) => ({
    from: rounded(low + at * width),
    to: at === BINS - 1 ? high : rounded(low + (at + 1) * width),
    count: 0,
  }));
  for (const [value, count] of tallies) bins[Math.min(BINS - 1, Math.floor((value - low) / width))]!.count += count;
  return bins;
}

/** Mean, median and histogram of numbers; null when there are none. */
export function numberFigures(given: readonly Tally[]): NumberFigures | null {
  const tallies = given.filter(([value, count]) => Number.isFinite(value) && count > 0).toSorted(([a], [b]) => a - b);
  const [first, last] = [tallies[0], tallies.at(-1)];
  if (!first || !last) return null;
  const count = tallies.reduce((sum, [, n]) => sum + n, 0);
  const [low, high] = [first[0], last[0]];
  return {
    count,
    mean: rounded(tallies.reduce((sum, [value, n]) => sum + value * n, 0) / count),
    median: rounded(medianOf(tallies, count)),
    low,
    high,
    bins: binsOf(tallies, low, high),
  };
}

/** Words that say nothing of an answer. */
const EMPTY = new Set(
  '的 了 和 是 在 也 都 很 就 不 有 没 没有 我 我们 你 你们 您 他 她 它 他们 这 那 这个 那个 一 一个 上 下 到 与 及 等 把 被 让 对 还 又 或 但 而 吧 吗 呢 啊 给 要 会 能 可以 希望 比较 非常 无 暂无'.split(
    ' ',
  ),
);
const MOST_WORDS = 60;

/** The words of texts, each counted once a text, the most frequent first. Segmented by the language data of the platform. */
export function wordCounts(texts: readonly string[]): { word: string; count: number }[] {
  const segmenter = new Intl.Segmenter('zh-CN', { granularity: 'word' });
  const counts = new Map<string, number>();
  const words = new Set<string>();
  const tally = () => {
    for (const word of words) if (!EMPTY.has(word) && !/^\d+$/.test(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
    words.clear();
  };
  // In one piece, a line each: to begin anew for each text takes longer than to segment it.
  const lines = texts.map((text) => text.replaceAll(/[\n\v\f\r\u0085\u2028\u2029]/g, ' ')).join('\n');
  for (const { segment, isWordLike } of segmenter.segment(lines)) {
    if (segment === '\n') tally();
    else if (isWordLike) words.add(segment.toLowerCase());
  }
  tally();
  return [...counts]
    .map(([word, count]) => ({ word, count }))
    .toSorted((a, b) => b.count - a.count || (a.word < b.word ? -1 : 1))
    .slice(0, MOST_WORDS);
}
