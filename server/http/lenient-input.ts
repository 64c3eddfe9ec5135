/**
 * Reads what clients of this family really send. What the schema takes as it is, is taken
 * as it is: the rest of this file is for input that fails.
 * Then numbers and flags may be texts, dates may lack or have a time, lists may be one
 * text with empty parts, an empty value of an optional field is not set, and a masked number of an update stays what it was.
 */
import type { z } from 'zod';
import { dates } from '#contract/fields.ts';

/** What of a schema's definition is read here; zod publishes it for libraries. */
interface Definition {
  type: string;
  shape?: Record<string, z.ZodType>;
  innerType?: z.ZodType;
  in?: z.ZodType;
  options?: z.ZodType[];
  element?: z.ZodType;
  items?: z.ZodType[];
  valueType?: z.ZodType;
  getter?: () => z.ZodType;
  entries?: Record<string, string | number>;
  values?: unknown[];
}

type Plain = Record<string, unknown>;
const definitionOf = (schema: z.ZodType) => schema._zod.def as unknown as Definition;
const isObject = (value: unknown): value is Plain => typeof value === 'object' && value !== null && !Array.isArray(value);
const isBlank = (value: unknown) => value === null || (typeof value === 'string' && value.trim() === '');
const takes = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;

/** Deeper input is not mended; the schema's own refusal stands. */
const MOST_DEPTH = 30;
const NUMBER = /^[+-]?\d{1,16}(\.\d{1,10})?$/;
/** A phone or an identity number as lists show it: 138****5678, 3301**********1234. */
const MASKED = /^\d{1,6}\*{2,16}[\dXx]{1,6}$/;
const FLAGS: Record<string, boolean> = { '0': false, '1': true, true: true, false: false };

/** Other spellings of a date or a moment; one that ends a range is the day's last second. */
function moments(kind: 'date' | 'dateTime', text: string, key: string): string[] {
  const written = text.replace('T', ' ');
  if (kind === 'date') return [written.slice(0, 10)];
  if (/ \d\d:\d\d$/.test(written)) return [`${written}:00`];
  return [written, `${written} ${/(end|until|to)(time|date)?$/i.test(key) ? '23:59:59' : '00:00:00'}`];
}

/** What a single value may have meant, the likeliest first. */
function meanings(schema: z.ZodType, { type, entries, values }: Definition, value: unknown, key: string): unknown[] {
  const text = typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : null;
  switch (type) {
    case 'number':
      return text !== null && NUMBER.test(text) ? [Number(text)] : [];
    case 'boolean':
      return text !== null && text.toLowerCase() in FLAGS ? [FLAGS[text.toLowerCase()]] : [];
    case 'enum':
    case 'literal': {
      const said = typeof value === 'boolean' ? [String(Number(value)), String(value)] : [text];
      return (values ?? Object.values(entries ?? {})).filter((one) => one !== null && said.includes(String(one)));
    }
    case 'string': {
      if (text === null) return [];
      const kind = dates.get(schema)?.kind;
      const list =
        /^[\d,\s]+$/.test(text) && text.includes(',')
          ? [
              text
                .split(',')
                .map((part) => part.trim())
                .filter(Boolean)
                .join(','),
            ]
          : [];
      return [text, ...(kind ? moments(kind, text, key) : []), ...list];
    }
    default:
      return [];
  }
}

function amendList(schema: z.ZodType, element: z.ZodType, value: unknown, updates: boolean, depth: number): unknown {
  const parts = typeof value === 'string' ? value.split(',') : typeof value === 'number' ? [value] : value;
  if (!Array.isArray(parts)) return value;
  const amended = parts
    .filter((part) => !isBlank(part) || takes(element, part))
    .map((part) => amend(element, part, updates, '', depth + 1));
  return parts === value || takes(schema, amended) ? amended : value;
}

function amendObject(shape: Record<string, z.ZodType>, value: Plain, updates: boolean, depth: number): Plain {
  const result: Plain = { ...value };
  for (const [key, field] of Object.entries(shape)) {
    const given = value[key];
    if (given === undefined || takes(field, given)) continue;
    const optional = field._zod.optin !== undefined;
    if (optional && isBlank(given)) {
      delete result[key];
      continue;
    }
    const amended = amend(field, given, updates, key, depth + 1);
    if (optional && updates && typeof given === 'string' && MASKED.test(given.trim()) && !takes(field, amended)) delete result[key];
    else result[key] = amended;
  }
  return result;
}

/**
 * `value` in the spelling that `schema` takes, as far as it can be known; what cannot be known stays. Pure.
 * `updates`: the call changes a row that is there, so a masked number means that it stays.
 */
export function amend(schema: z.ZodType, value: unknown, updates: boolean, key = '', depth = 0): unknown {
  if (depth > MOST_DEPTH || value === undefined) return value;
  const definition = definitionOf(schema);
  const { type, innerType, shape, options, element, items, valueType, getter } = definition;
  if (innerType) return amend(innerType, value, updates, key, depth);
  if (type === 'pipe' && definition.in) return amend(definition.in, value, updates, key, depth);
  if (type === 'lazy' && getter) return amend(getter(), value, updates, key, depth + 1);
  if (options) {
    for (const option of options) {
      const amended = amend(option, value, updates, key, depth + 1);
      if (takes(option, amended)) return amended;
    }
    return value;
  }
  if (element) return amendList(schema, element, value, updates, depth);
  if (shape) return isObject(value) ? amendObject(shape, value, updates, depth) : value;
  if (items && Array.isArray(value)) return value.map((part, i) => (items[i] ? amend(items[i], part, updates, key, depth + 1) : part));
  if (valueType && isObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, amend(valueType, part, updates, name, depth + 1)]));
  if (takes(schema, value)) return value;
  return meanings(schema, definition, value, key).find((meaning) => takes(schema, meaning)) ?? value;
}

/** A key that the schema does not name: where it is, and what it says. */
export interface Unknown {
  path: string[];
  value: unknown;
}

/** Every key of `value`, at any depth, that `schema` drops. Pure. */
export function unknownKeys(schema: z.ZodType, value: unknown, path: string[] = []): Unknown[] {
  if (path.length > MOST_DEPTH || typeof value !== 'object' || value === null) return [];
  const definition = definitionOf(schema);
  const { type, innerType, shape, options, element, items, valueType, getter } = definition;
  if (innerType) return unknownKeys(innerType, value, path);
  if (type === 'pipe' && definition.in) return unknownKeys(definition.in, value, path);
  if (type === 'lazy' && getter) return unknownKeys(getter(), value, path);
  if (options) {
    const chosen = options.find((option) => takes(option, value));
    return chosen ? unknownKeys(chosen, value, path) : [];
  }
  if (Array.isArray(value)) {
    return value.flatMap((part, i) => {
      const schemaOf = element ?? items?.[i];
      return schemaOf ? unknownKeys(schemaOf, part, [...path, String(i)]) : [];
    });
  }
  return Object.entries(value).flatMap(([key, part]) => {
    if (valueType) return unknownKeys(valueType, part, [...path, key]);
    if (!shape) return [];
    const field = Object.hasOwn(shape, key) ? shape[key] : undefined;
    return field ? unknownKeys(field, part, [...path, key]) : [{ path: [...path, key], value: part }];
  });
}
