/** What happened at doors: read, typed in, imported, exported. */
import { instantOf } from '#contract/time.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import {
  lockRecords as routes,
  recordKindLabels,
  recordMethodLabels,
  recordSourceLabels,
  type LockRecord,
} from '#contract/devices/lock-records.ts';
import { titled } from '#contract/labels.ts';
import { lockRecordLabels } from '#contract/devices/lock-records.labels.ts';
import type { Context } from '../context.ts';
import { lookup } from '../lists/columns.ts';
import { contains, equals, from, reads, to, type ListOf } from '../lists/crud.ts';
import { invalid, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { oneByOne, type Import } from '../transfers/declarations.ts';
import { exporting, listOf, type Export } from '../transfers/exports.ts';
import { importing } from '../transfers/imports.ts';
import { namesOf } from '../transfers/names.ts';
import { takeIn, type Source } from './lock-events.ts';
import { namesOfLock, ofSeenLocks, seeLock } from './locks.ts';

type Form = z.output<typeof routes.create.input>;
type Row = z.output<typeof LockRecord>;

const list: ListOf<typeof routes.page, 'lock_records'> = {
  table: 'lock_records',
  noun: '开锁记录',
  scope: ofSeenLocks,
  columns: {
    id: 'id',
    deviceId: 'device_id',
    ...namesOfLock('lock_records'),
    imei: lookup('devices', 'imei', 'lock_records.device_id'),
    time: 'at',
    kind: 'kind',
    method: 'method',
    success: 'success',
    who: 'who',
    note: 'note',
    source: 'source',
    createName: lookup('users', 'name', 'lock_records.created_by'),
  },
  filters: { deviceId: equals('device_id'), kind: equals('kind'), who: contains('who'), startTime: from('at'), endTime: to('at') },
  sorts: { time: 'at' },
  order: 'at',
};

const sheet: Export<Row> = {
  name: '开锁记录',
  list: () => listOf(list),
  columns: titled(lockRecordLabels, [
    { key: 'time', format: 'dateTime', width: 20 },
    { key: 'lockName', width: 18 },
    { key: 'imei', width: 18 },
    { key: 'roomName' },
    { key: 'kind', value: ({ kind }) => recordKindLabels[kind] },
    { key: 'method', value: ({ method }) => (method === null ? null : recordMethodLabels[method]) },
    { key: 'success', value: ({ success }) => (success ? '是' : '否'), width: 8 },
    { key: 'who' },
    { key: 'note', width: 24 },
    { key: 'source', value: ({ source }) => recordSourceLabels[source] ?? null },
    { key: 'createName' },
  ]),
};

async function keep({ deviceId, time, kind, method, who, note }: Form, context: Context, source: Source): Promise<number> {
  const { tx, deps, session } = context;
  await seeLock(context, deviceId);
  if (!(await tx.row(sql`select 1 from locks where tenant_id = ${tx.tenantId} and device_id = ${deviceId}`)))
    throw refused('门锁还没有设置接入方式');
  const at = instantOf(time);
  if (at > deps.now() + 60_000) throw invalid('时间不能晚于现在');
  const [id] = await takeIn(
    tx,
    deps,
    deviceId,
    [{ at, kind, method: method ?? null, success: kind !== 'refused', who: who ?? null, note: note ?? null, key: null }],
    source,
    session.userId,
  );
  return id as number;
}

const words = (labels: Record<string, string>) => new Map(Object.entries(labels).map(([value, label]) => [label, value]));
const { remote: _remote, ...typedKinds } = recordKindLabels;

const imports: Import<Form> = {
  noun: '开锁记录',
  form: routes.create.input,
  unique: [['deviceId', 'time', 'kind', 'who']],
  save: oneByOne((form, context) => keep(form, context, 3)),
  columns: titled(lockRecordLabels, [
    {
      key: 'deviceId',
      required: true,
      width: 20,
      choices: async ({ tx }) =>
        namesOf(
          await tx.rows<{ id: number; name: string }>(
            sql`select id, imei as name from devices where tenant_id = ${tx.tenantId} and type = 'lock' and deleted_at is null order by id`,
          ),
        ),
    },
    { key: 'time', required: true, example: '2026-01-02 08:30:00', hint: 'yyyy-MM-dd HH:mm:ss', width: 20 },
    { key: 'kind', required: true, example: '开锁', choices: () => words(typedKinds) },
    { key: 'method', example: '密码', choices: () => words(recordMethodLabels) },
    { key: 'who', width: 16 },
    { key: 'note', width: 24 },
  ]),
  instructions: ['胁迫开锁、防撬等报警事件导入后会产生预警，较早的标为补传。'],
};

export const lockRecords: Handlers<typeof routes> = {
  page: (input, context) => reads(list).page(input, context),
  export: exporting(routes.export, sheet),
  ...importing(routes, imports),
  create: (input, context) => keep(input, context, 2),
};
