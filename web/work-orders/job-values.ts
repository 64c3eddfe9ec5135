/** One job as the drawer holds it, and what becomes of it on the wire. Pure. */
import { toFen, toYuan } from '#contract/fields.ts';
import type { Input } from '#contract/http.ts';
import { jobLocked, jobStatus, totalOf } from '#contract/work-orders/work-orders.rules.ts';
import type { workOrders } from '#contract/work-orders/work-orders.ts';
import { formatTime } from '#web/ui/display.ts';
import type { KeptFile } from '#web/ui/upload.tsx';
import type { Carer } from './carer-field.tsx';
import type { OrderJob } from './order-calls.ts';

/** How a job is paid: 按次, priced by the job, or 服务包, covered by a package of the person. */
export type JobWay = 'first' | 'second';

export interface PlannedMaterial {
  materialId: number;
  name: string;
  unit: string | null;
  quantity: number;
  isDefault: boolean;
}

export interface AskedQuestionnaire {
  questionId: number;
  key: string;
  name: string;
  /** Who fills it in; null: whoever does the job. */
  userId: number | null;
  userName: string | null;
  isDefault: boolean;
  required: boolean;
}

export interface JobValues {
  /** Of a job that exists already. */
  id?: number;
  activeName?: JobWay;
  /** The person's package, of the way 服务包. */
  packageId?: number | undefined;
  /** Chosen to narrow the tree of projects; the project itself says its type. */
  typeId?: number | undefined;
  serverProjectId?: number | undefined;
  serverTime?: string | undefined;
  carer?: Carer | null;
  remarks?: string;
  files?: KeptFile[];
  /** Absent until the project's own lists are known. */
  materials?: PlannedMaterial[] | undefined;
  questionnaires?: AskedQuestionnaire[] | undefined;
  /** The project that the two lists were made for. */
  partsOf?: number | undefined;
  /** Of an existing job; a new one has none of these. */
  status?: number;
  name?: string;
  priceFen?: number;
  /** The package when the order was opened: what the pay type goes back to. */
  clonePackageId?: number;
  packageName?: string | null;
}

export interface Project {
  name: string;
  /** Its type, then those above. */
  typeIds: readonly number[];
  priceFen: number;
  minutes: number;
}

/** What may be used up and asked in a project; what is `isDefault` is on every new job of it. */
export interface ProjectParts {
  materials: readonly Omit<PlannedMaterial, 'quantity'>[];
  questionnaires: readonly Omit<AskedQuestionnaire, 'userId' | 'userName'>[];
}

/** A job begins at the next half hour. */
export const newJob = (now: number): JobValues => ({
  activeName: 'first',
  serverTime: formatTime(Math.ceil(now / 1_800_000) * 1_800_000),
  remarks: '',
  files: [],
});

export const ofJob = (job: OrderJob): JobValues => ({
  id: job.id,
  activeName: job.activeName,
  packageId: job.serverPackageId || undefined,
  serverProjectId: job.serverProjectId,
  serverTime: job.serverTime,
  carer: job.serverUserId === null ? null : { id: job.serverUserId, name: job.serverUserName ?? '', phone: job.serverUserPhone },
  remarks: job.remarks ?? '',
  files: job.workOrderJobFiles.map(({ fileName, fileUrl }) => ({ fileName, fileUrl })),
  materials: job.workOrderJobMaterials.map(({ materialId, materialName, unit, quantity }) => ({
    materialId,
    name: materialName,
    unit,
    quantity,
    isDefault: false,
  })),
  questionnaires: job.projectUserVoList.map(({ questionId, key, name, userId, userName, isDefault, required }) => ({
    questionId,
    key,
    name,
    userId,
    userName,
    isDefault,
    required,
  })),
  partsOf: job.serverProjectId,
  status: job.status,
  name: job.serverProjectName,
  priceFen: toFen(job.orderPrice),
  clonePackageId: job.cloneServerPackageId,
  packageName: job.serverPackageName,
});

/** A job in progress, finished or cancelled keeps time, person, package, consumables and questionnaires. */
export const isFixed = ({ status }: Pick<JobValues, 'status'>) =>
  status !== undefined && (jobLocked(status) || status === jobStatus.cancelled);

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/**
 * The job on the wire. A list that is as it was `kept` is left out, and then stays: what
 * its project allowed when it was planned may no longer be allowed, and no change was asked for.
 */
export function toJob(job: JobValues, kept?: JobValues): Input<typeof workOrders.create>['jobLists'][number] {
  const { id, activeName, packageId, serverProjectId, serverTime, carer, remarks, files, materials, questionnaires } = job;
  return {
    ...(id === undefined ? {} : { id }),
    serverProjectId: serverProjectId as number,
    serverTime: serverTime as string,
    serverUserId: carer?.id ?? null,
    remarks: remarks?.trim() ?? '',
    ...(files ? { workOrderJobFiles: files.map(({ fileName, fileUrl }) => ({ fileName, fileUrl })) } : {}),
    ...(isFixed(job)
      ? {}
      : {
          serverPackageId: activeName === 'second' ? (packageId ?? 0) : 0,
          ...(materials && !same(materials, kept?.materials)
            ? { workOrderJobMaterials: materials.map(({ materialId, quantity }) => ({ materialId, quantity })) }
            : {}),
          ...(questionnaires && !same(questionnaires, kept?.questionnaires)
            ? { projectUserVoList: questionnaires.map(({ questionId, userId }) => ({ questionId, userId })) }
            : {}),
        }),
  };
}

/** A new job with the defaults of its project; without one, with none of the lists. */
export const withParts = (job: JobValues, projectId: number | undefined, parts: ProjectParts | null): JobValues =>
  projectId === undefined || parts === null
    ? { ...job, materials: undefined, questionnaires: undefined, partsOf: undefined }
    : {
        ...job,
        materials: parts.materials.filter(({ isDefault }) => isDefault).map((material) => ({ ...material, quantity: 1 })),
        questionnaires: parts.questionnaires
          .filter(({ isDefault, required }) => isDefault || required)
          .map((one) => ({ ...one, userId: null, userName: null })),
        partsOf: projectId,
      };

const PACKAGE = 3;
/** Changing the pay type away from 3 drops the packages of the jobs that are still open; back to 3 they are what they were. */
export function withPayType(jobs: readonly JobValues[], before: number, after: number): JobValues[] {
  if ((before === PACKAGE) === (after === PACKAGE)) return [...jobs];
  return jobs.map((job) => {
    if (isFixed(job)) return job;
    if (after !== PACKAGE) return { ...job, activeName: 'first', packageId: undefined };
    return job.clonePackageId ? { ...job, activeName: 'second', packageId: job.clonePackageId } : job;
  });
}

/** Packages are a person's own: with another person those chosen on new jobs, and on open ones, are no longer theirs. */
export const withoutPackages = (jobs: readonly JobValues[]): JobValues[] =>
  jobs.map((job) => (isFixed(job) ? job : { ...job, packageId: undefined }));

/** Fen of a job as it stands: an existing one keeps its price, a new one has its project's; 0 while none is chosen. */
export const priceOf = (job: JobValues | undefined, projects: ReadonlyMap<number, Project>): number =>
  job?.priceFen ?? projects.get(job?.serverProjectId ?? 0)?.priceFen ?? 0;

/** What the rule of totals wants to know: of the way 服务包 nothing is paid, whether the package is chosen already or not. */
const packageOf = (job: JobValues | undefined) => (job?.activeName === 'second' ? (job.packageId ?? -1) : 0);

/** Yuan, by the rule that the server stores. */
export const totalYuan = (jobs: readonly (JobValues | undefined)[], projects: ReadonlyMap<number, Project>): number =>
  toYuan(
    totalOf(
      jobs.map((job) => ({ priceFen: priceOf(job, projects), packageId: packageOf(job), status: job?.status ?? jobStatus.unassigned })),
    ),
  );
