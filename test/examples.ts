/** Plausible inputs made from a route's schema, naming the ids that a test wants named. */
import { z } from 'zod';
import type { Route } from '#contract/http.ts';

type Json = Record<string, any>;

/** Texts of every shape that the contract's patterns ask for; the first that fits is taken. */
const TEXTS = [
  '示例',
  'example1',
  'Example_1',
  '13812345678',
  '2026-01-02',
  '2026-01-02 03:04:05',
  '330106',
  '1',
  '0',
  '-1',
  '1,2',
  '00:00',
  'ROLE_X',
  '110101199003070134',
  '8800000001',
  '123456',
  'https://example.com/a',
  '3b241101-e2bb-4255-8caf-4136c566a962.png',
  'Abc123',
  'a'.repeat(32),
  'a'.repeat(43),
  'a'.repeat(64),
];

function textOf(schema: Json): string {
  const fits = (text: string) =>
    text.length >= (schema.minLength ?? 0) &&
    text.length <= (schema.maxLength ?? Infinity) &&
    (!schema.pattern || new RegExp(schema.pattern, 'u').test(text));
  return TEXTS.find(fits) ?? '示例';
}

/** Which id a field means: by its name, else `own`, the entity of the route. Undefined leaves the field to its schema. */
export type IdOf = (name: string) => number | undefined;

function valueOf(schema: Json | boolean, name: string, idOf: IdOf, whole: boolean): unknown {
  if (typeof schema === 'boolean') return undefined;
  if (/(^id|Id)$/.test(name)) {
    const id = idOf(name);
    if (id !== undefined) return id;
  }
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum.find((one: unknown) => one !== '') ?? schema.enum[0];
  const choices: Json[] | undefined = schema.anyOf ?? schema.oneOf;
  if (choices) {
    const chosen = choices.find((one) => one.type !== 'null' && one.const !== '' && !('not' in one)) ?? choices[0];
    return valueOf(chosen as Json, name, idOf, whole);
  }
  if (schema.allOf) return valueOf(Object.assign({}, ...schema.allOf), name, idOf, whole);
  switch (schema.type) {
    case 'string':
      return textOf(schema);
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, Math.min(1, schema.maximum ?? 1), schema.exclusiveMinimum === 0 ? 1 : 0);
    case 'boolean':
      return true;
    case 'array':
      return /^(role|roleIds?|menuIds|userIds|ids)$/.test(name) && idOf(name) !== undefined
        ? [idOf(name)]
        : [valueOf(schema.items ?? {}, name, idOf, whole)];
    case 'object':
      return objectOf(schema, idOf, whole);
    default:
      return undefined;
  }
}

function objectOf(schema: Json, idOf: IdOf, whole: boolean): Json {
  const required = new Set<string>(schema.required ?? []);
  const given = Object.entries((schema.properties ?? {}) as Record<string, Json>)
    .filter(([name]) => whole || required.has(name) || /(^id|Id)$/.test(name))
    .map(([name, one]) => [name, valueOf(one, name, idOf, whole)] as const)
    .filter(([, value]) => value !== undefined);
  return Object.fromEntries(given);
}

/** An input of the route: `whole` with every optional field. Lists keep their default paging. */
export function exampleOf(route: Route, idOf: IdOf, whole: boolean): any {
  const schema = z.toJSONSchema(route.input, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Json;
  const value = valueOf(schema, '', idOf, whole) as Json;
  if (value && typeof value === 'object' && !Array.isArray(value))
    for (const name of ['current', 'size', 'ascs', 'descs', 'version']) delete value[name];
  return value;
}
