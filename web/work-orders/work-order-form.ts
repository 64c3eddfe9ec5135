/** What the add and edit drawer holds, and what becomes of it on the wire. Pure: whoever needs the clock passes it. */
import { DAY } from '#contract/time.ts';
import { toFen } from '#contract/fields.ts';
import type { Input } from '#contract/http.ts';
import type { ServiceNode } from '#contract/services/services.ts';
import type { workOrders } from '#contract/work-orders/work-orders.ts';
import { formatTime } from '#web/ui/display.ts';
import { isFixed, newJob, ofJob, toJob, type JobValues, type Project } from './job-values.ts';
import type { OrderDetail } from './order-calls.ts';

/** The person served; `address` is the one on record, whose position the server knows. */
export interface Served {
  id: number;
  name: string;
  address: string | null;
  flags: readonly string[];
}

export interface OrderValues {
  downName?: string;
  downPhone?: string;
  downTime?: string;
  emergencyType: number;
  payType: number;
  person?: Served;
  oldmanPhone?: string;
  oldmanAddress?: string;
  remarks?: string;
  jobs: JobValues[];
}

/** A place on the map (GCJ-02) for exactly this address. */
export interface PlacedAddress {
  address: string;
  lng: number;
  lat: number;
  /** Of the district only. */
  rough?: boolean;
}

/** The specification's defaults; the first job is on the form already. */
export const newOrder = (now: number): OrderValues => ({ downTime: formatTime(now), emergencyType: 1, payType: 1, jobs: [newJob(now)] });

/** `yyyy-MM-dd`: the pickers go back one day. */
export const firstDay = (now: number) => formatTime(now - DAY, 'yyyy-MM-dd');

const unset = <T>(value: T | null): T | undefined => value ?? undefined;

export function ofDetail({ workOrder }: OrderDetail): OrderValues {
  return {
    downName: unset(workOrder.downName),
    downPhone: unset(workOrder.downPhone),
    downTime: workOrder.downTime,
    emergencyType: workOrder.emergencyType,
    payType: workOrder.payType,
    // The address on the order is the one whose position is stored with it.
    person: { id: workOrder.oldmanId, name: workOrder.oldmanName, address: workOrder.oldmanAddress, flags: workOrder.flags },
    oldmanPhone: workOrder.oldmanPhone,
    oldmanAddress: workOrder.oldmanAddress,
    remarks: unset(workOrder.remarks),
    jobs: workOrder.workOrderJobs.map(ofJob),
  };
}

/**
 * The jobs on the form as the server has them now: what was typed stays, but of jobs
 * that are over meanwhile only remarks and files, and what a colleague has added comes before the new ones.
 */
export function withFresh(jobs: readonly JobValues[], { workOrder }: OrderDetail): JobValues[] {
  const added = jobs.filter(({ id }) => id === undefined);
  const there = workOrder.workOrderJobs.map((now): JobValues => {
    const job = jobs.find(({ id }) => id === now.id);
    if (!job) return ofJob(now);
    if (!isFixed(now)) return { ...job, status: now.status };
    const { remarks, files } = job;
    return { ...ofJob(now), ...(remarks === undefined ? {} : { remarks }), ...(files ? { files } : {}) };
  });
  return [...there, ...added];
}

/** What was typed for new jobs that are there meanwhile: each is the one that stands in its place, where that is of the same project. */
export const withMade = (jobs: readonly JobValues[], made: readonly JobValues[]): JobValues[] =>
  jobs.map((job, at) => {
    const now = made[at];
    return now && job.id === undefined && now.serverProjectId === job.serverProjectId ? { ...now, ...job, id: now.id as number } : job;
  });

/** The address needs no geocoding: it is the person's own, or the one that was picked on the map. */
export const isPlaced = (address: string, person: Served | undefined, place: PlacedAddress | null) =>
  address === person?.address || address === place?.address;

/**
 * The body of create and, with `id` and `version`, of update. `place` is for exactly the
 * address of the form, null for the person's own; `kept` are the jobs as they were read.
 */
export function toInput(
  values: OrderValues,
  place: PlacedAddress | null,
  kept: readonly JobValues[] = [],
): Input<typeof workOrders.create> {
  const address = values.oldmanAddress?.trim() ?? '';
  const own = address === values.person?.address;
  return {
    downName: values.downName?.trim() ?? '',
    downPhone: values.downPhone?.trim() ?? '',
    ...(values.downTime ? { downTime: values.downTime } : {}),
    emergencyType: values.emergencyType,
    payType: values.payType,
    oldmanId: values.person?.id as number,
    oldmanPhone: values.oldmanPhone?.trim() ?? '',
    oldmanAddress: address,
    // The stored position of the person's own address is WGS-84 and the server's to give.
    lng: own ? null : (place?.lng ?? null),
    lat: own ? null : (place?.lat ?? null),
    remarks: values.remarks?.trim() ?? '',
    jobLists: values.jobs.map((job) =>
      toJob(
        job,
        kept.find(({ id }) => id !== undefined && id === job.id),
      ),
    ),
  };
}

/** Every project of the tree by its id. */
export function projectsOf(
  nodes: readonly ServiceNode[],
  above: readonly number[] = [],
  found = new Map<number, Project>(),
): Map<number, Project> {
  for (const { serverId, projecId, projecName, projecStandardPrice, minutes, children } of nodes) {
    if (projecId !== null)
      found.set(projecId, { name: projecName ?? '', typeIds: above, priceFen: toFen(projecStandardPrice ?? 0), minutes: minutes ?? 0 });
    if (children) projectsOf(children, [serverId, ...above], found);
  }
  return found;
}
