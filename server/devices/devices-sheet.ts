/** Devices as a spreadsheet, and from one. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { devices as routes, deviceKindLabels, type Device } from '#contract/devices/devices.ts';
import { titled } from '#contract/labels.ts';
import { deviceLabels } from '#contract/devices/devices.labels.ts';
import type { Context, Work } from '../context.ts';
import { oneByOne, type Import } from '../transfers/declarations.ts';
import { listOf, type Export } from '../transfers/exports.ts';
import { namesOf, yesOrNo } from '../transfers/names.ts';
import { deviceRows } from './device-rows.ts';

type Row = z.output<typeof Device>;
type Form = z.output<typeof routes.create.input>;

const labels: Record<string, string> = deviceKindLabels;

export const deviceSheet: Export<Row> = {
  name: '设备',
  list: (session) => listOf(deviceRows(session)),
  columns: titled(deviceLabels, [
    { key: 'imei', width: 18 },
    { key: 'type', value: ({ type }) => labels[type] ?? type },
    { key: 'typeName', width: 18 },
    { key: 'name', width: 18 },
    { key: 'manufacturer' },
    { key: 'model' },
    { key: 'enabled', width: 8 },
    { key: 'oldmanName' },
    { key: 'roomName' },
    { key: 'online', title: '在线状态', value: ({ online }) => (online === null ? '从未上线' : online ? '在线' : '离线') },
    { key: 'battery', width: 8 },
    { key: 'lastSeenTime', title: '最近上线', format: 'dateTime', width: 20 },
    { key: 'createTime', format: 'dateTime', width: 20 },
  ]),
};

const types = async ({ tx }: Work) =>
  namesOf(
    await tx.rows<{ id: number; name: string }>(sql`select id, name from device_types where tenant_id = ${tx.tenantId} order by name`),
  );

const rooms = async ({ tx }: Work) => {
  const rows = await tx.rows<{ id: number; name: string; building: string; place: string }>(
    sql`select id, name, building, app.place_text(building, floor, name, null) as place from rooms where tenant_id = ${tx.tenantId}
      order by building, sort, name`,
  );
  return namesOf([
    ...rows.map(({ id, place }) => ({ id, name: place })),
    ...rows,
    ...rows.map(({ id, name, building }) => ({ id, name: `${building} ${name}` })),
  ]);
};

export const deviceImport = (create: (form: Form, context: Context) => Promise<unknown>): Import<Form> => ({
  noun: '设备',
  form: routes.create.input,
  unique: [['imei']],
  save: oneByOne(create),
  columns: titled(deviceLabels, [
    { key: 'imei', required: true, example: '861234567890123', hint: '设备上的 IMEI 或编号', width: 18 },
    {
      key: 'type',
      required: true,
      example: '智能腕表',
      choices: () => new Map(Object.entries(deviceKindLabels).map(([type, label]) => [label, type])),
    },
    { key: 'typeId', choices: types, hint: '“设备类型”页面里的类别名称，决定通信协议和可下发的指令', width: 18 },
    { key: 'name', example: '王秀英的腕表', width: 18 },
    { key: 'manufacturer' },
    { key: 'model' },
    { key: 'enabled', choices: () => yesOrNo, example: '是', width: 8 },
    { key: 'roomId', choices: rooms, hint: '固定安装的设备所在的房间' },
  ]),
  instructions: ['佩戴人请在导入后到设备或服务对象页面绑定。'],
});
