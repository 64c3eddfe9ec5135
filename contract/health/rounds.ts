/** A round of measurements: how far it is, and what a phone needs to go on with it where there is no network. */
import { z } from 'zod';
import { id, text } from '../fields.ts';
import { get } from '../http.ts';

const access = 'tenant_health_add';

const bounds = {
  lowCritical: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  highCritical: z.number().nullable(),
};
/** By metric's name; what has no limits is absent. */
const Limits = z.record(z.string(), z.object(bounds));

export const RoundPerson = z.object({
  id: z.number(),
  userName: z.string(),
  building: z.string().nullable(),
  floor: z.string().nullable(),
  /** Building, floor, room and bed. */
  place: z.string().nullable(),
  /** Staff have measured something since the shift began. */
  measured: z.boolean(),
  /** An expected value is overdue. */
  missing: z.boolean(),
  /** The newest value by metric's name. */
  values: z.record(z.string(), z.number()),
  /** Those of the person that are not the institution's. */
  limits: Limits,
});

/** More are not kept on a phone. */
export const MOST_ROUND = 1000;

export const rounds = {
  /** How many people in care are measured by staff in this shift; of the same people as a list with these filters. */
  progress: get('/tenant-device/health/round/progress', '巡测进度', {
    access,
    input: z.object({ userName: text(20).optional(), building: text(20).optional(), floor: text(20).optional(), roomId: id.optional() }),
    output: z.object({ total: z.number(), measured: z.number() }),
  }),
  /** The people in care in the order of the house, those without a bed last; `more`: there are others after the last of them. */
  people: get('/tenant-device/health/round/people', '巡测名单', {
    access,
    input: z.object({}),
    output: z.object({ limits: Limits, people: z.array(RoundPerson).max(MOST_ROUND), more: z.boolean() }),
  }),
};
