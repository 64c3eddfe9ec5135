/** What values a column of results has had: their kinds, a few of them where they are short words, and the same of what lies within. */

export type Kind = 'null' | 'string' | 'number' | 'boolean' | 'date' | 'buffer' | 'array' | 'object';

export interface Shape {
  /** How many values of each kind. */
  kinds: Partial<Record<Kind, number>>;
  /** Different short words and numbers. */
  values?: (string | number)[];
  /** There are more different ones than are kept. */
  more?: true;
  /** Texts that are no short word: they may be of a person and are never kept. */
  unkept?: true;
  /** Of the elements of arrays. */
  items?: Shape;
  /** Of the fields of objects. */
  fields?: Record<string, Shape>;
  /** Objects had fields that are not kept. */
  dropped?: true;
}

export const MOST_VALUES = 20;
const MOST_ITEMS = 20;
const MOST_FIELDS = 60;
const DEEPEST = 3;
const WORD = /^[a-z][a-z0-9_.:-]{0,31}$/i;
const FIELD = /^[a-z]\w{0,39}$/i;

export function kindOf(value: unknown): Kind {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return typeof value as Kind;
  if (Array.isArray(value)) return 'array';
  if (value instanceof Date) return 'date';
  return Buffer.isBuffer(value) ? 'buffer' : 'object';
}

function keepValue(shape: Shape, value: string | number): void {
  if (shape.more) return;
  if (typeof value === 'string' && !WORD.test(value)) shape.unkept = true;
  else {
    const values = (shape.values ??= []);
    if (values.includes(value)) return;
    if (values.length < MOST_VALUES) values.push(value);
    else shape.more = true;
  }
}

/** Adds a value to what has been seen. */
export function addValue(shape: Shape, value: unknown, depth = 0): void {
  const kind = kindOf(value);
  shape.kinds[kind] = (shape.kinds[kind] ?? 0) + 1;
  if (kind === 'string' || kind === 'number') keepValue(shape, value as string | number);
  if (depth >= DEEPEST) return;
  if (kind === 'array') {
    const items = (shape.items ??= { kinds: {} });
    for (const item of (value as unknown[]).slice(0, MOST_ITEMS)) addValue(items, item, depth + 1);
  }
  if (kind === 'object') {
    const fields = (shape.fields ??= {});
    for (const [name, inner] of Object.entries(value as object)) {
      if (Object.hasOwn(fields, name) || (FIELD.test(name) && Object.keys(fields).length < MOST_FIELDS))
        addValue((fields[name] ??= { kinds: {} }), inner, depth + 1);
      else shape.dropped = true;
    }
  }
}

/** Adds what another process has seen. */
export function addShape(shape: Shape, other: Shape): void {
  for (const [kind, count] of Object.entries(other.kinds)) shape.kinds[kind as Kind] = (shape.kinds[kind as Kind] ?? 0) + count;
  for (const value of other.values ?? []) keepValue(shape, value);
  if (other.more) shape.more = true;
  if (other.unkept) shape.unkept = true;
  if (other.dropped) shape.dropped = true;
  if (other.items) addShape((shape.items ??= { kinds: {} }), other.items);
  for (const [name, inner] of Object.entries(other.fields ?? {})) addShape(((shape.fields ??= {})[name] ??= { kinds: {} }), inner);
}
