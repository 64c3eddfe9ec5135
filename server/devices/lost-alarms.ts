/** A setting that keeps a call for help from being raised is saved only when the person who saves it has confirmed exactly that. */
import { sql } from 'kysely';
import { lostByChoice, lostByProfile, type RaisingSettings } from '#contract/devices/lost-alarms.rules.ts';
import { Mapping } from '#contract/devices/mappings.ts';
import type { Tx } from '../db/tenant.ts';
import { refused } from '../errors.ts';

/** What a refusal offers to be confirmed. */
export interface Losses {
  lost: string[];
  /** How many devices it concerns. */
  devices: number;
}

/**
 * Refuses (422, with `Losses`) what would be lost anew and is not among what was
 * `accepted`; gives what is lost then and was confirmed, to be kept.
 * `before` is what was lost already, which needs no second confirmation.
 */
export async function confirmedLosses(
  lost: readonly string[],
  { before, accepted, countDevices }: { before: readonly string[]; accepted: readonly string[]; countDevices: () => Promise<number> },
): Promise<string[]> {
  const open = lost.filter((text) => !before.includes(text) && !accepted.includes(text));
  if (open.length > 0) {
    const devices = await countDevices();
    throw refused(`保存后不再报出以下求助，涉及${devices}台设备，请逐项确认：${open.join('；')}`, { lost: open, devices } satisfies Losses);
  }
  return [...lost];
}

export interface TypeSettings extends RaisingSettings {
  kind: string;
  integrationId?: number | null | undefined;
}

/** What devices of a type do not raise by its settings and by the mapping chosen for them. */
export async function lostByType(tx: Tx, settings: TypeSettings): Promise<string[]> {
  const lost = lostByProfile(settings);
  if (settings.protocol !== 'mqtt' || !settings.integrationId) return lost;
  const row = await tx.row<{ mapping: unknown }>(
    sql`select mapping from device_integrations where tenant_id = ${tx.tenantId} and id = ${settings.integrationId}`,
  );
  // A mapping that cannot be read is not used: the ingest reads such devices by the format of their kind.
  return [...lost, ...lostByChoice(settings.kind, Mapping.safeParse(row?.mapping).data ?? null)];
}
