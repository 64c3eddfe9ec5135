/** What belongs to a job beside its plan: files, consumables, questionnaires. Checked against what its project allows, written, read. */
import type { z } from 'zod';
import type { JobFile, JobMaterial, JobQuestionnaire } from '#contract/work-orders/jobs.ts';
import type { Work } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import { refused } from '../errors.ts';
import { allowedQuestionnaires, resultsOfJobs, type AllowedQuestionnaire } from '../questionnaires/project-questionnaires.ts';
import { allowedMaterials, type AllowedMaterial } from '../stock/project-materials.ts';
import { staffOf, type Staff } from './dispatches.ts';
import { changesParts, partChange, standingParts, type PartChange, type PartRow, type PartTable } from './job-part-changes.ts';
import type { JobForm } from './work-order-jobs.ts';

/** 4 MB (specification 1, section 5). */
const MAX_FILE_BYTES = 4 * 1024 * 1024;
const NAME = /\/([0-9a-f-]{36}\.[a-z0-9]{2,5})$/;

/** Refuses an address that is no file of this tenant, or one above `most` bytes. */
export async function checkFiles(tx: Tx, urls: readonly (string | null)[], most = Infinity): Promise<void> {
  const wanted = [...new Set(urls.filter((url) => url !== null))];
  if (wanted.length === 0) return;
  const names = wanted.map((url) => NAME.exec(url)?.[1] ?? '');
  const found = await tx.rows(
    db
      .selectFrom('files')
      .select(['name', 'size'])
      .where('tenant_id', '=', tx.tenantId)
      .where('name', 'in', names)
      .where('deleted_at', 'is', null),
  );
  if (found.length < wanted.length) throw refused('文件不存在，请重新上传');
  if (found.some(({ size }) => size > most)) throw refused('上传文件大小不能超过 4MB!');
}

export interface PartsJob {
  projectId: number;
  projectName: string;
  form: JobForm;
  /** A job under way or finished keeps its consumables and questionnaires. */
  locked: boolean;
  isNew: boolean;
}

export interface ReadyParts {
  changes: readonly PartChange[];
  /** Who was named to fill in what, though another does the job. */
  asked: readonly { staff: Staff; questionnaire: string }[];
}

const materialRows = ({ form, projectName }: PartsJob, allowed: readonly AllowedMaterial[], had: readonly PartRow[]) => {
  const wanted =
    form.workOrderJobMaterials ??
    allowed.filter(({ isDefault }) => isDefault).map(({ id, name }) => ({ materialId: id, materialName: name, quantity: 1 }));
  const rows = new Map<unknown, PartRow & { quantity: number }>();
  for (const { materialId, materialName, quantity } of wanted) {
    const known = allowed.find(({ id, name }) => (materialId === null ? name === materialName : id === materialId));
    const old = had.find((row) =>
      known ? row.material_id === known.id : materialId === null ? row.material_name === materialName : row.material_id === materialId,
    );
    const material = known ? { material_id: known.id, material_name: known.name, unit: known.unit } : old;
    if (!material) throw refused(`所选耗材不在服务项目「${projectName}」的可用范围内`);
    const { material_id, material_name, unit } = material;
    const before = rows.get(material_id)?.quantity ?? 0;
    rows.set(material_id, { material_id, material_name, unit, quantity: before + Number(quantity ?? old?.quantity ?? 1) });
  }
  return [...rows.values()];
};

const questionnaireRows = ({ form, projectName }: PartsJob, allowed: readonly AllowedQuestionnaire[], had: readonly PartRow[]) => {
  const chosen = new Map((form.projectUserVoList ?? []).map(({ questionId, userId }) => [questionId, userId]));
  const old = (id: number) => had.find(({ questionnaire_id }) => questionnaire_id === id);
  for (const id of chosen.keys())
    if (!old(id) && !allowed.some((one) => one.id === id)) throw refused(`所选问卷不在服务项目「${projectName}」的可用范围内`);
  // What the project requires is asked whatever the form says.
  const asked = allowed.filter(
    ({ id, isDefault, required }) => required || chosen.has(id) || (form.projectUserVoList === undefined && isDefault),
  );
  const kept = had.filter(({ questionnaire_id: id }) => chosen.has(id as number) && !asked.some((one) => one.id === id));
  // Who was named for one stays, unless the form says somebody else or nobody.
  const userOf = (id: number) => (chosen.has(id) && chosen.get(id) === undefined ? (old(id)?.user_id ?? null) : (chosen.get(id) ?? null));
  return [
    ...asked.map(({ id, key, name, isDefault, required }) => ({ questionnaire_id: id, key, name, is_default: isDefault, required })),
    ...kept.map(({ questionnaire_id, key, name, is_default, required }) => ({ questionnaire_id, key, name, is_default, required })),
  ].map((row) => ({ ...row, user_id: userOf(row.questionnaire_id as number) }));
};

/**
 * Reads and checks what the parts of an order's jobs need, and writes nothing yet. A
 * list that the form leaves out stays; a new job without one gets its project's defaults.
 */
export async function readyParts({ tx, actor }: Pick<Work, 'tx' | 'actor'>, jobs: readonly PartsJob[]): Promise<ReadyParts> {
  const open = jobs.filter(({ locked }) => !locked);
  const projectIds = [...new Set(open.map(({ projectId }) => projectId))];
  const withFiles = jobs.filter(({ form }) => form.workOrderJobFiles);
  const withMaterials = open.filter(({ form, isNew }) => isNew || form.workOrderJobMaterials);
  const withQuestionnaires = open.filter(({ form, isNew }) => isNew || form.projectUserVoList);
  const concerned = [...new Set([...withFiles, ...withMaterials, ...withQuestionnaires])].flatMap(({ form }) => form.id ?? []);
  const standing = await standingParts(tx, concerned);
  const had = (table: PartTable, { form }: PartsJob) => standing[table].filter(({ job_id }) => job_id === form.id);
  // What a job has already is not asked about again: a file may be gone since, and a person.
  const files = withFiles.flatMap((one) => {
    const known = had('work_order_job_files', one).map(({ file_url }) => file_url);
    return one.form.workOrderJobFiles!.map(({ fileUrl }) => fileUrl).filter((url) => !known.includes(url));
  });
  const named = withQuestionnaires.flatMap((one) => {
    const known = had('work_order_job_questionnaires', one).map(({ questionnaire_id, user_id }) => `${questionnaire_id}.${user_id}`);
    return (one.form.projectUserVoList ?? []).flatMap(({ questionId, userId }) =>
      userId && !known.includes(`${questionId}.${userId}`) ? userId : [],
    );
  });
  const [materials, questionnaires, , staff] = await Promise.all([
    withMaterials.length ? allowedMaterials(tx, projectIds) : new Map<number, AllowedMaterial[]>(),
    withQuestionnaires.length ? allowedQuestionnaires(tx, projectIds) : new Map<number, AllowedQuestionnaire[]>(),
    checkFiles(tx, files, MAX_FILE_BYTES),
    staffOf(tx, named, '问卷填写人'),
  ]);
  const asked = withQuestionnaires.flatMap(({ form, projectId }) =>
    (form.projectUserVoList ?? []).flatMap(({ questionId, userId }) => {
      const person = !userId || userId === form.serverUserId ? undefined : staff.get(userId);
      return person
        ? [{ staff: person, questionnaire: questionnaires.get(projectId)?.find(({ id }) => id === questionId)?.name ?? '' }]
        : [];
    }),
  );
  const jobIds = new Map(jobs.flatMap(({ form }, at) => (form.id === undefined ? [] : [[at, form.id] as const])));
  const change = (table: PartTable, from: readonly PartsJob[], rows: (job: PartsJob) => PartRow[]) =>
    partChange(table, new Map(from.map((job) => [jobs.indexOf(job), rows(job)])), jobIds, standing);
  return {
    asked,
    changes: [
      change('work_order_job_files', withFiles, ({ form }) =>
        [...new Map(form.workOrderJobFiles!.map((file) => [file.fileUrl, file])).values()].map(({ fileName, fileUrl }) => ({
          file_name: fileName,
          file_url: fileUrl,
          created_by: actor.userId,
        })),
      ),
      change('work_order_job_materials', withMaterials, (job) =>
        materialRows(job, materials.get(job.projectId) ?? [], had('work_order_job_materials', job)),
      ),
      change('work_order_job_questionnaires', withQuestionnaires, (job) =>
        questionnaireRows(job, questionnaires.get(job.projectId) ?? [], had('work_order_job_questionnaires', job)),
      ),
    ].filter(changesParts),
  };
}

const filesOf = (tx: Tx, orderIds: number[]) =>
  db
    .selectFrom('work_order_job_files')
    .selectAll()
    .where('tenant_id', '=', tx.tenantId)
    .where('work_order_id', 'in', orderIds)
    .orderBy('id');
const materialsOf = (tx: Tx, orderIds: number[]) =>
  db
    .selectFrom('work_order_job_materials')
    .selectAll()
    .where('tenant_id', '=', tx.tenantId)
    .where('work_order_id', 'in', orderIds)
    .orderBy('id');
const questionnairesOf = (tx: Tx, orderIds: number[]) =>
  db
    .selectFrom('work_order_job_questionnaires as q')
    .leftJoin('users as u', (on) => on.onRef('u.tenant_id', '=', 'q.tenant_id').onRef('u.id', '=', 'q.user_id'))
    .selectAll('q')
    .select('u.name as user_name')
    .where('q.tenant_id', '=', tx.tenantId)
    .where('q.work_order_id', 'in', orderIds)
    .orderBy('q.id');

export interface Parts {
  workOrderJobFiles: z.input<typeof JobFile>[];
  workOrderJobMaterials: z.input<typeof JobMaterial>[];
  projectUserVoList: z.input<typeof JobQuestionnaire>[];
}

/** The parts of jobs, by job. */
export async function partsOf(
  tx: Tx,
  jobs: readonly { id: number; work_order_id: number; project_id: number }[],
): Promise<(jobId: number) => Parts> {
  if (jobs.length === 0) return () => ({ workOrderJobFiles: [], workOrderJobMaterials: [], projectUserVoList: [] });
  const orderIds = [...new Set(jobs.map((job) => job.work_order_id))];
  const [files, materials, questionnaires] = await Promise.all([
    tx.rows(filesOf(tx, orderIds)),
    tx.rows(materialsOf(tx, orderIds)),
    tx.rows(questionnairesOf(tx, orderIds)),
  ]);
  const results = questionnaires.length
    ? await resultsOfJobs(
        tx,
        jobs.map(({ id }) => id),
      )
    : [];
  const ids = ({ id, work_order_id, job_id }: { id: number; work_order_id: number; job_id: number }) => ({
    id,
    workOrderId: work_order_id,
    workOrderJobId: job_id,
  });
  return (jobId) => {
    const its = <T extends { job_id: number }>(rows: readonly T[]) => rows.filter((row) => row.job_id === jobId);
    return {
      workOrderJobFiles: its(files).map((row) => ({ ...ids(row), fileName: row.file_name, fileUrl: row.file_url })),
      workOrderJobMaterials: its(materials).map((row) => ({
        ...ids(row),
        materialId: row.material_id,
        materialName: row.material_name,
        unit: row.unit,
        quantity: Number(row.quantity),
      })),
      projectUserVoList: its(questionnaires).map((row) => {
        const result = results.find((one) => one.jobId === jobId && one.questionnaireId === row.questionnaire_id);
        return {
          ...ids(row),
          key: row.key,
          questionId: row.questionnaire_id,
          name: row.name,
          userId: row.user_id,
          userName: row.user_name,
          serverProjectId: jobs.find(({ id }) => id === jobId)?.project_id as number,
          isDefault: row.is_default,
          required: row.required,
          resultId: result?.resultId ?? null,
          resultTime: result?.createTime ?? null,
          abnormal: result?.abnormal ?? [],
        };
      }),
    };
  };
}
