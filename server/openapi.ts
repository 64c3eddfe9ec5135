/** The contract as an OpenAPI 3.1 document. */
import { z } from 'zod';
import { contract } from '#contract/index.ts';
import { pathParameters, type Route } from '#contract/http.ts';

type Json = Record<string, unknown>;

const schema = (type: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(type, { io, unrepresentable: 'any', reused: 'inline' }) as Json;
  return rest;
};

function operation(service: string, route: Route): Json {
  const input = schema(route.input, 'input');
  const properties = (input.properties ?? {}) as Record<string, Json>;
  const required = new Set((input.required ?? []) as string[]);
  const inPath = pathParameters(route.path);
  const rest = Object.keys(properties).filter((name) => !inPath.includes(name));
  const queried = route.method === 'GET' || route.method === 'DELETE';
  const parameters = [
    ...inPath.map((name) => ({ name, in: 'path', required: true, schema: properties[name] ?? { type: 'string' } })),
    ...(queried ? rest.map((name) => ({ name, in: 'query', required: required.has(name), schema: properties[name] })) : []),
  ];
  const body = route.multipart
    ? { content: { 'multipart/form-data': { schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } }, required: ['file'] } } } }
    : {
        content: {
          'application/json': {
            schema:
              input.type === 'array'
                ? input
                : {
                    ...input,
                    properties: Object.fromEntries(rest.map((name) => [name, properties[name]])),
                    required: rest.filter((name) => required.has(name)),
                  },
          },
        },
      };
  const envelope = {
    type: 'object',
    properties: { code: { type: 'integer', const: 0 }, msg: { type: ['string', 'null'] }, data: schema(route.output, 'output') },
    required: ['code', 'msg', 'data'],
  };
  return {
    tags: [service],
    summary: route.summary,
    security: route.access === 'public' ? [] : [{ bearer: [] }],
    'x-permission': route.access,
    'x-rate-class': route.rate,
    ...(parameters.length ? { parameters } : {}),
    ...(queried || (rest.length === 0 && !route.multipart && input.type !== 'array') ? {} : { requestBody: body }),
    responses: {
      200: { description: '成功', content: route.kind === 'raw' ? { '*/*': {} } : { 'application/json': { schema: envelope } } },
      default: { description: '失败：code 为 1，msg 为原因', content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } } },
    },
  };
}

/** The whole document; paths in the specification's spelling. */
export function openApi(): Json {
  const paths: Record<string, Json> = {};
  for (const [service, routes] of Object.entries(contract) as [string, Record<string, Route>][]) {
    for (const route of Object.values(routes)) (paths[route.path] ??= {})[route.method.toLowerCase()] = operation(service, route);
  }
  return {
    openapi: '3.1.0',
    info: { title: '颐安', version: '0.1.0', description: '养老机构与居家养老后台' },
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Failure: { type: 'object', properties: { code: { const: 1 }, msg: { type: 'string' }, data: {} }, required: ['code', 'msg', 'data'] } },
    },
  };
}
