/** By which figures a scale counts: the product's, or those that the institution has published. */
import { sql } from 'kysely';
import { ltciStates } from '#contract/assessments/ltci-commands.rules.ts';
import type { LtciInUse } from '#contract/assessments/ltci-versions.ts';
import { OWN_VERSIONS, withFigures } from '#contract/assessments/ltci-figures.rules.ts';
import { ltci } from '#contract/assessments/scale-ltci.ts';
import type { Scale } from '#contract/assessments/scale-parts.ts';
import { scaleOf } from '#contract/assessments/scales.ts';
import type { z } from 'zod';
import type { Tx } from '../db/tenant.ts';
import { refused } from '../errors.ts';

type InUse = z.output<typeof LtciInUse>;

/** The newest figures that were published, of `serial` where it is named; null when there are none. */
const published = async (tx: Tx, serial: number | null): Promise<InUse | null> =>
  (await tx.row<InUse>(sql`
    select serial, figures, verified_at is not null as verified from ltci_versions
    where tenant_id = ${tx.tenantId} and state = ${sql.lit(ltciStates.published)} and (${serial}::integer is null or serial = ${serial})
    order by serial desc limit 1`)) ?? null;

/** The newest figures that the institution has published; null when it has none. */
export const currentLtci = (tx: Tx): Promise<InUse | null> => published(tx, null);

/** The figures of an assessment by its scale and version; null where they are the product's. */
export const ltciAt = async (tx: Tx, code: string, version: number): Promise<InUse | null> =>
  code === ltci.code && version > OWN_VERSIONS ? published(tx, version) : null;

/** A scale by code and version, without a version the one in use. Throws 422 unless there is one. */
export async function needScale(tx: Tx, code: string, version?: number): Promise<Scale> {
  const own = version === undefined ? (code === ltci.code ? await currentLtci(tx) : null) : await ltciAt(tx, code, version);
  const scale = own ? withFigures(own) : scaleOf(code, version);
  if (!scale) throw refused('量表不存在，请重新选择');
  return scale;
}
