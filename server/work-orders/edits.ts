/** Editing an order: its form and its jobs, as far as they are not under way. */
import type { z } from 'zod';
import { jobLocked, jobStatus, payTypeOffered } from '#contract/work-orders/work-orders.rules.ts';
import { NO_PERSON_DATA, WRONG_ORDERER } from '#contract/work-orders/work-order-forms.ts';
import type { workOrders as routes } from '#contract/work-orders/work-orders.ts';
import type { Context, Work } from '../context.ts';
import { merged } from '../lists/crud.ts';
import { applyTo, openFor } from '../db/transitions.ts';
import { invalid, notFound, refused } from '../errors.ts';
import { needPhone } from '../phones.ts';
import { releaseUse, takeUse } from '../elderly/package-uses.ts';
import { refuseAbsent } from './absences.ts';
import { staffOf, type Staff } from './dispatches.ts';
import { columnsOf, ofPerson, personOf, placeOf } from './forms.ts';
import { writeChanges } from './job-part-changes.ts';
import { readyParts, type PartsJob } from './job-parts.ts';
import { workOrder, type Order, type OrderJob } from './order-steps.ts';
import { addJobs, checkTime, projectsOf, readyJobs, type JobForm } from './work-order-jobs.ts';

/** A job as a form that leaves it alone says it. */
const formOf = (job: OrderJob) => ({
  id: job.id,
  serverProjectId: job.project_id,
  serverTime: job.service_at,
  serverUserId: job.user_id,
  serverPackageId: job.package_id,
  remarks: job.remarks,
});
type KeptJob = ReturnType<typeof formOf> & JobForm;

/**
 * Pairs the order's jobs with the form's. Existing jobs stay, with their project; those
 * under way, finished or cancelled also keep time and person.
 */
function pair(work: Work, jobs: readonly OrderJob[], forms: readonly JobForm[]): { job: OrderJob; form: KeptJob }[] {
  const byId = Map.groupBy(
    forms.filter((form) => form.id !== undefined),
    (form) => form.id as number,
  );
  for (const [id, same] of byId) {
    if (!jobs.some((job) => job.id === id)) throw notFound('服务');
    if (same.length > 1) throw invalid('服务清单中有重复的服务');
  }
  return jobs.map((job) => {
    const sent = byId.get(job.id)?.[0];
    if (!sent) throw refused('已有的服务不能删除');
    const form = merged(formOf(job), sent);
    if (form.serverProjectId !== job.project_id) throw refused('已有的服务不能更换项目');
    const moved = form.serverTime !== job.service_at;
    const locked = jobLocked(job.status) || job.status === jobStatus.cancelled;
    const which = job.status === jobStatus.cancelled ? '已取消' : '服务中或已完成';
    if (locked && (moved || form.serverUserId !== job.user_id)) throw refused(`${which}的服务不能修改时间和服务人员`);
    if (locked && (form.serverPackageId ?? job.package_id) !== job.package_id) throw refused(`${which}的服务不能更换服务包`);
    if (moved) checkTime(work, form.serverTime);
    return { job, form };
  });
}

type Form = z.output<typeof routes.update.input>;

/** Whether a form for this job says nothing new, beside its lists of parts. */
const sameJob = ({ job, form }: Pair): boolean =>
  Object.entries(formOf(job)).every(
    ([field, value]) => form[field as keyof JobForm] === undefined || form[field as keyof JobForm] === value,
  );

const partsOf = ({ job, form }: Pair): PartsJob => ({
  projectId: job.project_id,
  projectName: job.project_name,
  form,
  locked: jobLocked(job.status) || job.status === jobStatus.cancelled,
  isNew: false,
});
type Pair = ReturnType<typeof pair>[number];

/** Gives back and takes the counts of packages: of jobs that change their package, their day or their person. */
async function moveUses(work: Work, pairs: readonly Pair[], { personId, other }: { personId: number; other: boolean }): Promise<void> {
  for (const { job, form } of pairs) {
    if (jobLocked(job.status) || job.status === jobStatus.cancelled) continue;
    const packageId = form.serverPackageId ?? job.package_id;
    if (packageId === job.package_id && form.serverTime === job.service_at && !other) continue;
    if (job.package_id) await releaseUse(work, job.id);
    if (packageId) await takeUse(work, { jobId: job.id, packageId, projectId: job.project_id, personId, serviceAt: form.serverTime });
  }
}

/**
 * Throws unless the person's data is complete, as far as the order had it: one that an alarm drafted may know neither number nor address.
 */
function checkData({ downPhone, oldmanPhone, oldmanAddress }: Form, order: Order): void {
  needPhone('mobile', downPhone, order.orderer_phone, WRONG_ORDERER);
  needPhone('contact', oldmanPhone, order.person_phone);
  if ((oldmanPhone === '' && order.person_phone !== '') || (oldmanAddress === '' && order.person_address !== ''))
    throw invalid(NO_PERSON_DATA);
}

/** What an order's form may leave out, as the order has it. */
const detailsOf = (order: Order) => ({
  downName: order.orderer_name,
  downPhone: order.orderer_phone,
  emergencyType: order.emergency,
  payType: order.pay_type,
  remarks: order.remarks,
});

export async function update(input: Form, context: Context): Promise<boolean> {
  const { tx } = context;
  const order = await openFor(workOrder, context, input, 'edit');
  const { jobs } = order;
  const form = merged(detailsOf(order), input);
  checkData(form, order);
  const jobLists = form.jobLists ?? jobs.map(formOf);
  const pairs = pair(context, jobs, jobLists);
  const added = jobLists.filter((job) => job.id === undefined);
  for (const job of added) checkTime(context, job.serverTime);
  if (!payTypeOffered(form.payType) && form.payType !== order.pay_type) throw refused('不能改为服务包支付，请选择其他支付方式');
  const other = form.oldmanId !== order.person_id;
  if (other && (order.warning_id !== null || order.started_at !== null)) throw refused('由预警产生或已开始服务的工单不能更换服务对象');
  const person = other ? await personOf(tx, form.oldmanId) : null;
  const known = person ?? { address: order.person_address, longitude: order.longitude, latitude: order.latitude };
  const { ordered_at, ...others } = { ...columnsOf(form), ...(person ? ofPerson(person) : {}), ...placeOf(form, known) };
  // The wire has no fractions of a second: a time that is sent as it was read keeps its own.
  const columns = { ...others, ...(ordered_at === undefined || ordered_at === order.ordered_at ? {} : { ordered_at }) };
  const isOther = Object.entries(columns).some(([column, value]) => order[column as keyof Order] !== value);
  // An alarm that called again has not been looked at because its order was saved as it was read.
  const parts = await readyParts(context, pairs.map(partsOf));
  if (!isOther && added.length === 0 && parts.changes.length === 0 && pairs.every(sameJob)) return true;
  const projects = await projectsOf(
    tx,
    added.map((job) => job.serverProjectId),
  );
  const fresh = [...added, ...pairs.filter(({ job, form }) => form.serverUserId !== job.user_id).map(({ form }) => form)];
  const staff = await staffOf(
    tx,
    fresh.flatMap((job) => job.serverUserId ?? []),
  );
  const planned = [
    ...pairs.filter(({ job, form }) => form.serverUserId !== job.user_id || form.serverTime !== job.service_at),
    ...added.map((one) => ({ form: one, job: { minutes: projects.get(one.serverProjectId)?.minutes ?? 0 } })),
  ];
  await refuseAbsent(
    tx,
    planned.map(({ form: { serverUserId: userId, serverTime }, job: { minutes } }) => ({ userId, serverTime, minutes })),
  );
  const moves = pairs.map(({ job, form }) => ({
    jobId: job.id,
    serviceAt: form.serverTime,
    staff: form.serverUserId === job.user_id ? undefined : form.serverUserId === null ? null : (staff.get(form.serverUserId) as Staff),
    set: { remarks: form.remarks, package_id: form.serverPackageId ?? job.package_id },
  }));
  const moreUrgent = columns.emergency !== order.emergency;
  const command = {
    action: 'edit',
    log: 'edit',
    moves,
    added: added.map((job) => ({
      priceFen: projects.get(job.serverProjectId)?.price_fen ?? 0,
      packageId: job.serverPackageId ?? 0,
      status: job.serverUserId ? jobStatus.assigned : jobStatus.unassigned,
    })),
    set: columns,
    notes: [{ note: added.length ? `新增${added.map((job) => projects.get(job.serverProjectId)?.name).join('、')}` : '' }],
    sends: moreUrgent,
    retarget: moreUrgent || 'ordered_at' in columns,
  } as const;
  return applyTo(workOrder, context, order, command, async () => {
    await moveUses(context, pairs, { personId: form.oldmanId, other });
    const jobIds = pairs.map(({ job }) => job.id);
    await writeChanges(context, order.id, jobIds, parts.changes);
    await addJobs(context, { ...order, person_id: form.oldmanId }, await readyJobs(context, added, projects, staff));
  });
}
