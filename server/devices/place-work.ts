/**
 * What follows from what devices hear, aside from their way in: the places a person was
 * near, one row for each change, and what a location service says of cells and access points that the survey does not know: a job of the
 * queue. Nothing waits for it, least of all an alarm.
 */
import { sql } from 'kysely';
import type { Dependencies } from '../context.ts';
import { instant } from '../db/instants.ts';
import type { Tx } from '../db/tenant.ts';
import { emit } from '../events.ts';
import { JobFailure, type Job, type JobHandlers } from '../jobs/attempts.ts';
import { pollCounted, forTenants } from '../jobs/poller.ts';
import { enqueue } from '../jobs/queue.ts';
import { runJobs } from '../jobs/runner.ts';
import { LocatorFailure, type NetworkLocator } from '../geo/network-locator.ts';
import { chosenOf, knownColumns, wordsOf, type Known } from './last-seen.ts';
import { fingerprintOf, lastingPoints, type Network } from './network-fingerprints.ts';

/** Any number that no other part of the product locks. */
const LOCK = 7_209_014_570;
/** Devices of one tenant in one round, and questions to the service: sixty a minute. */
const MOST_DEVICES = 1000;
const MOST_ASKED = 10;
/** What was heard longer ago is not looked at after a start. */
const BACK = 60 * 60_000;
/** A stay that is seen again within this goes on. */
const GAP = sql.lit('30 minutes');

interface Reported extends Known {
  deviceId: number;
  personId: number | null;
  receivedAt: number;
}

/** Of whom the service is asked: of an alarm, or of a device that reported. */
type Subject = Job<'network-place'>['payload'];

interface Asked {
  fingerprint: string;
  subject: Subject;
}

const reportedSince = (tx: Tx, since: number) =>
  tx.rows<Reported>(sql`
    select h.device_id as "deviceId", h.person_id as "personId",
      (extract(epoch from h.received_at) * 1000)::float8 as "receivedAt", ${knownColumns}
    from device_surroundings h left join device_states s on s.tenant_id = h.tenant_id and s.device_id = h.device_id
    where h.tenant_id = ${tx.tenantId} and h.received_at > ${instant(since)}
    order by h.received_at limit ${sql.lit(MOST_DEVICES)}`);

interface StayRow {
  device_id: number;
  person_id: number | null;
  at: number;
  place_id: number | null;
  place: string;
  source: string;
}

/** Lets the last stay of each device go on, or begins another. Gives how many began. */
const noteStays = (tx: Tx, rows: readonly StayRow[]): Promise<number> =>
  tx.run(sql`
    with seen as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (device_id bigint, person_id bigint, at float8, place_id bigint,
        place text, source text)
    ), going as (
      update device_stays d set until = greatest(d.until, to_timestamp(n.at / 1000)) from seen n
      where d.tenant_id = ${tx.tenantId} and d.device_id = n.device_id and d.place = n.place
        and d.person_id is not distinct from n.person_id
        and to_timestamp(n.at / 1000) between d.since and d.until + interval ${GAP}
        and d.since = (select max(l.since) from device_stays l where l.tenant_id = d.tenant_id and l.device_id = d.device_id)
      returning d.device_id
    )
    insert into device_stays (tenant_id, device_id, since, until, person_id, place_id, place, source)
    select ${tx.tenantId}, n.device_id, to_timestamp(n.at / 1000), to_timestamp(n.at / 1000), n.person_id, i.id, n.place, n.source
    from seen n left join indoor_places i on i.tenant_id = ${tx.tenantId} and i.id = n.place_id
    where n.device_id not in (select device_id from going) on conflict do nothing`);

/** The newest alarms that heard something and said no place of their own: they are asked for first. */
const alarmsOf = (tx: Tx) =>
  tx.rows<{ warningId: number; network: Network }>(sql`
    select e.warning_id as "warningId", e.surroundings as network from device_events e join warnings w on w.tenant_id = e.tenant_id
      and w.id = e.warning_id
    where e.tenant_id = ${tx.tenantId} and e.received_at > now() - interval '15 minutes' and e.surroundings is not null
      and coalesce(w.approximate, true)
    order by e.received_at desc limit 50`);

const allows = async (tx: Tx) =>
  (await tx.row(sql`select 1 from parameters where tenant_id = ${tx.tenantId} and key = 'NETWORK_LOCATION' and value = 'true'`)) !==
  undefined;

/** Those that the service was not asked for, or knew nothing of a day ago; alarms first, each once. */
async function unanswered(tx: Tx, wanted: readonly Asked[]): Promise<Asked[]> {
  const once = wanted.filter(({ fingerprint }, at) => wanted.findIndex((one) => one.fingerprint === fingerprint) === at);
  const known = await tx.rows<{ fingerprint: string }>(sql`
    select fingerprint from network_places
    where tenant_id = ${tx.tenantId} and fingerprint = any(${once.map(({ fingerprint }) => fingerprint)}::text[])
      and (longitude is not null or asked_at > now() - interval '1 day')`);
  const done = new Set(known.map(({ fingerprint }) => fingerprint));
  return once.filter(({ fingerprint }) => !done.has(fingerprint)).slice(0, MOST_ASKED);
}

const asking = (network: Network, subject: Subject): Asked[] => {
  const fingerprint = fingerprintOf(network);
  return fingerprint === null ? [] : [{ fingerprint, subject }];
};

/** What is heard there now; undefined when it is gone. */
const heardBy = (tx: Tx, subject: Subject) =>
  'warningId' in subject
    ? tx.row<{ network: Network }>(sql`
        select e.surroundings as network from device_events e
          where e.tenant_id = ${tx.tenantId} and e.warning_id = ${subject.warningId} and e.surroundings is not null
        order by e.received_at desc limit 1`)
    : tx.row<{ network: Network }>(sql`
        select jsonb_build_object('cells', coalesce(h.cells, '[]'), 'accessPoints', coalesce(h.access_points, '[]')) as network
        from device_surroundings h where h.tenant_id = ${tx.tenantId} and h.device_id = ${subject.deviceId}`);

/**
 * The job of a question: asked outside of any transaction, and the answer kept. Throws
 * JobFailure; what was not answered is asked for again with the next report.
 */
async function ask(deps: Dependencies, locator: NetworkLocator, { tenantId, payload: subject }: Job<'network-place'>): Promise<void> {
  const network = (await deps.inTenant(tenantId, (tx) => heardBy(tx, subject)))?.network;
  const fingerprint = network ? fingerprintOf(network) : null;
  if (!network || fingerprint === null) return;
  const place = await locator.locate(network.cells, lastingPoints(network)).catch((error: unknown) => {
    throw error instanceof LocatorFailure ? new JobFailure(`定位服务没有应答：${error.message}`, true) : error;
  });
  await deps.inTenant(tenantId, async (tx) => {
    await tx.run(sql`
      insert into network_places (tenant_id, fingerprint, longitude, latitude, metres, asked_at)
      values (${tenantId}, ${fingerprint}, ${place?.lng ?? null}, ${place?.lat ?? null}, ${place?.metres ?? null}, now())
      on conflict (tenant_id, fingerprint) do update set longitude = excluded.longitude, latitude = excluded.latitude,
        metres = excluded.metres, asked_at = now()`);
    if ('warningId' in subject && place) await emit('warning.changed', { warningId: subject.warningId }, tx, deps);
  });
}

/** With `locator` null there is no service to ask: the question is forgotten. */
export const placeJobs = (locator: NetworkLocator | null) =>
  ({
    'network-place': async (deps: Dependencies, job: Job<'network-place'>) => (locator ? ask(deps, locator, job) : undefined),
  }) satisfies JobHandlers;

/** Makes the work of one process; with `locator` null no location service is asked. */
export function placeWork(deps: Dependencies, locator: NetworkLocator | null) {
  const cursors = new Map<number, number>();

  /** Notes stays and hands questions to the queue. */
  async function look(tx: Tx): Promise<{ stays: number; asked: number; seen: number | null }> {
    const reported = await reportedSince(tx, cursors.get(tx.tenantId) ?? deps.now() - BACK);
    const chosen = await chosenOf(tx, reported);
    const rows = reported.flatMap(({ deviceId, personId }, at): StayRow[] => {
      const one = chosen[at];
      if (!one?.placing) return [];
      return [
        { device_id: deviceId, person_id: personId, at: one.at, place_id: one.placing.placeId, place: wordsOf(one), source: one.source },
      ];
    });
    const stays = rows.length > 0 ? await noteStays(tx, rows) : 0;
    const seen = reported.at(-1)?.receivedAt ?? null;
    if (!locator || !(await allows(tx))) return { stays, asked: 0, seen };
    // A satellite fix or a place of the house says more than a service could.
    const lost = reported.flatMap(({ deviceId, cells, accessPoints }, at) =>
      chosen[at] && chosen[at].source !== 'rough' ? [] : asking({ cells: cells ?? [], accessPoints: accessPoints ?? [] }, { deviceId }),
    );
    const alarms = (await alarmsOf(tx)).flatMap(({ warningId, network }) => asking(network, { warningId }));
    let asked = 0;
    for (const { fingerprint, subject } of await unanswered(tx, [...alarms, ...lost]))
      if (await enqueue(tx, 'network-place', fingerprint, subject)) asked++;
    return { stays, asked, seen };
  }

  /** One look at all tenants that have something to place, unless another process is at it. */
  async function lookAll(): Promise<{ stays: number; asked: number; failed: number }> {
    const done = { stays: 0, asked: 0, failed: 0 };
    const holder = await deps.pool.connect();
    try {
      const { rows: held } = await holder.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [LOCK]);
      if (!held[0]!.mine) return done;
      try {
        const { rows } = await holder.query<{ tenant_id: number }>('select tenant_id from app.tenants_to_place() order by 1');
        done.failed = await forTenants(deps, 'placing devices', rows, async (tenantId) => {
          const { stays, asked, seen } = await deps.inTenant(tenantId, look);
          done.stays += stays;
          done.asked += asked;
          if (seen !== null) cursors.set(tenantId, seen);
        });
        return done;
      } finally {
        await holder.query('select pg_advisory_unlock($1)', [LOCK]);
      }
    } finally {
      holder.release();
    }
  }

  /** A look, and the questions that it gives rise to, answered. */
  async function round(): Promise<{ stays: number; asked: number; unanswered: number; failed: number }> {
    const { stays, failed } = await lookAll();
    const jobs = await runJobs(deps, placeJobs(locator));
    return { stays, asked: jobs.done, unanswered: jobs.failed + jobs.dead, failed };
  }

  return { lookAll, round };
}

/** Looks again and again until `stop()`; the questions are jobs. */
export const startPlaceWork = (deps: Dependencies, locator: NetworkLocator | null, everyMs: number) =>
  pollCounted(deps, 'placing devices', placeWork(deps, locator).lookAll, everyMs);
