/** A job of a work order with what belongs to it. */
import { z } from 'zod';
import { Visit } from './visits.ts';

const belongs = { id: z.number(), workOrderId: z.number(), workOrderJobId: z.number() };
export const JobFile = z.object({ ...belongs, fileName: z.string(), fileUrl: z.string() });
/** `quantity` is planned, and what was used once the job is finished. */
export const JobMaterial = z.object({
  ...belongs,
  materialId: z.number(),
  materialName: z.string(),
  unit: z.string().nullable(),
  quantity: z.number(),
});
/** `resultId` is null until it was filled in. */
export const JobQuestionnaire = z.object({
  ...belongs,
  key: z.string(),
  questionId: z.number(),
  name: z.string(),
  /** Whoever was named to fill it in; null: whoever does the job. */
  userId: z.number().nullable(),
  userName: z.string().nullable(),
  serverProjectId: z.number(),
  isDefault: z.boolean(),
  required: z.boolean(),
  resultId: z.number().nullable(),
  resultTime: z.string().nullable(),
  /** What was answered that should not be: 伤口：红肿. */
  abnormal: z.array(z.string()),
});

export const Job = z.object({
  id: z.number(),
  /** Of the order. */
  oldmanName: z.string(),
  serverProjectId: z.number(),
  serverProjectName: z.string(),
  serverTypeId: z.number(),
  serverTypeName: z.string(),
  serverTime: z.string(),
  minutes: z.number(),
  serverUserId: z.number().nullable(),
  serverUserName: z.string().nullable(),
  serverUserPhone: z.string().nullable(),
  /** The person's package that covers the job; 0: priced by the job. The clone is what it was when the order was opened. */
  serverPackageId: z.number(),
  cloneServerPackageId: z.number(),
  serverPackageName: z.string().nullable(),
  orderPrice: z.number(),
  remarks: z.string().nullable(),
  status: z.number(),
  /** Who handed it back and why, until somebody is sent anew. */
  returned: z.string().nullable(),
  /** first: priced by the job; second: covered by a package. */
  activeName: z.enum(['first', 'second']),
  requiresSignature: z.boolean(),
  requiresPhoto: z.boolean(),
  /** Metres: the project's, else the institution's. */
  fenceMetres: z.number(),
  workOrderJobFiles: z.array(JobFile),
  workOrderJobMaterials: z.array(JobMaterial),
  projectUserVoList: z.array(JobQuestionnaire),
  workOrderServer: Visit.nullable(),
  workOrderJobLogs: z.array(z.object({ createTime: z.string(), remarks: z.string() })),
});
