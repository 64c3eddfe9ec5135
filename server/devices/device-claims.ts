/** Claims of device numbers: whose a range is, when the platform has to agree to it, and what it decides. */
import { sql } from 'kysely';
import { consents, countNumbers, FREE_NUMBERS } from '#contract/devices/device-batches.rules.ts';
import type { deviceBatches as routes } from '#contract/devices/device-batches.ts';
import { shortIdOf } from '#contract/devices/devices.ts';
import { PLATFORM } from '#contract/tenants/tenants.ts';
import type { Work } from '../context.ts';
import { lookup } from '../lists/columns.ts';
import { contains, equals, reads, type ListOf } from '../lists/crud.ts';
import { db, type Tx } from '../db/tenant.ts';
import { conflict, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { tellThoseWith } from '../messages/messages.ts';
import { inside } from '../db/inside.ts';

/** Two who claim the same numbers at once take turns, until the end of the transaction. */
export const takeTurns = (tx: Tx) => tx.run(sql`select pg_advisory_xact_lock(hashtextextended('device batches', 0))`);

/** Single numbers and ranges take turns as well. Single numbers do not wait for each other: between them the unique index decides. */
const takeTurnsWithRanges = (tx: Tx) => tx.run(sql`select pg_advisory_xact_lock_shared(hashtextextended('device batches', 0))`);

/**
 * Whether a number that staff enter is another device's already, of any tenant, or in
 * another tenant's batch in force: that tenant's device of this number would otherwise be heard, and ring, here. The ten digits of a watch
 * count too. `self` is the device itself.
 */
export async function isTaken(tx: Tx, imei: string, self: number | null): Promise<boolean> {
  await takeTurnsWithRanges(tx);
  const numbers = [imei, shortIdOf(imei)].filter((number) => number !== null);
  const found = await tx.row<{ taken: boolean }>(sql`select app.numbers_taken(${imei}, ${imei})
    or exists (select from unnest(${numbers}::text[]) as number, app.find_device(number) as found
      where not (found.tenant_id = ${tx.tenantId} and found.device_id is not distinct from ${self}::bigint)) as taken`);
  return found?.taken === true;
}

/**
 * Refuses numbers that others have, as devices or batches, without saying who; and numbers
 * that the tenant claims already. `id` is the batch itself.
 */
export async function refuseTaken(tx: Tx, id: number | null, first: string, last: string): Promise<void> {
  const found = await tx.row<{ own: boolean; taken: boolean }>(sql`select app.numbers_taken(${first}, ${last}) as taken,
    exists (select from device_batches b where b.tenant_id = ${tx.tenantId} and b.id is distinct from ${id}::bigint
      and length(b.first_number) = length(${first}::text)
      and b.first_number collate "C" <= ${last} and b.last_number collate "C" >= ${first}) as own`);
  if (found?.taken) throw refused('号段内有编号已被登记或占用，请核对编号或联系平台管理员');
  if (found?.own) throw refused('号段与本机构已有批次重叠');
}

interface Batch {
  name: string;
  first_number: string;
  last_number: string;
  note: string | null;
  consent: number;
  /** Numbers of the tenant's other batches that needed no consent. */
  free: number;
}

const batchOf = (tx: Tx, id: number) =>
  tx.row<Batch>(sql`select name, first_number, last_number, note, consent,
    (select coalesce(sum(o.last_number::numeric - o.first_number::numeric + 1), 0)::float8 from device_batches o
      where o.tenant_id = b.tenant_id and o.id <> b.id and o.consent = ${consents.none}) as free
    from device_batches b where b.tenant_id = ${tx.tenantId} and b.id = ${id}`);

async function freeNumbers(platform: Tx): Promise<number> {
  const row = await platform.row<{ value: string }>(
    db.selectFrom('parameters').select('value').where('tenant_id', '=', PLATFORM).where('key', '=', 'DEVICE_NUMBERS_FREE'),
  );
  return /^\d{1,7}$/.test(row?.value.trim() ?? '') ? Number(row?.value) : FREE_NUMBERS;
}

/** Takes back what was asked about a batch and not decided. */
const forget = (platform: Tx, ownerId: number, batchId: number) =>
  platform.run(
    sql`delete from device_batch_requests
      where tenant_id = ${PLATFORM} and owner_id = ${ownerId} and batch_id = ${batchId} and state = ${consents.waiting}`,
  );

export const withdraw = ({ tx, deps }: Work, id: number) => inside(tx, deps, PLATFORM, (platform) => forget(platform, tx.tenantId, id));

/** After a batch got its numbers: whether it is in force, or waits for the platform, which is told. */
export async function askFor({ tx, deps, actor }: Work, id: number): Promise<void> {
  if (tx.tenantId === PLATFORM) return;
  const batch = (await batchOf(tx, id)) as Batch;
  const { name, first_number: first, last_number: last, note } = batch;
  const count = countNumbers(first, last);
  const consent = await inside(tx, deps, PLATFORM, async (platform) => {
    await forget(platform, tx.tenantId, id);
    if (batch.free + count <= (await freeNumbers(platform))) return consents.none;
    await platform.run(sql`insert into device_batch_requests (tenant_id, owner_id, batch_id, batch_name, first_number, last_number, count,
      note, asked_name)
      values (${PLATFORM}, ${tx.tenantId}, ${id}, ${name}, ${first}, ${last}, ${count}, ${note}, ${actor.name})`);
    const owner = await platform.row<{ name: string }>(sql`select name from tenants where id = ${tx.tenantId}`);
    await tellThoseWith(platform, deps, 'tenant_devicebatch_consent', {
      kind: 'application',
      title: '设备号段待平台同意',
      text: `${owner?.name ?? ''}申请登记${first}至${last}共${count}个设备编号。核实后请处理。`,
      link: '/device/batch?tab=requests',
    });
    return consents.waiting;
  });
  if (consent === batch.consent) return;
  await tx.run(sql`update device_batches set consent = ${consent}, consent_note = null where tenant_id = ${tx.tenantId} and id = ${id}`);
}

const list: ListOf<typeof routes.requests, 'device_batch_requests'> = {
  table: 'device_batch_requests',
  noun: '号段申请',
  columns: {
    id: 'id',
    tenantName: () => sql`(select t.name from tenants t where t.id = device_batch_requests.owner_id)`,
    batchName: 'batch_name',
    firstNumber: 'first_number',
    lastNumber: 'last_number',
    count: 'count',
    note: 'note',
    askedName: 'asked_name',
    state: 'state',
    decidedName: lookup('users', 'name', 'device_batch_requests.decided_by'),
    decidedTime: 'decided_at',
    decisionNote: 'decision_note',
    createTime: 'created_at',
  },
  filters: { state: equals('state'), firstNumber: contains('first_number') },
};
const read = reads(list);

type Own = Handlers<Pick<typeof routes, 'requests' | 'decide'>>;

export const batchRequests: { page: Own['requests'] } = {
  page(input, context) {
    return read.page(input, context);
  },
};

/** Agrees to a batch, which is in force from then on, or refuses it; its institution is told. */
export const decideRequest: Own['decide'] = async ({ id, agree, note = '' }, context) => {
  const { tx, deps, session } = context;
  const state = agree ? consents.given : consents.refused;
  await takeTurns(tx);
  const request = await tx.row<{
    owner_id: number;
    batch_id: number;
    batch_name: string;
    first_number: string;
    last_number: string;
    count: number;
  }>(sql`
    update device_batch_requests set state = ${state}, decided_by = ${session.userId}, decided_at = now(), decision_note = ${note || null}
    where tenant_id = ${tx.tenantId} and id = ${id} and state = ${consents.waiting}
      returning owner_id, batch_id, batch_name, first_number, last_number, count`);
  if (!request) throw conflict('该申请已处理或已撤回，请刷新');
  const { owner_id, batch_id, batch_name, first_number: first, last_number: last, count } = request;
  await inside(tx, deps, owner_id, async (owner) => {
    if (agree) await refuseTaken(owner, batch_id, first, last);
    await owner.run(sql`update device_batches set consent = ${state}, consent_note = ${note || null}, version = version + 1
      where tenant_id = ${owner_id} and id = ${batch_id} and consent = ${consents.waiting}`);
    await tellThoseWith(owner, deps, 'tenant_devicebatch_edit', {
      kind: 'notice',
      title: agree ? '平台已同意设备号段' : '平台未同意设备号段',
      text: `批次“${batch_name}”（${first}至${last}，共${count}个编号）${agree ? '已经生效。' : `没有生效：${note}`}`,
      link: '/device/batch',
    });
  });
  return true;
};
