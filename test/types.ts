/** Type tests: `npm run check` compiles this file; every expected error must be one. Nothing here runs. */
import { z } from 'zod';
import { crudRoutes } from '#contract/crud.ts';
import { get, type Input, type Output } from '#contract/http.ts';
import type { Handlers } from '#server/http/implement.ts';
import type { call } from '#web/api/call.ts';

const routes = {
  ...crudRoutes('/admin/thing', '东西', {
    permission: 'sys_thing',
    row: z.object({ id: z.number(), name: z.string() }),
    form: { name: z.string() },
    query: { name: z.string().optional() },
  }),
  count: get('/admin/thing/count', '数量', { access: 'session', input: z.object({ since: z.string() }), output: z.number() }),
};

const input: Input<typeof routes.create> = { name: '甲' };
const output: Output<typeof routes.count> = 1;
// @ts-expect-error the form has no such field
export const extra: Input<typeof routes.create> = { name: '甲', price: 1 };
// @ts-expect-error a number is not the answer of `get`
export const wrong: Output<typeof routes.get> = 1;

export const handlers: Handlers<Pick<typeof routes, 'count' | 'get'>> = {
  count: async ({ since }) => since.length + output,
  get: async ({ id }) => ({ id, name: input.name }),
};
// @ts-expect-error a handler is missing
export const missing: Handlers<Pick<typeof routes, 'count' | 'get'>> = { count: async () => 1 };
// @ts-expect-error the answer lacks the name
export const short: Handlers<Pick<typeof routes, 'get'>> = { get: async ({ id }) => ({ id }) };
// @ts-expect-error the input has no such field
export const unknown: Handlers<Pick<typeof routes, 'count'>> = { count: async ({ until }) => until };

type Called<R extends typeof routes.count | typeof routes.get> = Awaited<ReturnType<typeof call<R>>>;
export const counted: Called<typeof routes.count> = 1;
// @ts-expect-error a row is not a number
export const miscounted: Called<typeof routes.get> = 1;
export const asked: Parameters<typeof call<typeof routes.count>>[1] = { since: '2026-01-01' };
// @ts-expect-error the call has no such parameter
export const misasked: Parameters<typeof call<typeof routes.count>>[1] = { until: '2026-01-01' };
