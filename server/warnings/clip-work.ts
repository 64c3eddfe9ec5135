/**
 * Fetches the clips that came with alarms, after their warnings are there, and removes
 * those whose time is over. All of it stands in the table.
 */
import { environment } from '../config.ts';
import { sql } from 'kysely';
import { CLIP_DAYS, clipStates, LARGEST_CLIP, pauseAfter } from '#contract/warnings/warning-clips.rules.ts';
import type { Dependencies } from '../context.ts';
import { instant } from '../db/instants.ts';
import type { Tx } from '../db/tenant.ts';
import { asRefusal } from '../errors.ts';
import { emit } from '../events.ts';
import { OutboundError, problemOf } from '../net/outbound-error.ts';
import { outbound } from '../net/outbound.ts';
import { outerOr } from '../net/reach.ts';
import type { Job, JobHandlers } from '../jobs/attempts.ts';
import { pollCounted, forTenants } from '../jobs/poller.ts';
import { enqueued } from '../jobs/queue.ts';
import { runJobs } from '../jobs/runner.ts';
import { dropSealed, nameFile, withStored, type KeptFile } from '../files/file-keeping.ts';
import { typeOf } from '../files/file-types.ts';
import { clipProblem } from './clip-rows.ts';
import { appendStep } from './warning-steps.ts';

const FETCH_MS = 60_000;
/** A clip whose job never said how it went is handed over again after this. */
const SILENCE_SECONDS = 600;
const MOST_PER_ROUND = 100;
/** Who keeps what nobody uploaded. */
const SYSTEM = 0;

interface Owed {
  id: number;
  warningId: number;
  rule: string;
  address: string;
  attempts: number;
}

/** Why there is no clip; `final`: another try would not help. */
class NoClip extends Error {
  readonly final: boolean;
  constructor(message: string, final: boolean) {
    super(message);
    this.final = final;
  }
}

/** Hands what is due to the queue, each clip once. Gives how many. */
const handOver = (tx: Tx, now: number) =>
  tx.run(sql`
    with due as (
      select c.id from warning_clips c where c.tenant_id = ${tx.tenantId} and c.next_at <= ${instant(now)}
        and c.address is not null
      order by c.next_at, c.id limit ${MOST_PER_ROUND} for update skip locked
    ), taken as materialized (
      select id, ${enqueued('clip', sql`id::text`, sql`jsonb_build_object('clipId', id)`)} as made from due
    )
    update warning_clips c set next_at = ${instant(now)} + make_interval(secs => ${SILENCE_SECONDS})
    from taken t where c.tenant_id = ${tx.tenantId} and c.id = t.id and t.made`);

const claim = (tx: Tx, id: number) =>
  tx.row<Owed>(sql`
    update warning_clips set attempts = attempts + 1
    where tenant_id = ${tx.tenantId} and id = ${id} and state = ${clipStates.fetching} and address is not null
    returning id, warning_id as "warningId", address, attempts,
      (select w.rule from warnings w where w.tenant_id = warning_clips.tenant_id and w.id = warning_clips.warning_id) as rule`);

/** The bytes of a clip from where its maker has it. Throws NoClip. */
async function fetchClip(address: string): Promise<Buffer> {
  const fetched = await outbound(address, {
    reach: outerOr(environment.privateHosts()),
    headers: { accept: 'video/mp4, */*;q=0.1', 'user-agent': 'yian-clips' },
    timeoutMs: FETCH_MS,
    mostBytes: LARGEST_CLIP,
  }).catch((error: unknown) => {
    if (!(error instanceof OutboundError)) throw error;
    if (error.reason === 'redirected') throw new NoClip('录像被转到别的地址，没有跟随', true);
    throw new NoClip(problemOf(error, '录像地址'), error.final);
  });
  if (fetched.status !== 200) throw new NoClip(`对方应答 ${fetched.status}`, false);
  if (typeOf(fetched.bytes)?.extension !== 'mp4') throw new NoClip('对方给出的不是mp4录像', true);
  return fetched.bytes;
}

const megabytes = (bytes: number) => `${Math.max(0.1, Math.round(bytes / 104_857.6) / 10)}MB`;

/** Says what became of a clip, in its warning's timeline as well; whoever took it over meanwhile wins. */
async function settle(
  tx: Tx,
  deps: Dependencies,
  { id, warningId, attempts }: Owed,
  kept: KeptFile | null,
  failure: NoClip | null,
): Promise<void> {
  const now = sql`${instant(deps.now())}`;
  const pause = failure === null || failure.final ? null : pauseAfter(attempts);
  const state = kept ? clipStates.kept : pause === null ? clipStates.failed : clipStates.fetching;
  const changed = await tx.run(sql`
    update warning_clips set state = ${state}, next_at = ${pause === null ? sql`null` : sql`${now} + make_interval(secs => ${pause})`},
      problem = ${failure?.message ?? null}, address = case when ${kept !== null} then null else address end,
      file_name = ${kept?.fileName ?? null}, size = ${kept?.fileSize ?? null}, kept_at = case when ${kept !== null} then ${now} end,
      sha256 = (select f.sha256 from files f where f.tenant_id = ${tx.tenantId} and f.name = ${kept?.fileName ?? null}),
        version = version + 1, updated_at = now()
    where tenant_id = ${tx.tenantId} and id = ${id} and state = ${clipStates.fetching} and attempts = ${attempts}`);
  if (changed === 0) {
    if (kept) throw new Error('the clip was taken over');
    return;
  }
  if (state === clipStates.fetching) return;
  const note = kept ? `录像已保存（${megabytes(kept.fileSize)}）` : `录像获取失败：${failure?.message ?? ''}`;
  await appendStep(tx, { warningId, kind: 'clip', note, by: null });
  await emit('warning.changed', { warningId }, tx, deps);
}

/** One clip: fetched and kept, or put off. */
async function serve(deps: Dependencies, tenantId: number, owed: Owed): Promise<void> {
  try {
    // An emergency is recorded; everything else only of rooms in which all have agreed to be seen.
    const problem = ['sos', 'fall'].includes(owed.rule) ? null : await deps.inTenant(tenantId, (tx) => clipProblem(tx, owed.id));
    if (problem !== null) throw new NoClip(`房间里有人没有同意摄像，未获取录像`, true);
    const bytes = await fetchClip(owed.address);
    const upload = { filename: `预警${owed.warningId}录像.mp4`, bytes };
    await withStored(deps, upload, (stored) =>
      deps.inTenant(tenantId, async (tx) => {
        const kept = await nameFile(tx, deps, stored, { purpose: 'sealed', userId: SYSTEM });
        await settle(tx, deps, owed, kept, null);
      }),
    );
  } catch (error) {
    // A quota that is used up is for staff to mend, who can ask for the clip again.
    const refusal = error instanceof NoClip ? error : asRefusal(error);
    if (!refusal || ('status' in refusal && refusal.status === 503)) throw error;
    const failure = refusal instanceof NoClip ? refusal : new NoClip(refusal.message, true);
    await deps.inTenant(tenantId, (tx) => settle(tx, deps, owed, null, failure));
  }
}

/** Days that the tenant keeps clips, as app.clips_due reads it; 0 is for ever. */
async function daysKept(tx: Tx): Promise<number> {
  const set = await tx.row<{ value: string }>(sql`select value from parameters where tenant_id = ${tx.tenantId} and key = 'CLIP_DAYS'`);
  return set && /^[0-9]{1,4}$/.test(set.value) ? Number(set.value) : CLIP_DAYS;
}

/** Clips whose time is over: the bytes go with the files that were deleted. */
async function expire(tx: Tx, deps: Dependencies): Promise<void> {
  const days = await daysKept(tx);
  if (days === 0) return;
  const over = await tx.rows<{ name: string }>(sql`
    update warning_clips set state = ${clipStates.expired}, version = version + 1, updated_at = now()
    where tenant_id = ${tx.tenantId} and state
      = ${clipStates.kept} and kept_at < ${instant(deps.now())} - make_interval(days => ${days})
    returning file_name as name`);
  await dropSealed(
    tx,
    over.map(({ name }) => name),
  );
}

/** The job of a clip. Throws what is not about the clip: the files or the database are away. */
async function fetchOwed(deps: Dependencies, { tenantId, payload: { clipId } }: Job<'clip'>): Promise<void> {
  const owed = await deps.inTenant(tenantId, (tx) => claim(tx, clipId));
  if (owed) await serve(deps, tenantId, owed);
}

export const clipJobs = { clip: fetchOwed } satisfies JobHandlers;

/** Hands what is due in all tenants to the queue, and removes clips whose time is over. */
async function handOverDue(deps: Dependencies): Promise<{ handedOver: number; failed: number }> {
  let handedOver = 0;
  const { rows } = await deps.pool.query<{ tenant_id: number }>({
    name: 'clips_due',
    text: 'select tenant_id from app.clips_due(to_timestamp($1::float8 / 1000)) order by 1',
    values: [deps.now()],
  });
  const failed = await forTenants(deps, 'work on clips', rows, async (tenantId) => {
    handedOver += await deps.inTenant(tenantId, async (tx) => {
      await expire(tx, deps);
      return handOver(tx, deps.now());
    });
  });
  return { handedOver, failed };
}

/** Everything that is due now, and comes back when it is done. Gives how many clips were tried. */
export async function workOnClips(deps: Dependencies): Promise<{ served: number; failed: number }> {
  const { failed } = await handOverDue(deps);
  const jobs = await runJobs(deps, clipJobs);
  return { served: jobs.done + jobs.failed + jobs.dead, failed: failed + jobs.failed + jobs.dead };
}

/** Hands over again and again until `stop()`. */
export const startClipWork = (deps: Dependencies, everyMs: number) => pollCounted(deps, 'work on clips', () => handOverDue(deps), everyMs);
