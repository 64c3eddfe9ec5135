/** The switchboard at work: begins anew, hears notices, looks again by the clock. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openRecording } from '../call-media/recordings.ts';
import { encode, RATE } from '../call-media/alaw.ts';
import type { SipAccounts } from '../call-media/media.ts';
import { callClock } from '../calls/call-clock.ts';
import { dialJobs } from '../calls/call-job-dialling.ts';
import { endRecording, recordingFile, recordingKey, unfinishedRecordings } from '../calls/call-recordings.ts';
import { soundLost } from '../calls/media-view.ts';
import { pollCounted } from '../jobs/poller.ts';
import type { HeardNotice } from '../realtime/listener.ts';
import { followMedia } from './media-events.ts';
import { sipAccounts } from './sip-accounts.ts';
import { switchboard, type SwitchboardOptions } from './switchboard.ts';

const HEARD = new Set(['call.changed', 'call-leg.changed', 'seat.changed']);

/** A tone of 1.4 kHz for a fifth of a second: what callers hear when a recording begins. Gives the file. */
export function announcementFile(dataDir: string): string {
  const path = join(dataDir, 'calls', 'recording-begins.al');
  mkdirSync(join(dataDir, 'calls'), { recursive: true, mode: 0o700 });
  const tone = Float64Array.from({ length: RATE / 5 }, (_, at) => Math.round(Math.sin((2 * Math.PI * 1400 * at) / RATE) * 6000));
  writeFileSync(path, encode(tone));
  return path;
}

/** Starts it on a media that has begun. `lookMs` is how often the clock and the comparison run. */
export function runSwitchboard(options: SwitchboardOptions, { lookMs = 1000, compareMs = 5000 } = {}) {
  const { deps, media } = options;
  const board = switchboard(options);
  followMedia(board, options);

  const openTenants = async () =>
    (await deps.pool.query<{ tenant_id: number }>('select tenant_id from app.calls_open()')).rows.map(({ tenant_id: id }) => id);

  /** A recording that its process left behind is as long as what was written of it. */
  async function finishRecordings(tenantId: number): Promise<void> {
    for (const { path, keyCipher } of await deps.inTenant(tenantId, unfinishedRecordings)) {
      const key = keyCipher && recordingKey(deps.secrets, tenantId, path, keyCipher);
      const open = key ? await openRecording(recordingFile(deps.config.dataDir, path), key).catch(() => null) : null;
      await deps.inTenant(tenantId, (tx) => endRecording(tx, path, 3, open?.durationMs ?? 0, open?.bytes ?? 0));
      await open?.close();
    }
  }

  /** Nothing of what the database knows has sound yet: those calls end and say so. */
  async function begin(): Promise<void> {
    for (const tenantId of await openTenants())
      await board.chain(tenantId, 'beginning anew', async () => {
        const lost = await board.within(tenantId, (work) => soundLost(work, null));
        if (lost > 0) deps.log.warn({ tenantId, calls: lost }, 'calls ended because the process of the calls had ended');
        await finishRecordings(tenantId);
      });
  }

  let told = '';
  async function tellSip(): Promise<void> {
    const accounts: SipAccounts = await sipAccounts(deps);
    const now = JSON.stringify(accounts);
    if (now === told) return;
    media.setSip(accounts);
    told = now;
  }

  async function compare(): Promise<void> {
    for (const tenantId of new Set([...board.tenants(), ...(await openTenants())])) await board.reconcile(tenantId);
  }

  const started = begin();
  const clock = pollCounted(
    deps,
    'the clock of calls',
    async () => {
      await started;
      const counted = await callClock(deps);
      // After those who wait: a caller goes before a case.
      return { ...counted, dialled: await dialJobs(deps) };
    },
    lookMs,
  );
  const comparison = pollCounted(
    deps,
    'comparing the sound of calls',
    async () => {
      await started;
      await tellSip();
      await compare();
      return {};
    },
    compareMs,
  );

  return {
    board,
    started,
    /** Notices of other processes, and of this one. */
    onNotice({ t, k }: Pick<HeardNotice, 't' | 'k'>): void {
      if (HEARD.has(k)) void started.then(() => board.reconcile(t));
    },
    /** Notices may have been missed. */
    onGap: () => void compare().catch((error: unknown) => deps.log.warn({ err: error }, 'comparing the sound of calls failed')),
    counters: () => ({ legs: board.known.size, rooms: board.rooms.size, clock: clock.counters(), comparison: comparison.counters() }),
    async stop(): Promise<void> {
      await Promise.all([clock.stop(), comparison.stop()]);
      await board.settled();
    },
  };
}
