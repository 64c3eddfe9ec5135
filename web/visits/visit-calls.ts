/** What the pages of visits have in common. */
import type { Output } from '#contract/http.ts';
import { now } from '#contract/screens/now.ts';
import { visitPlans } from '#contract/visits/visit-plans.ts';
import { visitTasks } from '#contract/visits/visit-tasks.ts';
import type { RowOf } from '#web/ui/data-table.tsx';

export type Visit = RowOf<typeof visitTasks.page>;
export type WholeVisit = Output<typeof visitTasks.get>;
export type Plan = Output<typeof visitPlans.get>;

/** What is read again after any change of a plan or a visit. */
export const changes = {
  changes: [
    visitTasks.page,
    visitTasks.get,
    visitTasks.person,
    visitTasks.statistics,
    visitTasks.gaps,
    visitPlans.page,
    visitPlans.get,
    visitPlans.people,
    visitPlans.results,
    now.read,
  ],
};
