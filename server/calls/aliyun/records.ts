/** The calls of an institution whose calls the cloud carries: fetched by the clock, each once, however often its record comes. */
import { sql } from 'kysely';
import { z } from 'zod';
import { cloudCall, CloudRecord, type CloudCall } from '#contract/calls/cloud-records.rules.ts';
import { callPhases, callStatus } from '#contract/calls/seat-states.rules.ts';
import { DAY, HOUR, isoOf, MINUTE, SECOND } from '#contract/time.ts';
import type { Dependencies, Work } from '../../context.ts';
import { instant } from '../../db/instants.ts';
import type { Tx } from '../../db/tenant.ts';
import { Refusal } from '../../errors.ts';
import { workIn } from '../../events.ts';
import type { JobHandlers } from '../../jobs/attempts.ts';
import { forTenants, pollCounted } from '../../jobs/poller.ts';
import { enqueue } from '../../jobs/queue.ts';
import { SYSTEM } from '../call-clock.ts';
import { whoIs } from '../call-people.ts';
import { accessKeyOf, openCallSecret } from '../call-secrets.ts';
import { askCloud, hostOf, type Cloud } from './cloud.ts';
import { phone } from '../../db/sealed-phones.ts';

const EVERY = 3 * MINUTE;
/** Records come when a call has ended: calls that began so long before are asked for again. */
const LONGEST_CALL = 6 * HOUR;
/** How far back the first fetch goes, and what one window holds. */
const FIRST = 7 * DAY;
const PAGE = 100;
const MOST_PAGES = 100;

export interface ServiceCloud extends Cloud {
  serviceId: number;
  instanceId: string;
  keptDays: number;
  fetchedUntil: number | null;
}

/** The cloud of the tenant with the key of the service; null when its calls are not carried there, or no key is kept. */
export async function cloudOf(tx: Tx, { secrets }: Pick<Dependencies, 'secrets'>): Promise<ServiceCloud | null> {
  const row = await tx.row<{
    id: number;
    instanceId: string;
    regionId: string;
    endpoint: string;
    secret: Buffer | null;
    keptDays: number;
    until: number | null;
  }>(sql`
    select v.id, v.instance_id as "instanceId", v.region_id as "regionId", v.endpoint, v.secret_cipher as secret, v.kept_days as "keptDays",
      (extract(epoch from s.fetched_until) * 1000)::float8 as until
    from call_services v left join call_service_states s on s.tenant_id = v.tenant_id and s.service_id = v.id
    where v.tenant_id = ${tx.tenantId} and v.enabled and v.provider = 3`);
  const key = row && accessKeyOf(openCallSecret(secrets, tx.tenantId, 'call_services', row.id, row.secret));
  if (!row || !key) return null;
  const { id: serviceId, instanceId, keptDays, until: fetchedUntil } = row;
  return { serviceId, instanceId, keptDays, fetchedUntil, host: hostOf(row.endpoint, row.regionId), key };
}

/** What was known when the call was dialled, and who of ours took part. */
async function aboutOf(tx: Tx, { contactId, agentIds, skillGroupIds }: CloudRecord, party: string) {
  const dialled = await tx.row<{ seatId: number; personId: number | null; warningId: number | null; jobCaseId: number | null }>(sql`
    select seat_id as "seatId", person_id as "personId", warning_id as "warningId", job_case_id as "jobCaseId" from call_cloud_dials
    where tenant_id = ${tx.tenantId} and contact_id = ${contactId}`);
  const own = await tx.row<{ seatId: number | null; groupId: number | null }>(sql`
    select (select id from call_seats where tenant_id = ${tx.tenantId} and external_id = any(${agentIds}::text[])
        order by id limit 1) as "seatId",
      (select id from call_groups where tenant_id = ${tx.tenantId} and external_id = any(${skillGroupIds}::text[])
        order by id limit 1) as "groupId"`);
  const who = await whoIs(tx, party);
  return {
    seatId: own?.seatId ?? dialled?.seatId ?? null,
    groupId: own?.groupId ?? null,
    personId: dialled?.personId ?? who.personId,
    customerId: who.customerId,
    warningId: dialled?.warningId ?? null,
    jobCaseId: dialled?.jobCaseId ?? null,
  };
}

/** The call of a record. A record that came before changes nothing but what is said later: stars. */
async function keepCall({ tx, emit }: Work, record: CloudRecord, call: CloudCall): Promise<number> {
  const about = await aboutOf(tx, record, call.party);
  const { contactId, queueTime, ringTime } = record;
  const queuedAt = queueTime ? call.beganAt : null;
  const row = await tx.row<{ id: number; added: boolean }>(sql`
    insert into calls (tenant_id, external_id, kind, status, phase, caller, callee, group_id, seat_id, person_id, customer_id, warning_id,
      job_case_id, disposition, ended_by, satisfaction, began_at, queued_at, rang_at, established_at, ended_at)
    values (${tx.tenantId}, ${contactId}, ${call.kind}, ${callStatus.hungUp}, ${callPhases.ended}, ${phone(call.caller)},
      ${phone(call.callee)}, ${about.groupId}, ${about.seatId}, ${about.personId}, ${about.customerId}, ${about.warningId},
      ${about.jobCaseId},
      ${call.disposition}, ${call.endedBy}, ${call.satisfaction}, ${isoOf(call.beganAt)}, ${instant(queuedAt)},
      ${instant(ringTime ? (call.establishedAt ?? call.endedAt) - ringTime * SECOND : null)}, ${instant(call.establishedAt)},
      ${isoOf(call.endedAt)})
    on conflict (tenant_id, external_id) where external_id <> '' do update
      set satisfaction = coalesce(excluded.satisfaction, calls.satisfaction)
    returning id, (xmax = 0) as added`);
  if (row!.added) await emit('call.changed', { callId: row!.id });
  return row!.id;
}

/** That the cloud has the sound of a call. */
const keepRecording = (tx: Tx, callId: number, { contactId, recordingDuration }: CloudRecord, { endedAt }: CloudCall, keptDays: number) =>
  tx.run(sql`
    insert into call_recordings (tenant_id, call_id, path, external_id, state, began_at, duration_ms, expires_at)
    select tenant_id, id, '', ${contactId}, 2, coalesce(established_at, began_at), ${(recordingDuration ?? 0) * SECOND},
      ${isoOf(endedAt + keptDays * DAY)}::timestamptz
    from calls where tenant_id = ${tx.tenantId} and id = ${callId}
      -- What was destroyed does not come back.
      and not exists (select from call_recordings r where r.tenant_id = calls.tenant_id and r.call_id = calls.id)
    on conflict (tenant_id, external_id) where external_id <> '' do nothing`);

/** Keeps what the cloud gave. What is no record, or of another instance, is left out. Gives how many calls it read. */
export async function keepRecords(work: Work, records: readonly unknown[], { instanceId, keptDays }: ServiceCloud): Promise<number> {
  let read = 0;
  for (const given of records) {
    const { data: record } = CloudRecord.safeParse(given);
    const call = record && (record.instanceId === '' || record.instanceId === instanceId) ? cloudCall(record) : null;
    if (!record || !call) continue;
    const id = await keepCall(work, record, call);
    if (record.recordingReady) await keepRecording(work.tx, id, record, call, keptDays);
    read += 1;
  }
  return read;
}

const Page = z.looseObject({ list: z.array(z.unknown()).nullish() });

/** Fetches what began in a window. One that holds more than can be read by pages is halved: none of it is passed over. */
async function fetchWindow(deps: Dependencies, tenantId: number, cloud: ServiceCloud, from: number, to: number): Promise<void> {
  let whole = false;
  for (let number = 1; !whole && number <= MOST_PAGES; number += 1) {
    const query = {
      InstanceId: cloud.instanceId,
      StartTime: String(from),
      EndTime: String(to),
      PageNumber: String(number),
      PageSize: String(PAGE),
    };
    const { data } = await askCloud(deps, cloud, 'ListCallDetailRecords', query);
    const list = Page.safeParse(data).data?.list ?? [];
    await deps.inTenant(tenantId, (tx) => keepRecords(workIn(tx, deps, SYSTEM), list, cloud));
    whole = list.length < PAGE;
  }
  if (!whole && to - from > MINUTE) {
    const middle = from + Math.floor((to - from) / 2);
    await fetchWindow(deps, tenantId, cloud, from, middle);
    return fetchWindow(deps, tenantId, cloud, middle, to);
  }
  // Each window counts as soon as it is whole: what is interrupted goes on there.
  await deps.inTenant(tenantId, (tx) =>
    tx.run(sql`
      update call_service_states set fetched_until = greatest(fetched_until, ${isoOf(to)}::timestamptz), fetched_at = ${isoOf(deps.now())},
        fetch_problem = '' where tenant_id = ${tenantId} and service_id = ${cloud.serviceId}`),
  );
}

/** Fetches what the cloud has of a tenant since the last time. A refusal is written down for the page of services. */
export async function fetchCalls(deps: Dependencies, tenantId: number): Promise<void> {
  const cloud = await deps.inTenant(tenantId, (tx) => cloudOf(tx, deps));
  if (!cloud) return;
  const now = deps.now();
  try {
    let from = cloud.fetchedUntil === null ? now - FIRST : cloud.fetchedUntil - LONGEST_CALL;
    for (; from < now; from += DAY) await fetchWindow(deps, tenantId, cloud, from, Math.min(from + DAY, now));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await deps.inTenant(tenantId, (tx) =>
      tx.run(sql`update call_service_states set fetch_problem = ${error.message}
        where tenant_id = ${tenantId} and service_id = ${cloud.serviceId}`),
    );
  }
}

/** Sets the next time of a tenant and hands the fetch to the queue. */
const handOver = (deps: Dependencies, tenantId: number): Promise<boolean> =>
  deps.inTenant(tenantId, async (tx) => {
    const next = isoOf(deps.now() + EVERY);
    const row = await tx.row<{ id: number }>(sql`
      insert into call_service_states (tenant_id, service_id, fetch_at)
      select tenant_id, id, ${next}::timestamptz from call_services where tenant_id = ${tenantId} and enabled and provider = 3
      on conflict (tenant_id, service_id) do update set fetch_at = excluded.fetch_at returning service_id as id`);
    return row ? enqueue(tx, 'cloud-calls', row.id, { serviceId: row.id }) : false;
  });

/** One round: hands over what is due of all tenants. Gives how many. */
export async function fetchDue(deps: Dependencies): Promise<{ fetched: number; failedTenants: number }> {
  const { rows } = await deps.pool.query<{ tenant_id: number }>({
    name: 'call_clouds_due',
    text: 'select tenant_id from app.call_clouds_due(to_timestamp($1::float8 / 1000))',
    values: [deps.now()],
  });
  let fetched = 0;
  const failedTenants = await forTenants(deps, 'the calls of the cloud', rows, async (tenantId) => {
    if (await handOver(deps, tenantId)) fetched += 1;
  });
  return { fetched, failedTenants };
}

export const startCloudCalls = (deps: Dependencies, everyMs: number) =>
  pollCounted(deps, 'the calls of the cloud', () => fetchDue(deps), everyMs);

export const cloudJobs = {
  'cloud-calls': (deps, { tenantId }) => fetchCalls(deps, tenantId),
} satisfies JobHandlers;
