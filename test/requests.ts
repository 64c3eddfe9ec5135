/** Requests made from the OpenAPI document: what its schemas ask for, what comes near, and nonsense. */
import fc from 'fast-check';

type Json = Record<string, any>;

export interface Operation {
  path: string;
  method: string;
  open: boolean;
  raw: boolean;
  rate: string;
  parameters: Json[];
  /** The schema of a JSON body. */
  body: Json | null;
  upload: boolean;
}

/** What is sent; `type` is the content type of `body`. */
export interface Sent {
  method: string;
  address: string;
  body?: string;
  type?: string;
}

/** Every operation of a document. */
export function operationsOf(document: Json): Operation[] {
  return Object.entries(document.paths as Json).flatMap(([path, methods]) =>
    Object.entries(methods as Json).map(([method, one]: [string, any]) => ({
      path,
      method: method.toUpperCase(),
      open: one.security.length === 0,
      raw: !one.responses[200].content['application/json'],
      rate: one['x-rate-class'],
      parameters: one.parameters ?? [],
      body: one.requestBody?.content['application/json']?.schema ?? null,
      upload: Boolean(one.requestBody?.content['multipart/form-data']),
    })),
  );
}

/** fast-check makes no texts for patterns that look ahead. */
function matching(pattern: string): fc.Arbitrary<string>[] {
  try {
    return [fc.stringMatching(new RegExp(pattern))];
  } catch {
    return [];
  }
}

const TEXTS = [
  '',
  ' ',
  '0',
  '-1',
  '1',
  'x',
  '示例',
  '\u0000',
  '\ud800',
  "' or 1=1 --",
  '%',
  '../..',
  '{}',
  '[]',
  'null',
  '2,23,',
  '2026-02-30',
  '2026-02-28',
];
const NUMBERS = [0, -1, 1, 0.5, 1e15, 2 ** 53 - 1, 2 ** 53, 1e16, 1e20, -(2 ** 31) - 1, 2 ** 31];
const nonsense = fc.oneof(
  fc.constantFrom<unknown>(...TEXTS, ...NUMBERS, ...NUMBERS.map(String), true, null, [], {}),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.jsonValue({ maxDepth: 2 }),
);

function fitting(schema: Json | boolean | undefined, document: Json, depth: number): fc.Arbitrary<unknown> {
  if (!schema || typeof schema === 'boolean' || depth > 5) return nonsense;
  if (schema.$ref) return fitting(document.components.schemas[schema.$ref.split('/').at(-1)], document, depth + 1);
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices: Json[] | undefined = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((one) => fitting(one, document, depth + 1)));
  if (schema.allOf) return fitting(Object.assign({}, ...schema.allOf), document, depth + 1);
  switch (schema.type) {
    case 'string': {
      const plain = fc.oneof(
        fc.string({ minLength: schema.minLength ?? 0, maxLength: Math.min(schema.maxLength ?? 20, 40) }),
        fc.constantFrom(...TEXTS),
      );
      return fc.oneof(plain, ...(schema.pattern ? matching(schema.pattern).map((arbitrary) => ({ weight: 4, arbitrary })) : []));
    }
    case 'integer':
    case 'number': {
      const low = Math.ceil(Math.max(schema.minimum ?? 1, -1000));
      return fc.oneof(
        fc.integer({ min: low, max: Math.max(low, Math.floor(Math.min(schema.maximum ?? 50, 50))) }),
        fc.constantFrom(...NUMBERS),
      );
    }
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(near(schema.items, document, depth + 1), { maxLength: 4 });
    case 'object': {
      const properties = Object.entries((schema.properties ?? {}) as Json).map(
        ([name, one]) => [name, near(one, document, depth + 1)] as const,
      );
      return fc.record(Object.fromEntries(properties), {
        requiredKeys: (schema.required ?? []).filter((name: string) => name in (schema.properties ?? {})),
      });
    }
    default:
      return nonsense;
  }
}

/** Mostly what the schema says, sometimes not. */
const near = (schema: Json | boolean | undefined, document: Json, depth = 0): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 7, arbitrary: fitting(schema, document, depth) }, { weight: 1, arbitrary: nonsense });

const asText = (value: unknown) => (typeof value === 'string' ? value : typeof value === 'object' ? JSON.stringify(value) : String(value));
const encoded = (value: unknown) => encodeURIComponent(asText(value).toWellFormed());

const FORM = 'multipart/form-data; boundary=x';
const part = (rest: string) => `--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n${rest}`;
/** Uploads without a boundary, without an end, without a file, of another kind, and whole ones. */
const uploads: [type: string, body: string][] = [
  ['multipart/form-data', part('\r\nabc\r\n--x--\r\n')],
  ['multipart/form-data; boundary=', part('\r\nabc\r\n--x--\r\n')],
  [FORM, part('\r\nabc')],
  [FORM, part('')],
  [FORM, '--x\r\n'],
  [FORM, ''],
  [FORM, '--x--\r\n'],
  [FORM, `--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\n1\r\n--x--\r\n`],
  [FORM, `--x\r\n\u0000: ;;\r\n\r\n1\r\n--x--\r\n`],
  [FORM, part('Content-Type: image/png\r\n\r\n\u0089PNG\r\n--x--\r\n')],
  ['application/json', '{}'],
  ['text/plain', 'abc'],
];

/** Requests of one operation. */
export function requestsOf({ path, method, parameters, body, upload }: Operation, document: Json): fc.Arbitrary<Sent> {
  const values = fc.tuple(...parameters.map((one) => near(one.schema, document)), fc.constant(null));
  const bodies: fc.Arbitrary<Pick<Sent, 'body' | 'type'>> = upload
    ? fc.constantFrom(...uploads).map(([type, text]) => ({ type, body: text }))
    : method === 'GET' || method === 'DELETE'
      ? fc.constant({})
      : fc.oneof(
          {
            weight: 12,
            arbitrary: near(body ?? {}, document).map((value) => ({ type: 'application/json', body: JSON.stringify(value) ?? '' })),
          },
          {
            weight: 1,
            arbitrary: fc.constantFrom(
              { type: 'application/json', body: '{"a":' },
              { type: 'application/json', body: '' },
              { type: 'text/xml', body: '<a/>' },
            ),
          },
        );
  return fc
    .tuple(values, fc.array(fc.boolean(), { minLength: parameters.length, maxLength: parameters.length }), bodies)
    .map(([given, kept, rest]) => {
      let address = path;
      const query: string[] = [];
      for (const [i, one] of parameters.entries()) {
        if (one.in === 'path') address = address.replace(`{${one.name}}`, encoded(given[i]) || '0');
        else if (one.required || kept[i])
          for (const value of [given[i]].flat()) query.push(`${encodeURIComponent(one.name)}=${encoded(value)}`);
      }
      return { method, address: query.length ? `${address}?${query.join('&')}` : address, ...rest };
    });
}
