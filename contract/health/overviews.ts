/** Everybody's newest values at a glance: what is out of bounds first. */
import { z } from 'zod';
import { id, int, page, paging, text } from '../fields.ts';
import { get } from '../http.ts';
import { exportRoute } from '../transfers/transfers.ts';

/**
 * `level` is of the value by itself; `held` the one that the warning engine has not left
 * yet, 0 when none: a value just inside its limit is not over it.
 */
const Value = z.object({ value: z.number(), time: z.string(), level: z.number(), held: z.number(), manual: z.boolean() });

export const Overview = z.object({
  id: z.number(),
  userName: z.string(),
  gender: z.number().nullable(),
  age: z.number().nullable(),
  status: z.number(),
  flags: z.array(z.string()),
  /** Building, floor, room and bed. */
  place: z.string().nullable(),
  careLevel: z.number().nullable(),
  /** 0 in bounds, 1 watch, 2 urgent: in force by the warning engine. */
  gravity: z.number(),
  /** By metric's name. */
  values: z.record(z.string(), Value),
  /** What was expected and is not there; `hours` since the last, null: never. */
  missing: z.array(z.object({ metric: z.string(), label: z.string(), expected: z.number(), hours: z.number().nullable() })),
  lastTime: z.string().nullable(),
});

const query = {
  userName: text(20).optional(),
  careLevel: int(0, 20).optional(),
  status: int(1, 5).optional(),
  departmentId: id.optional(),
  roomId: id.optional(),
  building: text(20).optional(),
  floor: text(20).optional(),
  abnormal: z.enum(['true', 'urgent']).optional(),
  missing: z.enum(['true']).optional(),
  /** In care, and nothing measured by staff since the shift began. */
  unmeasured: z.enum(['true']).optional(),
};

export const overviews = {
  page: get('/tenant-device/health/overview/page', '健康总览', {
    access: 'tenant_health_view',
    input: z.object({ ...paging, ...query }),
    output: page(Overview),
  }),
  export: exportRoute('/tenant-device/health/overview/export', '健康总览', 'tenant_health_export', query),
  summary: get('/tenant-device/health/overview/summary', '健康概况', {
    access: 'tenant_health_view',
    input: z.object({}),
    output: z.object({ total: z.number(), urgent: z.number(), watch: z.number(), missing: z.number() }),
  }),
};
