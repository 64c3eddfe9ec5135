/**
 * Where a value stands in a vendor's message: `data.heart`, `list[0].v`, `$.deviceId`.
 * `$` begins at the whole body, everything else at the record.
 * A small subset of JSONPath on purpose: no filters, no expressions, nothing that runs. Pure.
 */

export interface JsonPath {
  readonly from: 'body' | 'record';
  /** `*` is every element of a list; only where records are listed. */
  readonly steps: readonly (string | number | '*')[];
}

export const MOST_STEPS = 12;
export const LONGEST_PATH = 120;

const STEP =
  /^(?:\.?([A-Za-z_\u4e00-\u9fff$][\w\u4e00-\u9fff$-]*)|\.?(\d+)(?![\w-])|\[(-?\d{1,4})\]|\[(\*)\]|\["([^"\]]{1,60})"\]|\['([^'\]]{1,60})'\])/u;

/** Reads a path; gives a Chinese sentence when it is none. */
export function parsePath(text: string): JsonPath | string {
  let rest = text.trim();
  if (rest === '') return '请填写路径';
  if (rest.length > LONGEST_PATH) return `路径不能超过${LONGEST_PATH}个字符`;
  const from = rest === '$' || /^\$[.[]/.test(rest) ? 'body' : 'record';
  if (from === 'body') rest = rest.slice(1);
  else if (rest === '@' || /^@[.[]/.test(rest)) rest = rest.slice(1);
  const steps: (string | number | '*')[] = [];
  while (rest !== '') {
    const found = STEP.exec(rest);
    // A first name has no dot before it, every further one does.
    if (!found || (steps.length > 0 && !/^[.[]/.test(rest))) return `路径“${text.trim().slice(0, 40)}”在“${rest.slice(0, 12)}”处无法识别`;
    const [all, name, digits, index, every, doubled, single] = found;
    steps.push(every ? '*' : index !== undefined ? Number(index) : ((name ?? digits ?? doubled ?? single) as string));
    if (steps.length > MOST_STEPS) return `路径不能超过${MOST_STEPS}层`;
    rest = rest.slice(all.length);
  }
  return { from, steps };
}

const parsed = new Map<string, JsonPath | string>();
const MOST_PARSED = 5000;

/** The same, remembered: a mapping is read for every message. */
export function pathOf(text: string): JsonPath | string {
  const known = parsed.get(text);
  if (known !== undefined) return known;
  if (parsed.size >= MOST_PARSED) parsed.clear();
  const path = parsePath(text);
  parsed.set(text, path);
  return path;
}

/** One step down; only what the message itself carries, never what every object inherits. */
function child(value: unknown, step: string | number): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) {
    const index = typeof step === 'number' ? step : /^\d{1,4}$/.test(step) ? Number(step) : NaN;
    return Number.isInteger(index) ? value.at(index) : undefined;
  }
  return Object.hasOwn(value, String(step)) ? (value as Record<string, unknown>)[String(step)] : undefined;
}

/** The value at a path; undefined when there is none, or the path is none. */
export function readPath(text: string, body: unknown, record: unknown): unknown {
  const path = pathOf(text);
  if (typeof path === 'string') return undefined;
  let value = path.from === 'body' ? body : record;
  for (const step of path.steps) {
    if (step === '*' || value === undefined) return undefined;
    value = child(value, step);
  }
  return value;
}

/** All values at a path with stars, at most `most`; a list at its end counts element by element. */
export function listPath(text: string, body: unknown, most: number): unknown[] {
  const path = pathOf(text);
  if (typeof path === 'string') return [];
  let values: unknown[] = [body];
  for (const step of path.steps) {
    values = values
      .flatMap((value) => (step === '*' ? (Array.isArray(value) ? value.slice(0, most) : []) : [child(value, step)]))
      .slice(0, most);
  }
  const found = values.filter((value) => value !== undefined);
  return (path.steps.at(-1) === '*' ? found : found.flatMap((value) => (Array.isArray(value) ? value.slice(0, most) : [value]))).slice(
    0,
    most,
  );
}
