/** Recordings whose time is over: key and file are destroyed, the row stays and says when. */
import { rm } from 'node:fs/promises';
import { sql } from 'kysely';
import { isoOf } from '#contract/time.ts';
import type { Dependencies } from '../context.ts';
import { forTenants } from '../jobs/poller.ts';
import { recordingFile } from './call-recordings.ts';
import { heldBecause } from './record-rows.ts';

const removeOf = (deps: Dependencies, tenantId: number, now: number, most: number): Promise<number> =>
  deps.inTenant(tenantId, async (tx) => {
    const gone = await tx.rows<{ path: string }>(sql`
      update call_recordings set removed_at = ${isoOf(now)}, key_cipher = null, external_id = ''
      where tenant_id = ${tenantId} and id in (
        select r.id from call_recordings r join calls c on c.tenant_id = r.tenant_id and c.id = r.call_id
        where r.tenant_id = ${tenantId} and r.removed_at is null and r.state > 1 and r.expires_at <= ${isoOf(now)}
          and ${heldBecause} is null
        order by r.expires_at limit ${most} for update of r skip locked)
      returning path`);
    // A file that cannot be removed keeps its row as it was: it is tried again.
    for (const { path } of gone) if (path !== '') await rm(recordingFile(deps.config.dataDir, path), { force: true });
    return gone.length;
  });

/** The task of cleanup, over all institutions; gives how many it destroyed. Those of an open warning or incident wait. */
export async function removeRecordings(deps: Dependencies, now: number, most: number): Promise<number> {
  const { rows } = await deps.pool.query<{ tenant_id: number }>({
    name: 'recordings_due',
    text: 'select tenant_id from app.recordings_due(to_timestamp($1::float8 / 1000))',
    values: [now],
  });
  let done = 0;
  await forTenants(deps, 'recordings of calls', rows, async (tenantId) => void (done += await removeOf(deps, tenantId, now, most)));
  return done;
}
