/** What the drawer of a plan holds, and what becomes of it on the wire. Pure. */
import { CLOCK } from '#contract/time.ts';
import type { Input, Output } from '#contract/http.ts';
import type { workOrderPlans } from '#contract/work-orders/work-order-plans.ts';
import type { Carer } from './carer-field.tsx';

export interface PlanJobValues {
  serverProjectId?: number;
  time?: string;
  carer?: Carer | null;
  serverPackageId?: number | null;
  remarks?: string;
}

export interface PlanValues {
  name?: string;
  person?: { id: number; name: string };
  emergencyType: number;
  payType: number;
  remarks?: string;
  jobs: PlanJobValues[];
  frequency: number;
  every: number;
  weekdays: number[];
  monthDays: number[];
  holidayMode: number;
  startsOn?: string;
  endsOn?: string | null;
  daysAhead: number;
  maxCount?: number | null;
}

/** Begins tomorrow, every week on that day, at nine. */
export const newPlan = (tomorrow: string): PlanValues => ({
  emergencyType: 1,
  payType: 1,
  jobs: [{ time: '09:00' }],
  frequency: 2,
  every: 1,
  weekdays: [((new Date(`${tomorrow}T00:00:00Z`).getUTCDay() + 6) % 7) + 1],
  monthDays: [1],
  holidayMode: 1,
  startsOn: tomorrow,
  daysAhead: 14,
});

interface Held {
  id: number;
  projects: readonly { projectId: number; left: number }[];
}

/** A new plan for a person: with the first service that a package of theirs still gives, and paid by it. */
export function newPlanFor(person: { id: number; userName: string }, held: readonly Held[], tomorrow: string): PlanValues {
  const plan = newPlan(tomorrow);
  const found = held.flatMap(({ id, projects }) => projects.filter(({ left }) => left > 0).map(({ projectId }) => ({ id, projectId })))[0];
  return {
    ...plan,
    name: `${person.userName}的照护计划`,
    person: { id: person.id, name: person.userName },
    jobs: plan.jobs.map((job) => (found ? { ...job, serverProjectId: found.projectId, serverPackageId: found.id } : job)),
  };
}

type Plan = Output<typeof workOrderPlans.get>;

export const ofPlan = (plan: Plan): PlanValues => ({
  name: plan.name,
  person: { id: plan.oldmanId, name: plan.oldmanName },
  emergencyType: plan.emergencyType,
  payType: plan.payType,
  remarks: plan.remarks ?? '',
  jobs: plan.jobs.map(({ serverProjectId, time, serverUserId, serverUserName, serverPackageId, remarks }) => ({
    serverProjectId,
    time,
    carer: serverUserId === null ? null : { id: serverUserId, name: serverUserName ?? '', phone: null },
    serverPackageId,
    remarks: remarks ?? '',
  })),
  frequency: plan.frequency,
  every: plan.every,
  weekdays: plan.weekdays,
  monthDays: plan.monthDays,
  holidayMode: plan.holidayMode,
  startsOn: plan.startsOn,
  endsOn: plan.endsOn,
  maxCount: plan.maxCount,
  daysAhead: plan.daysAhead,
});

/** The rule alone, as it is previewed; null while something is missing. */
export function ruleOf(values: Partial<PlanValues>): Input<typeof workOrderPlans.preview> | null {
  const { frequency, every, weekdays = [], monthDays = [], holidayMode, startsOn, endsOn = null, maxCount = null } = values;
  if (!frequency || !every || !startsOn || (frequency === 2 && weekdays.length === 0) || (frequency === 3 && monthDays.length === 0))
    return null;
  if (endsOn && endsOn < startsOn) return null;
  return { frequency, every, weekdays, monthDays, holidayMode: holidayMode ?? 1, startsOn, endsOn, maxCount };
}

export const toInput = (values: PlanValues): Input<typeof workOrderPlans.create> => ({
  ...(ruleOf(values) as NonNullable<ReturnType<typeof ruleOf>>),
  name: values.name ?? '',
  oldmanId: values.person?.id as number,
  emergencyType: values.emergencyType,
  payType: values.payType,
  remarks: values.remarks?.trim() ?? '',
  daysAhead: values.daysAhead,
  jobs: values.jobs.map(({ serverProjectId, time, carer, serverPackageId, remarks }) => ({
    serverProjectId: serverProjectId as number,
    time: time as string,
    serverUserId: carer?.id ?? null,
    serverPackageId: serverPackageId ?? null,
    remarks: remarks?.trim() ?? '',
  })),
});

interface Visit {
  personId: number | undefined;
  projectId: number | undefined;
  startsOn: string | undefined;
  time: string | undefined;
}

/** For whom staff are ranked: the visit on the first day, or `today` when the plan runs already. Null until person and time are known. */
export const firstVisit = ({ personId, projectId, startsOn, time }: Visit, today: string) =>
  personId && startsOn && time && CLOCK.test(time)
    ? {
        oldmanId: personId,
        serverTime: `${startsOn < today ? today : startsOn} ${time}:00`,
        ...(projectId ? { serverProjectId: projectId } : {}),
      }
    : null;
