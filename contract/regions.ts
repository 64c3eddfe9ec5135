/** Region reference data and the geocoder. Coordinates are GCJ-02, what the map shows; the specification wants code 0 with a longitude and a latitude. */
import { z } from 'zod';
import { decimal, required, text } from './fields.ts';
import { get } from './http.ts';
import type { Region } from './regions.rules.ts';

export const Region_: z.ZodType<Region> = z.lazy(() =>
  z.object({ c: z.string(), n: z.string(), p: z.string(), y: z.string().optional(), a: z.string().optional(), d: z.array(Region_).optional() }),
);
