/** The spreadsheet of service recipients. */
import type { z } from 'zod';
import type { Person } from '#contract/elderly/people.ts';
import { listOf, type Export } from '../transfers/exports.ts';
import { peopleRows } from './people-rows.ts';

type Row = z.output<typeof Person>;

export const personSheet: Export<Row> = {
  name: '服务对象',
  list: (session) => listOf(peopleRows(session)),
  columns: [
    { key: 'userName', title: '姓名' },
    { key: 'gender', title: '性别', dictionary: 'gender' },
    { key: 'age', title: '年龄' },
    { key: 'birthDate', title: '出生日期', format: 'date' },
    { key: 'mobile', title: '联系电话', width: 14 },
    { key: 'address', title: '家庭住址', width: 40 },
    { key: 'status', title: '状态', dictionary: 'oldman_status' },
    { key: 'serviceType', title: '服务类型', dictionary: 'service_type' },
    { key: 'careLevel', title: '护理等级', dictionary: 'care_level' },
    { key: 'anergy', title: '能力', dictionary: 'anergy' },
    { key: 'flags', title: '照护提醒', width: 20 },
    { key: 'place', title: '房间床位', width: 22 },
    { key: 'carerName', title: '护理员' },
    { key: 'contactName', title: '紧急联系人' },
    { key: 'contactPhone', title: '联系人电话', width: 14 },
    { key: 'remarks', title: '备注', width: 30 },
    { key: 'lng', title: '经度', width: 12 },
    { key: 'lat', title: '纬度', width: 12 },
    { key: 'tenantName', title: '所属机构', width: 24 },
    { key: 'createTime', title: '登记时间', format: 'dateTime', width: 20 },
  ],
};
