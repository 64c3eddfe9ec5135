/** The spreadsheet of beds. */
import type { z } from 'zod';
import { bedStateLabels } from '#contract/rooms/beds.rules.ts';
import type { Bed } from '#contract/rooms/beds.ts';
import type { Export } from '../transfers/exports.ts';
import { bedList } from './bed-rows.ts';

type Row = z.output<typeof Bed>;

export const bedSheet: Export<Row> = {
  name: '床位',
  list: bedList,
  columns: [
    { key: 'building', title: '楼栋', width: 14 },
    { key: 'floor', title: '楼层', width: 10 },
    { key: 'roomName', title: '房间', width: 12 },
    { key: 'name', title: '床位', width: 10 },
    { key: 'status', title: '状态', value: ({ status }) => bedStateLabels[status] ?? status, width: 8 },
    { key: 'oldmanName', title: '入住人', width: 12 },
    { key: 'gender', title: '性别', dictionary: 'gender', width: 8 },
    { key: 'age', title: '年龄', width: 8 },
    { key: 'careLevel', title: '护理等级', dictionary: 'care_level', width: 12 },
    { key: 'createTime', title: '创建时间', format: 'dateTime', width: 20 },
  ],
};
