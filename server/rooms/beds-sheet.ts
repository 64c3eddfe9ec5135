/** The spreadsheet of beds. */
import type { z } from 'zod';
import { bedStateLabels } from '#contract/rooms/beds.rules.ts';
import type { Bed } from '#contract/rooms/beds.ts';
import { titled } from '#contract/labels.ts';
import { bedLabels } from '#contract/rooms/beds.labels.ts';
import type { Export } from '../transfers/exports.ts';
import { bedList } from './bed-rows.ts';

type Row = z.output<typeof Bed>;

export const bedSheet: Export<Row> = {
  name: '床位',
  list: bedList,
  columns: titled(bedLabels, [
    { key: 'building', width: 14 },
    { key: 'floor', width: 10 },
    { key: 'roomName', width: 12 },
    { key: 'name', width: 10 },
    { key: 'status', value: ({ status }) => bedStateLabels[status] ?? status, width: 8 },
    { key: 'monthFee', width: 12 },
    { key: 'oldmanName', width: 12 },
    { key: 'gender', width: 8 },
    { key: 'age', width: 8 },
    { key: 'careLevel', width: 12 },
    { key: 'createTime', format: 'dateTime', width: 20 },
  ]),
};
