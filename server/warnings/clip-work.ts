/** Fetches the clips that came with alarms, after their warnings are there, and removes those whose time is over. All of it stands in the table. */
import { sql } from 'kysely';
import { CLIP_DAYS, clipStates, LARGEST_CLIP, pauseAfter } from '#contract/warnings/warning-clips.rules.ts';
import type { Dependencies } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { asRefusal } from '../errors.ts';
import { emit } from '../events.ts';
import { FetchRefused, guardedFetch } from '../net/guarded-fetch.ts';
import { privateHosts } from '../net/outer-addresses.ts';
import { pollCounted, forTenants } from '../jobs/poller.ts';
import { dropSealed, keepFile, type KeptFile } from '../files/file-keeping.ts';
import { typeOf } from '../files/file-types.ts';
import { clipProblem } from './clip-rows.ts';
import { appendStep } from './warning-steps.ts';

const EVERY_MS = 5_000;
const FETCH_MS = 60_000;
/** Longer than a fetch with all that follows: whoever was killed meanwhile is replaced after it. */
const LEASE_SECONDS = 120;
const MOST_PER_ROUND = 20;
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

const claim = (tx: Tx, now: number) =>
  tx.row<Owed>(sql`
    update warning_clips set busy_until = to_timestamp(${now}::float8 / 1000) + make_interval(secs => ${LEASE_SECONDS}), attempts = attempts + 1
    where tenant_id = ${tx.tenantId} and id = (
      select c.id from warning_clips c where c.tenant_id = ${tx.tenantId} and c.next_at <= to_timestamp(${now}::float8 / 1000)
        and coalesce(c.busy_until <= to_timestamp(${now}::float8 / 1000), true) and c.address is not null
      order by c.next_at, c.id limit 1 for update skip locked)
    returning id, warning_id as "warningId", address, attempts,
      (select w.rule from warnings w where w.tenant_id = warning_clips.tenant_id and w.id = warning_clips.warning_id) as rule`);

/** The bytes of a clip from where its maker has it. Throws NoClip. */
async function fetchClip(address: string): Promise<Buffer> {
  const fetched = await guardedFetch(address, {
    headers: { accept: 'video/mp4, */*;q=0.1', 'user-agent': 'yian-clips' },
    privateHosts: privateHosts(),
    timeoutMs: FETCH_MS,
    mostBytes: LARGEST_CLIP,
  }).catch((error: unknown) => {
    if (error instanceof FetchRefused) throw new NoClip(error.message.replace('拉取地址', '录像地址'), error.final);
    throw error;
  });
  if (fetched.status >= 300 && fetched.status < 400) throw new NoClip('录像被转到别的地址，没有跟随', true);
  if (fetched.status !== 200) throw new NoClip(`对方应答 ${fetched.status}`, false);
  if (typeOf(fetched.bytes)?.extension !== 'mp4') throw new NoClip('对方给出的不是mp4录像', true);
  return fetched.bytes;
}

const megabytes = (bytes: number) => `${Math.max(0.1, Math.round(bytes / 104_857.6) / 10)}MB`;

/** Says what became of a clip, in its warning's timeline as well; whoever took it over meanwhile wins. */
async function settle(tx: Tx, deps: Dependencies, { id, warningId, attempts }: Owed, kept: KeptFile | null, failure: NoClip | null): Promise<void> {
  const now = sql`to_timestamp(${deps.now()}::float8 / 1000)`;
  const pause = failure === null || failure.final ? null : pauseAfter(attempts);
  const state = kept ? clipStates.kept : pause === null ? clipStates.failed : clipStates.fetching;
  const changed = await tx.run(sql`
    update warning_clips set state = ${state}, busy_until = null, next_at = ${pause === null ? sql`null` : sql`${now} + make_interval(secs => ${pause})`},
      problem = ${failure?.message ?? null}, address = case when ${kept !== null} then null else address end,
      file_name = ${kept?.fileName ?? null}, size = ${kept?.fileSize ?? null}, kept_at = case when ${kept !== null} then ${now} end,
      sha256 = (select f.sha256 from files f where f.tenant_id = ${tx.tenantId} and f.name = ${kept?.fileName ?? null}), version = version + 1, updated_at = now()
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
  const undo: (() => Promise<void>)[] = [];
  try {
    // An emergency is recorded; everything else only of rooms in which all have agreed to be seen.
    const problem = ['sos', 'fall'].includes(owed.rule) ? null : await deps.inTenant(tenantId, (tx) => clipProblem(tx, owed.id));
    if (problem !== null) throw new NoClip(`房间里有人没有同意摄像，未获取录像`, true);
    const bytes = await fetchClip(owed.address);
    await deps.inTenant(tenantId, async (tx) => {
      const upload = { filename: `预警${owed.warningId}录像.mp4`, bytes };
      const kept = await keepFile(tx, deps, { upload, purpose: 'sealed', userId: SYSTEM }, (work) => void undo.push(work));
      await settle(tx, deps, owed, kept, null);
    });
  } catch (error) {
    await Promise.all(undo.map((work) => work().catch(() => {})));
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
    where tenant_id = ${tx.tenantId} and state = ${clipStates.kept} and kept_at < to_timestamp(${deps.now()}::float8 / 1000) - make_interval(days => ${days})
    returning file_name as name`);
  await dropSealed(
    tx,
    over.map(({ name }) => name),
  );
}

/** One round over all tenants that have something due. Gives how many clips were tried. */
export async function workOnClips(deps: Dependencies): Promise<{ served: number; failed: number }> {
  let served = 0;
  const { rows } = await deps.pool.query<{ tenant_id: number }>({
    name: 'clips_due',
    text: 'select tenant_id from app.clips_due(to_timestamp($1::float8 / 1000)) order by 1',
    values: [deps.now()],
  });
  const failed = await forTenants(deps, 'work on clips', rows, async (tenantId) => {
    await deps.inTenant(tenantId, (tx) => expire(tx, deps));
    for (let turn = 0; turn < MOST_PER_ROUND; turn++) {
      const owed = await deps.inTenant(tenantId, (tx) => claim(tx, deps.now()));
      if (!owed) break;
      await serve(deps, tenantId, owed);
      served++;
    }
  });
  return { served, failed };
}

/** Works again and again until `stop()`, one round at a time. */
export const startClipWork = (deps: Dependencies, everyMs = EVERY_MS) => pollCounted(deps, 'work on clips', () => workOnClips(deps), everyMs);
