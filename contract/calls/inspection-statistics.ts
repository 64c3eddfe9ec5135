/** 质检统计: what inspections of a span of days found, by seat, group, month and item. */
import { z } from 'zod';
import { date, flag, id } from '../fields.ts';
import { get } from '../http.ts';
import { exportRoute } from '../transfers/transfers.ts';
import { INSPECTION_VIEW } from './call-inspections.ts';

export const InspectionFigures = z.object({
  inspected: z.number(),
  /** Points; null without any. */
  average: z.number().nullable(),
  passed: z.number(),
  /** A share, 0 to 1. */
  passRate: z.number().nullable(),
  knockedOut: z.number(),
  appealed: z.number(),
  /** Of those that were appealed against, with other points than before. */
  changed: z.number(),
});
export const ItemFigures = z.object({
  sheetId: z.number(),
  sheetName: z.string(),
  key: z.string(),
  name: z.string(),
  fatal: z.boolean(),
  /** At most. */
  points: z.number(),
  times: z.number(),
  average: z.number().nullable(),
  /** Inspections in which points were lost, or that it knocked out. */
  faults: z.number(),
  faultRate: z.number().nullable(),
});

/** Days of the calls, both inclusive, at most a year. */
const query = { startDate: date, endDate: date, groupId: id.optional(), sheetId: id.optional(), byHand: flag.optional() };
const BASE = '/cloudcall/cloudcallinspectionstatistics';

export const inspectionStatistics = {
  read: get(BASE, '质检统计', {
    access: INSPECTION_VIEW,
    rate: 'export',
    input: z.object(query),
    output: z.object({
      total: InspectionFigures,
      bySeat: z.array(z.object({ agentId: z.number(), name: z.string(), ...InspectionFigures.shape })),
      byGroup: z.array(z.object({ groupId: z.number().nullable(), name: z.string(), ...InspectionFigures.shape })),
      byMonth: z.array(z.object({ month: z.string(), ...InspectionFigures.shape })),
      byItem: z.array(ItemFigures),
    }),
  }),
  export: exportRoute(`${BASE}/export`, '质检统计', 'cloudcall_inspection_export', query),
};
