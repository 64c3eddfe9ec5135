/** What a check-in or check-out needs before it can be sent. Pure. */
import type { Input } from '#contract/http.ts';
import { missingOf } from '#contract/work-orders/work-orders.rules.ts';
import type { workOrders } from '#contract/work-orders/work-orders.ts';
import { shortTime, toMillis } from '#web/ui/display.ts';
import type { OrderJob } from './order-calls.ts';

export interface VisitValues {
  address: string;
  image: string | null;
  reason: string;
  result: string;
  signature: string | null;
  signer: string;
  /** Why nobody could sign, where a signature is asked for. */
  unsigned: string;
  /** What was really used, by `jobId.materialId`. */
  used: Readonly<Record<string, number>>;
}

/** The strictest fence of the jobs, in metres; null without any. */
export const fenceOf = (jobs: readonly Pick<OrderJob, 'fenceMetres'>[]) =>
  jobs.length ? Math.min(...jobs.map(({ fenceMetres }) => fenceMetres)) : null;

/** Further away than the fence allows; a position that is unknown is not. */
export const isFar = (metres: number | null, fence: number | null) => metres !== null && fence !== null && Math.round(metres) > fence;

type Proved = Pick<OrderJob, 'requiresPhoto' | 'requiresSignature' | 'projectUserVoList'>;

/** Names of questionnaires that must be filled in first. */
export const unfilledOf = (jobs: readonly Pick<Proved, 'projectUserVoList'>[]): string[] => [
  ...new Set(
    jobs.flatMap((job) => job.projectUserVoList.filter(({ required, resultId }) => required && resultId === null).map(({ name }) => name)),
  ),
];

/** What is still missing, in words; empty when it can be sent. `far` asks for a reason, a check-out also for the proofs of its jobs. */
export function missingInVisit(
  action: 'start' | 'finish',
  jobs: readonly Proved[],
  { image, signature, unsigned, reason }: VisitValues,
  far: boolean,
): string[] {
  const proofs = action === 'finish' && {
    requiresPhoto: jobs.some(({ requiresPhoto }) => requiresPhoto),
    requiresSignature: jobs.some(({ requiresSignature }) => requiresSignature),
    image,
    signature,
    unsignedReason: unsigned.trim() || null,
    unfilled: unfilledOf(jobs),
  };
  return [...(far && !reason.trim() ? ['超出围栏的原因'] : []), ...(proofs ? missingOf(proofs) : [])];
}

const EARLY_MS = 2 * 3_600_000;
/** A check-in long before its time is mostly that of the card beside it; null when it is in time. */
export function earlyText(jobs: readonly Pick<OrderJob, 'serverTime'>[], now: number): string | null {
  const first = jobs.map(({ serverTime }) => serverTime).toSorted()[0];
  const early = first === undefined ? 0 : toMillis(first) - now;
  if (first === undefined || early < EARLY_MS) return null;
  const hours = Math.floor(early / 3_600_000);
  return `计划 ${shortTime(first, now)} 开始，现在早了 ${hours < 48 ? `${hours} 小时` : `${Math.floor(hours / 24)} 天`}，请确认没有选错服务`;
}

export const usedKey = (jobId: number, materialId: number) => `${jobId}.${materialId}`;

/** The body of finish beside what start has, too. */
export function finishInput(
  jobs: readonly Pick<OrderJob, 'id' | 'workOrderJobMaterials'>[],
  { result, signature, signer, unsigned, used }: VisitValues,
): Partial<Input<typeof workOrders.finish>> {
  const materials = jobs.flatMap(({ id: jobId, workOrderJobMaterials }) =>
    workOrderJobMaterials.map(({ materialId, quantity }) => ({
      jobId,
      materialId,
      quantity: used[usedKey(jobId, materialId)] ?? quantity,
    })),
  );
  const unsignedReason = signature === null ? unsigned.trim() : '';
  return {
    result: result.trim(),
    signature,
    signer: signer.trim(),
    ...(unsignedReason ? { unsignedReason } : {}),
    ...(materials.length ? { materials } : {}),
  };
}
