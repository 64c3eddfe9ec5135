/** The contract as an OpenAPI 3.1 document. */
import { z } from 'zod';
import { contract } from '#contract/index.ts';
import { pathParameters, type Route } from '#contract/http.ts';

type Json = Record<string, unknown>;

/** Schemas that name themselves stand once, among the components. */
type Components = Record<string, Json>;

/** A type as JSON Schema; its definitions go to `components` under `name`, because a part of a document cannot have its own. */
function schemaOf(type: z.ZodType, io: 'input' | 'output', name: string, components: Components): Json {
  const { $schema: _, $defs, ...rest } = z.toJSONSchema(type, { io, unrepresentable: 'any', reused: 'inline' }) as Json;
  const nameOf = (definition: string) => `${name}.${definition.replace(/^_+/, '')}`;
  const whole = rest.$ref === undefined && JSON.stringify(rest).includes('"$ref":"#"');
  const placed = (part: unknown): Json =>
    JSON.parse(JSON.stringify(part), (key, value: unknown) => {
      if (key !== '$ref' || typeof value !== 'string') return value;
      if (value === '#') return `#/components/schemas/${name}`;
      return value.replace(/^#\/\$defs\/(.*)$/, (_all, definition: string) => `#/components/schemas/${nameOf(definition)}`);
    }) as Json;
  for (const [definition, one] of Object.entries(($defs ?? {}) as Components)) components[nameOf(definition)] = placed(one);
  if (whole) components[name] = placed(rest);
  return placed(rest);
}

const upload = (types: readonly string[]): Json => ({
  'multipart/form-data': {
    schema: { type: 'object', properties: { file: { type: 'string', contentMediaType: types[0] } }, required: ['file'] },
    encoding: { file: { contentType: types.join(', ') } },
  },
});

function operation(service: string, call: string, route: Route, components: Components): Json {
  const input = schemaOf(route.input, 'input', `${service}.${call}.input`, components);
  const properties = (input.properties ?? {}) as Record<string, Json>;
  const required = new Set((input.required ?? []) as string[]);
  const inPath = pathParameters(route.path);
  const rest = Object.keys(properties).filter((name) => !inPath.includes(name));
  const queried = route.method === 'GET' || route.method === 'DELETE' || route.multipart !== null;
  const parameters = [
    ...inPath.map((name) => ({ name, in: 'path', required: true, schema: properties[name] ?? { type: 'string' } })),
    ...(queried ? rest.map((name) => ({ name, in: 'query', required: required.has(name), schema: properties[name] })) : []),
  ];
  const fields = {
    ...input,
    properties: Object.fromEntries(rest.map((name) => [name, properties[name]])),
    required: rest.filter((name) => required.has(name)),
  };
  const content = route.multipart ? upload(route.multipart) : { 'application/json': { schema: input.type === 'object' ? fields : input } };
  const bodyless = route.multipart === null && (queried || (rest.length === 0 && input.type === 'object'));
  const envelope = {
    type: 'object',
    properties: {
      code: { type: 'integer', const: 0 },
      msg: { type: ['string', 'null'] },
      data: schemaOf(route.output, 'output', `${service}.${call}.data`, components),
    },
    required: ['code', 'msg', 'data'],
  };
  return {
    tags: [service],
    summary: route.summary,
    security: route.access === 'public' ? [] : [{ bearer: [] }],
    'x-permission': route.access,
    ...(route.platform === null ? {} : { 'x-platform-only': true }),
    ...(route.proved ? { 'x-needs-proof': true } : {}),
    ...(route.demonstration === null ? {} : { 'x-demonstration': route.demonstration }),
    'x-rate-class': route.rate,
    ...(parameters.length ? { parameters } : {}),
    ...(bodyless ? {} : { requestBody: { required: true, content } }),
    responses: {
      200: { description: '成功', content: route.kind === 'raw' ? { '*/*': {} } : { 'application/json': { schema: envelope } } },
      default: {
        description: '失败：code 为 1，msg 为原因',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
      },
    },
  };
}

/** The whole document; paths in the specification's spelling. */
export function openApi(): Json {
  const paths: Record<string, Json> = {};
  const components: Components = {
    Failure: { type: 'object', properties: { code: { const: 1 }, msg: { type: 'string' }, data: {} }, required: ['code', 'msg', 'data'] },
  };
  for (const [service, routes] of Object.entries(contract) as [string, Record<string, Route>][]) {
    for (const [name, route] of Object.entries(routes))
      (paths[route.path] ??= {})[route.method.toLowerCase()] = operation(service, name, route, components);
  }
  return {
    openapi: '3.1.0',
    info: { title: '颐安', version: '0.1.0', description: '养老机构与居家养老后台' },
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: components,
    },
  };
}
