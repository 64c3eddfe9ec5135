/** The spreadsheet of service recipients. */
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Person } from '#contract/elderly/people.ts';
import type { Tx } from '../db/tenant.ts';
import type { SheetColumn } from '../xlsx.ts';

/** Dictionary type → value → label. */
type Labels = Map<string, string>;

const DICTIONARIES = ['gender', 'oldman_status', 'service_type', 'care_level', 'anergy'];

/** The tenant's own words for what is stored as numbers. */
export async function readLabels(tx: Tx): Promise<Labels> {
  const items = await tx.rows<{ type: string; value: string; label: string }>(sql`
    select d.type, i.value, i.label from dictionaries d join dictionary_items i on i.tenant_id = d.tenant_id and i.dictionary_id = d.id
    where d.tenant_id = ${tx.tenantId} and d.type = any(${DICTIONARIES})`);
  return new Map(items.map(({ type, value, label }) => [`${type}:${value}`, label]));
}

/** The columns; a number without a label stays a number. */
export function personSheet(labels: Labels): SheetColumn<z.output<typeof Person>>[] {
  const label = (type: string, value: number | null) => labels.get(`${type}:${value}`) ?? value;
  return [
    { title: '姓名', value: ({ userName }) => userName },
    { title: '性别', value: ({ gender }) => label('gender', gender) },
    { title: '年龄', value: ({ age }) => age },
    { title: '出生日期', value: ({ birthDate }) => birthDate, format: 'date' },
    { title: '电话', value: ({ mobile }) => mobile, width: 14 },
    { title: '地址', value: ({ address }) => address, width: 40 },
    { title: '状态', value: ({ status }) => label('oldman_status', status) },
    { title: '服务类型', value: ({ serviceType }) => label('service_type', serviceType) },
    { title: '护理等级', value: ({ careLevel }) => label('care_level', careLevel) },
    { title: '失能等级', value: ({ anergy }) => label('anergy', anergy) },
    { title: '房间', value: ({ roomName }) => roomName },
    { title: '床位', value: ({ bedName }) => bedName },
    { title: '护理员', value: ({ carerName }) => carerName },
    { title: '联系人', value: ({ contactName }) => contactName },
    { title: '联系人电话', value: ({ contactPhone }) => contactPhone, width: 14 },
    { title: '备注', value: ({ remarks }) => remarks, width: 30 },
    { title: '登记时间', value: ({ createTime }) => createTime, format: 'dateTime', width: 20 },
  ];
}
