/** Compares what the types of rows say with what PostgreSQL gave. Pure. */
import type { Seen, SeenColumn } from './recorder.ts';
import { addShape, type Kind, type Shape } from './shape.ts';

/** What a type says of a value. */
export interface Declared {
  /** It says nothing, and why; the rest is then empty. */
  open?: 'unknown' | 'any' | 'type parameter';
  kinds: Kind[];
  /** The only texts, of a union of literals. */
  strings?: string[];
  numbers?: number[];
  items?: Declared;
  fields?: Record<string, Declared>;
  /** Of the fields that have no name in the type. */
  rest?: Declared;
  optional?: true;
}

/** A call of `rows`, `row`, `last` or `query` on the server. */
export interface CallSite {
  site: string;
  /** Of each query its row; of what follows, the last one. */
  rows: Declared[];
  /** The type is written beside a statement of SQL: what it does not name was selected in vain. */
  handwritten: boolean;
  /** A row of one of `candidates`: a function of a list that its callers give columns. */
  generic: boolean;
}

/** PostgreSQL's types as `server/db/pool.ts` reads them; others are not known without a value. */
const KIND_OF_OID: Record<number, Kind> = {
  16: 'boolean',
  17: 'buffer',
  20: 'number',
  21: 'number',
  23: 'number',
  25: 'string',
  700: 'number',
  701: 'number',
  869: 'string',
  1043: 'string',
  1082: 'string',
  1114: 'string',
  1184: 'string',
  1700: 'number',
  2950: 'string',
};
/** The sort keys that a batch of an export carries besides its list's columns. */
const EXTRA = /^key \d+$/;

const quoted = (declared: Declared) =>
  declared.strings ? declared.strings.map((one) => `'${one}'`).join(' | ') : declared.kinds.join(' | ') || 'never';

/** What does not fit, each with the way to it. */
export function misfits(declared: Declared, seen: Shape, path: string): string[] {
  if (declared.open) return [];
  const found: string[] = [];
  for (const kind of Object.keys(seen.kinds) as Kind[])
    if (!declared.kinds.includes(kind)) found.push(`${path} is ${kind}, its type says ${quoted(declared)}`);
  const { strings, numbers } = declared;
  for (const value of seen.values ?? []) {
    const among = typeof value === 'string' ? strings : numbers;
    if (among && declared.kinds.includes(typeof value as Kind) && !(among as unknown[]).includes(value))
      found.push(`${path} is ${JSON.stringify(value)}, its type says ${among.join(' | ')}`);
  }
  if (strings && seen.unkept && strings.every((one) => /^[a-z][\w.:-]*$/i.test(one)))
    found.push(`${path} has texts that are none of ${strings.join(' | ')}`);
  if (declared.items && seen.items) found.push(...misfits(declared.items, seen.items, `${path}[]`));
  if (declared.fields && seen.fields) found.push(...misfitsWithin(declared, seen, path));
  return found;
}

function misfitsWithin({ fields = {}, rest }: Declared, seen: Shape, path: string): string[] {
  const count = (shape: Shape | undefined) => Object.values(shape?.kinds ?? {}).reduce((sum, one) => sum + one, 0);
  const named = Object.entries(fields).flatMap(([name, field]) => {
    const inner = seen.fields?.[name];
    const missing = !field.optional && !field.open && !seen.dropped && count(inner) < (seen.kinds.object ?? 0);
    return [
      ...(missing ? [`${path}.${name} is missing in ${inner ? 'some' : 'all'} objects`] : []),
      ...(inner ? misfits(field, inner, `${path}.${name}`) : []),
    ];
  });
  if (!rest) return named;
  const others = Object.entries(seen.fields ?? {}).filter(([name]) => !Object.hasOwn(fields, name));
  return [...named, ...others.flatMap(([name, inner]) => misfits(rest, inner, `${path}.${name}`))];
}

function shapeOf({ oid, shape }: SeenColumn, { kinds }: Declared): Shape {
  // What is always null has no type that could be wrong.
  const kind = kinds.some((one) => one !== 'null') ? KIND_OF_OID[oid] : undefined;
  const hasValue = Object.keys(shape.kinds).some((one) => one !== 'null');
  return kind && !hasValue ? { ...shape, kinds: { ...shape.kinds, [kind]: 1 } } : shape;
}

/** What does not fit between the type of a row and results with these columns. */
export function misfitsOfRow({ fields = {}, rest }: Declared, columns: readonly SeenColumn[], handwritten: boolean): string[] {
  const found: string[] = [];
  for (const [name, field] of Object.entries(fields))
    if (!field.optional && !columns.some((column) => column.name === name)) found.push(`${name} is no column of the result`);
  for (const column of columns) {
    const field = Object.hasOwn(fields, column.name) ? fields[column.name] : rest;
    if (field) found.push(...misfits(field, shapeOf(column, field), column.name));
    else if (handwritten) found.push(`${column.name} is selected, and its type does not name it`);
  }
  return found;
}

/** Of the rows that callers of lists have, those with exactly these columns; what fits one of them fits. */
function misfitsOfCandidates(candidates: readonly Declared[], columns: readonly SeenColumn[]): string[] {
  const names = columns.map(({ name }) => name).filter((name) => !EXTRA.test(name));
  const same = candidates.filter(({ fields = {} }) => {
    const all = Object.entries(fields);
    return names.every((name) => Object.hasOwn(fields, name)) && all.every(([name, { optional }]) => optional || names.includes(name));
  });
  if (same.length === 0) return [`no list has a row of ${names.join(', ')}`];
  const each = same.map((one) => misfitsOfRow(one, columns, false));
  return each.find((one) => one.length === 0) ?? each[0]!;
}

/** Puts together what several processes have seen of the same results. */
export function gathered(all: readonly Seen[]): Seen[] {
  const known = new Map<string, Seen>();
  for (const one of all) {
    const key = `${one.site} ${one.index} ${one.columns.map(({ name }) => name).join()}`;
    const before = known.get(key);
    if (!before) known.set(key, structuredClone(one));
    else {
      before.results += one.results;
      before.rows += one.rows;
      for (const [at, { shape }] of one.columns.entries()) addShape(before.columns[at]!.shape, shape);
    }
  }
  return [...known.values()];
}

export interface Comparison {
  problems: string[];
  /** Call sites whose results were compared. */
  compared: number;
  /** Call sites that no test has run. */
  unseen: string[];
  /** Call sites whose type says nothing. */
  unresolved: string[];
}

export function compare(sites: readonly CallSite[], candidates: readonly Declared[], seen: readonly Seen[]): Comparison {
  const bySite = Map.groupBy(gathered(seen), ({ site }) => site);
  const known = new Set(sites.map(({ site }) => site));
  const problems = [...bySite.keys()].filter((site) => !known.has(site)).map((site) => `${site} gives rows to no call that is known`);
  const unresolved: string[] = [];
  const unseen: string[] = [];
  let compared = 0;
  for (const { site, rows, handwritten, generic } of sites) {
    const results = bySite.get(site);
    const open = rows.find((row) => row.open === 'any' || row.open === 'type parameter')?.open;
    if (open && !generic) unresolved.push(`${site} ${open}`);
    if (!results) {
      unseen.push(site);
      continue;
    }
    compared++;
    for (const { index, columns } of results) {
      const row = rows[Math.min(index, rows.length - 1)];
      if (!row || row.open === 'unknown' || (row.open && !generic)) continue;
      const found = row.open ? misfitsOfCandidates(candidates, columns) : misfitsOfRow(row, columns, handwritten);
      problems.push(...found.map((one) => `${site} ${one}`));
    }
  }
  return { problems, compared, unseen, unresolved };
}
