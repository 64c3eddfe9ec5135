/** Purchases of devices by their numbers, and the numbers that came without being in the ledger. */
import { sql } from 'kysely';
import { deviceBatches as routes } from '#contract/devices/device-batches.ts';
import type { Work } from '../context.ts';
import { lookup } from '../lists/columns.ts';
import { contains, equals, readOne, reads, writes, type ListOf } from '../lists/crud.ts';
import { conflict, notFound, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { askFor, batchRequests, decideRequest, refuseTaken, takeTurns, withdraw } from './device-claims.ts';
import { enterOfBatch } from './device-adoption.ts';

const own = { table: 'device_batches', noun: '设备批次' } as const;
const list: ListOf<typeof routes.page, 'device_batches'> = {
  ...own,
  columns: {
    id: 'id',
    name: 'name',
    typeId: 'type_id',
    typeName: lookup('device_types', 'name', 'device_batches.type_id'),
    protocol: lookup('device_types', 'protocol', 'device_batches.type_id'),
    firstNumber: 'first_number',
    lastNumber: 'last_number',
    strategy: 'strategy',
    note: 'note',
    consent: 'consent',
    consentNote: 'consent_note',
    deviceCount: () => sql`(select count(*) from devices d where d.tenant_id = device_batches.tenant_id and d.deleted_at is null
      and length(d.imei) = length(device_batches.first_number) and d.imei between device_batches.first_number
        and device_batches.last_number)`,
    strangerCount: () =>
      sql`(select count(*) from device_strangers s where s.tenant_id = device_batches.tenant_id and s.batch_id = device_batches.id)`,
    createName: lookup('users', 'name', 'device_batches.created_by'),
    version: 'version',
    createTime: 'created_at',
  },
  filters: { name: contains('name'), strategy: equals('strategy') },
  sorts: { name: 'name' },
};

const plain = writes({
  ...own,
  fields: { name: 'name', typeId: 'type_id', firstNumber: 'first_number', lastNumber: 'last_number', strategy: 'strategy', note: 'note' },
  stamp: (session) => ({ created_by: session.userId }),
});

const strangers: ListOf<typeof routes.strangers, 'device_strangers'> = {
  table: 'device_strangers',
  noun: '待登记设备',
  columns: {
    id: 'id',
    imei: 'imei',
    batchId: 'batch_id',
    batchName: lookup('device_batches', 'name', 'device_strangers.batch_id'),
    typeId: lookup('device_batches', 'type_id', 'device_strangers.batch_id'),
    kind: () => sql`(select t.kind from device_batches b join device_types t on t.tenant_id = b.tenant_id and t.id = b.type_id
      where b.tenant_id = device_strangers.tenant_id and b.id = device_strangers.batch_id)`,
    protocol: 'protocol',
    count: 'count',
    firstTime: 'first_at',
    lastTime: 'last_at',
    refusal: 'refusal',
  },
  filters: { imei: contains('imei'), batchId: equals('batch_id') },
  sorts: { create_time: 'first_at' },
  order: 'last_at',
};

/** What batches need of the rest: a type that devices come by, and numbers that are free. */
async function check(
  { id, typeId, firstNumber, lastNumber }: { id?: number; typeId: number; firstNumber: string; lastNumber: string },
  { tx }: Work,
): Promise<void> {
  const type = await tx.row<{ protocol: string }>(
    sql`select protocol from device_types where tenant_id = ${tx.tenantId} and id = ${typeId}`,
  );
  if (!type) throw refused('设备类型不存在');
  if (['mqtt', 'http', 'none'].includes(type.protocol)) throw refused('该类型的设备不能按号段登记：请选择以TCP方式接入的设备类型');
  await takeTurns(tx);
  await refuseTaken(tx, id ?? null, firstNumber, lastNumber);
}

export const deviceBatches: Handlers<typeof routes> = {
  ...reads(list),
  async create(input, context) {
    await check(input, context);
    const id = await plain.create(input, context);
    await askFor(context, id);
    return id;
  },
  async update(input, context) {
    await check(input, context);
    const before = await readOne(list, input.id, context);
    await plain.update(input, context);
    // What was decided holds for the numbers that it was decided for.
    if (before.firstNumber !== input.firstNumber || before.lastNumber !== input.lastNumber) await askFor(context, input.id);
    // Of numbers that are not of the batch any more, nothing is asked.
    await context.tx.run(sql`delete from device_strangers where tenant_id = ${context.tx.tenantId} and batch_id = ${input.id}
      and not (length(imei) = length(${input.firstNumber}) and imei between ${input.firstNumber} and ${input.lastNumber})`);
    return true;
  },
  async remove(input, context) {
    await plain.remove(input, context);
    await withdraw(context, input.id);
    return true;
  },

  requests: batchRequests.page,
  decide: decideRequest,

  strangers: (input, context) => reads(strangers).page(input, context),

  async enter({ ids }, { tx, session, deps }) {
    const known = await tx.rows<{ imei: string; batch_id: number }>(
      sql`select imei, batch_id from device_strangers where tenant_id = ${tx.tenantId} and id = any(${ids}::bigint[]) order by imei
        for update`,
    );
    if (known.length === 0) throw conflict('这些设备已登记或已移除，请刷新');
    let entered = 0;
    for (const { imei, batch_id } of known) if (await enterOfBatch(tx, deps, batch_id, imei, session.userId)) entered++;
    if (entered === 0) throw conflict('这些设备已在设备台账里，请从待登记设备中移除');
    return entered;
  },

  async forget({ id }, { tx }) {
    const gone = await tx.run(sql`delete from device_strangers where tenant_id = ${tx.tenantId} and id = ${id}`);
    if (gone === 0) throw notFound('待登记设备');
    return true;
  },
};
