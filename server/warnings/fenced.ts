/** Fixes that may change where somebody is known to be: judged in one transaction with the state they leave and the warning they raise. */
import { sql } from 'kysely';
import { moved, purposes, stepFence, unknownState, type FenceState, type Fix } from '#contract/warnings/fences.rules.ts';
import type { RuleName } from '#contract/warnings/warnings.rules.ts';
import type { Dependencies } from '../context.ts';
import { instant } from '../db/instants.ts';
import type { Tx } from '../db/tenant.ts';
import { signals } from '#contract/warnings/conditions.rules.ts';
import { judgeSituation } from './condition-states.ts';
import { fencesById, type Fenced } from './fence-rows.ts';
import { clearWarning, raiseWarning } from './raise.ts';

/** Status of somebody who lives in the house now; who is on leave or in hospital is where they should be. */
const IN_CARE = 1;
/** `place` of a state: not where it should be. */
const MISPLACED = 2;

async function lockStates(tx: Tx, deviceId: number, fenceIds: readonly number[]): Promise<Map<number, FenceState>> {
  await tx.run(sql`
    insert into fence_states (tenant_id, fence_id, device_id, state, at)
    select ${tx.tenantId}, id, ${deviceId}, ${JSON.stringify(unknownState)}::jsonb, to_timestamp(0) from unnest(${fenceIds}::bigint[]) as id
    order by id on conflict do nothing`);
  const rows = await tx.rows<{ fence_id: number; state: FenceState }>(sql`
    select fence_id, state from fence_states
    where tenant_id = ${tx.tenantId} and device_id = ${deviceId} and fence_id = any(${fenceIds}::bigint[]) order by fence_id for update`);
  return new Map(rows.map(({ fence_id: id, state }) => [id, state]));
}

const ruleOf = (purpose: number): RuleName => (purpose === purposes.inside ? 'left_fence' : 'entered_fence');

/** The device is back where a fence wants it: its warning is over, unless another fence of that purpose still misses it. */
async function isBack(
  tx: Tx,
  deps: Dependencies,
  deviceId: number,
  { id, purpose }: { id: number; purpose: number },
  note: string,
): Promise<void> {
  const other = await tx.row(sql`
    select 1 from fence_states s join fences f on f.tenant_id = s.tenant_id and f.id = s.fence_id and f.enabled and f.purpose = ${purpose}
    where s.tenant_id = ${tx.tenantId} and s.device_id = ${deviceId} and s.fence_id <> ${id} and s.state ->> 'place'
      = ${String(MISPLACED)} and s.state ->> 'raisedAt' is not null`);
  if (!other) await clearWarning(tx, deps, ruleOf(purpose), { deviceId }, note);
}

/** A fence is switched off or removed: whoever it missed is not missed any more. To be called before it is. */
export async function endFence(tx: Tx, deps: Dependencies, fenceId: number, note: string): Promise<void> {
  const missed = await tx.rows<{ deviceId: number; personId: number | null; purpose: number }>(sql`
    select s.device_id as "deviceId", d.person_id as "personId", f.purpose from fence_states s
    join fences f on f.tenant_id = s.tenant_id and f.id = s.fence_id join devices d on d.tenant_id = s.tenant_id and d.id = s.device_id
    where s.tenant_id = ${tx.tenantId} and s.fence_id = ${fenceId} and s.state ->> 'place' = ${String(MISPLACED)} order by 1`);
  await tx.run(sql`delete from fence_states where tenant_id = ${tx.tenantId} and fence_id = ${fenceId}`);
  for (const { deviceId, personId, purpose } of missed) {
    await isBack(tx, deps, deviceId, { id: fenceId, purpose }, note);
    const other = await tx.row(
      sql`select 1 from fence_states
        where tenant_id = ${tx.tenantId} and device_id = ${deviceId} and state ->> 'place' = ${String(MISPLACED)}`,
    );
    if (personId !== null && !other) await judgeSituation(tx, deps, personId, signals.fence, false);
  }
}

/** Records the crossing and raises its warning; one that was told before changes nothing. */
async function raise(
  tx: Tx,
  deps: Dependencies,
  deviceId: number,
  personId: number | null,
  fence: Fenced,
  fix: Fix,
  receivedAt: number,
): Promise<void> {
  const rule = ruleOf(fence.rule.purpose);
  const code = `${rule}:${fence.id}`;
  const recorded = await tx.run(sql`
    insert into device_events (tenant_id, device_id, code, at, received_at, person_id, raw)
    values (${tx.tenantId}, ${deviceId}, ${code}, ${instant(fix.at)},
      ${instant(receivedAt)}, ${personId}, ${JSON.stringify({ fence: fence.name })})
    on conflict do nothing`);
  if (recorded === 0) return;
  const content = `${rule === 'left_fence' ? '离开' : '进入'}电子围栏「${fence.name}」`;
  const place = { lng: fix.lng, lat: fix.lat, approximate: !fix.satellite };
  await raiseWarning(tx, deps, { rule, deviceId, code, at: fix.at, late: false, place, content, severity: 2 });
}

/**
 * Takes fixes of a device (oldest first, none older than 15 minutes) into the states of
 * these fences. A person on leave or in hospital raises nothing, and does once back. Gives
 * the states after it by fence; a fence that is gone is not in it.
 */
export async function judgeFixes(
  tx: Tx,
  deps: Dependencies,
  {
    deviceId,
    personId,
    fenceIds,
    fixes,
    receivedAt,
  }: { deviceId: number; personId: number | null; fenceIds: readonly number[]; fixes: readonly Fix[]; receivedAt: number },
): Promise<Map<number, FenceState>> {
  const fences = await fencesById(tx, fenceIds);
  const ids = [...fences.keys()].sort((a, b) => a - b);
  if (ids.length === 0) return new Map();
  const states = await lockStates(tx, deviceId, ids);
  const person =
    personId === null
      ? undefined
      : await tx.row<{ status: number }>(sql`select status from people where tenant_id = ${tx.tenantId} and id = ${personId}`);
  const away = person !== undefined && person.status !== IN_CARE;
  const known = new Map(states);
  for (const fence of fences.values()) {
    let state = states.get(fence.id) ?? unknownState;
    let changed = false;
    for (const fix of fixes) {
      const step = stepFence(state, fix, fence.rule);
      if (!step) continue;
      changed ||= moved(state, step);
      state = step.state;
      if (step.action === 'raise' && away) state = { ...state, raisedAt: null };
      else if (step.action === 'raise') await raise(tx, deps, deviceId, personId, fence, fix, receivedAt);
      else if (step.action === 'clear')
        await isBack(tx, deps, deviceId, { id: fence.id, purpose: fence.rule.purpose }, `已回到「${fence.name}」要求的位置`);
    }
    states.set(fence.id, state);
    if (!changed) continue;
    await tx.run(sql`
      update fence_states set state = ${JSON.stringify(state)}::jsonb, at = ${instant(state.at)}
      where tenant_id = ${tx.tenantId} and device_id = ${deviceId} and fence_id = ${fence.id}`);
  }
  const broken = (all: Iterable<FenceState>) => [...all].some(({ place }) => place === MISPLACED);
  if (personId !== null && broken(known.values()) !== broken(states.values()))
    await judgeSituation(tx, deps, personId, signals.fence, broken(states.values()));
  return states;
}
