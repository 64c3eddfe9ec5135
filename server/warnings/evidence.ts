/** The evidence pack of a warning: everything that is kept of it, what is missing, and a hash that anybody can compute again. */
import { textOf } from '#contract/time.ts';
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { clipStates } from '#contract/warnings/warning-clips.rules.ts';
import { canonical, gapsOf } from '#contract/warnings/evidence.rules.ts';
import { familyOutcomes, recordKinds } from '#contract/warnings/warning-records.rules.ts';
import { isOpen, isRealAlarm } from '#contract/warnings/warnings.rules.ts';
import type { Reply, Work } from '../context.ts';
import { attachment } from '../lists/download.ts';
import { evidencePdfOf } from './evidence-pdf.ts';
import { placeOfRoom } from '../rooms/places.ts';
import { timelineOf } from './timelines.ts';
import { recordsOf } from './warning-records.ts';
import { readWarning } from './warning-rows.ts';

/** What is in force or of the moment, not of the warning: it would change the hash of an old pack. */
const PASSING = [
  'askTime',
  'avatar',
  'flags',
  'mobile',
  'contactName',
  'contactPhone',
  'contacts',
  'answerSeconds',
  'lastLocation',
  'residents',
  'version',
  'groupCount',
] as const;

interface KeptEvent {
  device: number | null;
  code: string;
  at: string;
  received: string;
  raw: string | null;
  withdrawn: string | null;
}

interface KeptDelivery {
  name: string | null;
  channel: string;
  state: number;
  error: string | null;
  created: string;
  sent: string | null;
}

interface KeptVisit {
  number: string;
  status: number;
  project: string;
  name: string | null;
  planned: string | null;
  arrived: string | null;
  finished: string | null;
}

interface KeptClip {
  id: number;
  device: number | null;
  at: string;
  state: number;
  size: number | null;
  sha256: string | null;
  kept: string | null;
  uploadedBy: string | null;
}

async function gather({ tx }: Work, id: number) {
  const warning = await readWarning(tx, id);
  const { tenantId } = tx;
  const events = await tx.rows<KeptEvent>(sql`
    select device_id as device, code, at, received_at as received, raw, withdrawn_at as withdrawn from device_events
    where tenant_id = ${tenantId} and warning_id = ${id} order by at, code limit 1000`);
  const deliveries = await tx.rows<KeptDelivery>(sql`
    select user_name as name, channel, state, error, created_at as created, sent_at as sent from warning_deliveries
    where tenant_id = ${tenantId} and warning_id = ${id} order by id`);
  const visits = await tx.rows<KeptVisit>(sql`
    select o.number, o.status, j.project_name as project, j.user_name as name, j.service_at as planned, j.check_in_at as arrived,
      j.check_out_at as finished
    from work_orders o join work_order_jobs j on j.tenant_id = o.tenant_id and j.work_order_id = o.id
    where o.tenant_id = ${tenantId} and o.warning_id = ${id} order by o.id, j.id`);
  const [answered] = await tx.rows<{ seconds: number | null }>(sql`
    select extract(epoch from min(e.at) - w.created_at)::float8 as seconds from warnings w
    left join warning_events e on e.tenant_id = w.tenant_id and e.warning_id = w.id and e.kind in ('acknowledged', 'handled')
    where w.tenant_id = ${tenantId} and w.id = ${id} group by w.created_at`);
  const clips = await tx.rows<KeptClip>(sql`
    select c.id, c.device_id as device, c.at, c.state, c.size, encode(c.sha256, 'hex') as sha256, c.kept_at as kept,
      (select u.name from users u where u.tenant_id = c.tenant_id and u.id = c.uploaded_by) as "uploadedBy"
    from warning_clips c where c.tenant_id = ${tenantId} and c.warning_id = ${id} order by c.id`);
  const records = await recordsOf(tx, id);
  const timeline = await timelineOf(tx, id, null);
  const passing: ReadonlySet<string> = new Set(PASSING);
  // The bed of now is not that of then: only the room that the warning itself has lasts.
  const room = await tx.row<{ roomId: number | null; roomName: string | null }>(sql`
    select w.room_id as "roomId", ${placeOfRoom(sql`w.tenant_id`, sql`w.room_id`)} as "roomName" from warnings w
    where w.tenant_id = ${tenantId} and w.id = ${id}`);
  const lasting = {
    ...(Object.fromEntries(Object.entries(warning).filter(([name]) => !passing.has(name))) as Omit<
      typeof warning,
      (typeof PASSING)[number]
    >),
    ...room,
  };
  const gaps = gapsOf({
    severity: warning.severity,
    closed: !isOpen(warning.isDisposed),
    real: isRealAlarm(warning.isDisposed),
    answerSeconds: warning.answerSeconds,
    acknowledgedAfter: answered?.seconds ?? null,
    hasPlace: warning.location !== null,
    approximate: warning.approximate === true,
    hasSource: events.length > 0,
    told: deliveries.filter(({ state }) => state === 2).length,
    failed: deliveries.filter(({ state }) => state === 3).length,
    visit: visits.length > 0,
    arrived: visits.some(({ arrived }) => arrived !== null),
    finished: visits.some(({ finished }) => finished !== null),
    hasRemark: !!warning.remark,
    clipsMissing: clips.filter(({ state }) => state === clipStates.fetching || state === clipStates.failed).length,
    clipsExpired: clips.filter(({ state }) => state === clipStates.expired).length,
    familyTold: records.some(({ kind, outcome }) => kind === recordKinds.family && outcome === familyOutcomes.told),
    reviewed: records.some(({ kind }) => kind === recordKinds.review),
    late: events.some(({ raw }) => typeof raw === 'string' && raw.includes('"late":true')),
  });
  return {
    content: {
      tenantId,
      warning: lasting,
      timeline,
      deviceEvents: events.map(({ withdrawn, ...event }): Omit<KeptEvent, 'withdrawn'> & { withdrawn?: string } =>
        withdrawn === null ? event : { ...event, withdrawn },
      ),
      deliveries,
      visits,
      // Only where there are any: what was given out before says the same as it did.
      ...(clips.length > 0 ? { clips } : {}),
      ...(records.length > 0 ? { records } : {}),
    },
    gaps,
  };
}

const sealOf = ({ deps, tx }: Work, id: number, hash: string) =>
  createHmac('sha256', deps.secrets.seal).update(`evidence:${tx.tenantId}:${id}:${hash}`).digest('hex');

async function packOf(work: Work, id: number) {
  const { content, gaps } = await gather(work, id);
  const hash = createHash('sha256').update(canonical({ content, gaps })).digest('hex');
  return { content, gaps, hash, seal: sealOf(work, id, hash), generatedTime: textOf(work.deps.now()) };
}

export type Pack = Awaited<ReturnType<typeof packOf>>;

export const evidence = ({ id }: { id: number }, work: Work) => packOf(work, id);

export async function evidencePdf({ id }: { id: number }, work: Work): Promise<Reply> {
  const body = evidencePdfOf(await packOf(work, id));
  return {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': attachment(`预警证据包${id}.pdf`),
      'cache-control': 'private, no-store',
    },
    body,
  };
}

/** `genuine`: this installation sealed that hash for this warning; `unchanged`: nothing was added or altered since. */
export async function verifyEvidence({ id, hash, seal }: { id: number; hash: string; seal: string }, work: Work) {
  const pack = await packOf(work, id);
  const expected = Buffer.from(sealOf(work, id, hash), 'hex');
  return { genuine: timingSafeEqual(expected, Buffer.from(seal, 'hex')), unchanged: pack.hash === hash };
}
