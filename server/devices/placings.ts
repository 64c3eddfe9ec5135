/** Places what devices hear by the survey of the tenant: one statement for any number of reports. */
import { sql } from 'kysely';
import type { HeardPoint } from '#contract/devices/heard.rules.ts';
import { carried, placeHeard, type Placing, type SurveyPoint } from '#contract/devices/indoor.rules.ts';
import type { Query, Tx } from '../db/tenant.ts';

const columns = sql`p.place_id as "placeId", i.building, i.floor, i.name, p.mac, p.beacon, p.installed, p.rssi`;

/**
 * What is taught of every place of which at least one of `macs` is known, and of their
 * points elsewhere what tells that they are carried about.
 */
const surveyNear = (tenantId: number, macs: readonly string[]): Query<SurveyPoint> => sql`
  with near as (select distinct place_id from indoor_points where tenant_id = ${tenantId} and mac = any(${[...macs]}::text[])),
    own as (select distinct mac from indoor_points where tenant_id = ${tenantId} and place_id in (select place_id from near))
  select ${columns} from indoor_points p join indoor_places i on i.tenant_id = p.tenant_id and i.id = p.place_id
  where p.tenant_id = ${tenantId} and (p.place_id in (select place_id from near) or (p.mac in (select mac from own) and not p.installed))`;

/** The points of the survey that matter to these reports; none when nothing was heard. */
export async function surveyOf(tx: Tx, reports: readonly (readonly HeardPoint[])[]): Promise<SurveyPoint[]> {
  const macs = new Set(reports.flatMap((report) => report.map(({ mac }) => mac)));
  return macs.size === 0 ? [] : tx.rows<SurveyPoint>(surveyNear(tx.tenantId, [...macs]));
}

/** Where each report was heard, in their order; null where nothing known is heard. */
export async function placingsOf(tx: Tx, reports: readonly (readonly HeardPoint[])[]): Promise<(Placing | null)[]> {
  const points = await surveyOf(tx, reports);
  if (points.length === 0) return reports.map(() => null);
  const places = Map.groupBy(points, ({ placeId }) => placeId);
  const holders = Map.groupBy(points, ({ mac }) => mac);
  return reports.map((report) => {
    // Of very many reports each is compared with its own places only.
    const near = new Set(report.flatMap(({ mac }) => (holders.get(mac) ?? []).map(({ placeId }) => placeId)));
    const own = [...near].flatMap((placeId) => places.get(placeId) ?? []);
    const elsewhere = new Set(own.map(({ mac }) => mac));
    const rest = [...elsewhere].flatMap((mac) => (holders.get(mac) ?? []).filter(({ placeId }) => !near.has(placeId)));
    return placeHeard(report, [...own, ...rest]);
  });
}

/** Addresses of the tenant's survey that are carried about. */
export async function carriedOf(tx: Tx): Promise<ReadonlySet<string>> {
  return carried(
    await tx.rows<SurveyPoint>(sql`
      select ${columns} from indoor_points p join indoor_places i on i.tenant_id = p.tenant_id and i.id = p.place_id
      where p.tenant_id = ${tx.tenantId}`),
  );
}
