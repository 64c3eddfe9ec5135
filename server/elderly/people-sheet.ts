/** The spreadsheet of service recipients. */
import type { z } from 'zod';
import type { Person } from '#contract/elderly/people.ts';
import type { SheetColumn } from '../xlsx.ts';

const GENDERS: Record<number, string> = { 1: '男', 2: '女' };
const STATUSES: Record<number, string> = { 1: '在住', 2: '请假', 3: '住院', 4: '离院', 5: '去世' };
const SERVICES: Record<number, string> = { 1: '机构养老', 2: '居家养老' };

const label = (labels: Record<number, string>, value: number | null) => (value === null ? null : (labels[value] ?? value));

export const personSheet: SheetColumn<z.output<typeof Person>>[] = [
  { title: '姓名', value: ({ userName }) => userName },
  { title: '性别', value: ({ gender }) => label(GENDERS, gender) },
  { title: '年龄', value: ({ age }) => age },
  { title: '出生日期', value: ({ birthDate }) => birthDate, format: 'date' },
  { title: '电话', value: ({ mobile }) => mobile, width: 14 },
  { title: '地址', value: ({ address }) => address, width: 40 },
  { title: '状态', value: ({ status }) => label(STATUSES, status) },
  { title: '服务类型', value: ({ serviceType }) => label(SERVICES, serviceType) },
  { title: '护理等级', value: ({ careLevel }) => careLevel },
  { title: '房间', value: ({ roomName }) => roomName },
  { title: '床位', value: ({ bedName }) => bedName },
  { title: '护理员', value: ({ carerName }) => carerName },
  { title: '联系人', value: ({ contactName }) => contactName },
  { title: '联系人电话', value: ({ contactPhone }) => contactPhone, width: 14 },
  { title: '备注', value: ({ remarks }) => remarks, width: 30 },
  { title: '登记时间', value: ({ createTime }) => createTime, format: 'dateTime', width: 20 },
];
