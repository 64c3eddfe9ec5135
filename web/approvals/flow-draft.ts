/** The draft of a flow while it is edited: its history, what is new in it, what of it can be sent. Pure. */
import type { approvalDefinitions } from '#contract/approvals/approval-definitions.ts';
import { conditionText } from '#contract/approvals/approval-conditions.rules.ts';
import { stepModes } from '#contract/approvals/approval-flows.rules.ts';
import { formPeople, formVariables } from '#contract/approvals/approval-forms.rules.ts';
import { approvalKinds, type ApprovalKind, type ApprovalVariable } from '#contract/approvals/approval-kinds.ts';
import type { Output } from '#contract/http.ts';

export type Definition = Output<typeof approvalDefinitions.get>;
export type Draft = Pick<Definition, 'name' | 'description' | 'fields' | 'steps' | 'diagram'>;
export type Step = Draft['steps'][number];
export type FormField = Draft['fields'][number];
export type Decider = Step['deciders'][number];
export type Condition = NonNullable<Step['condition']>;

export const draftOf = ({ name, description, fields, steps, diagram }: Definition): Draft => ({
  name,
  description,
  fields,
  steps,
  diagram,
});

/** `what` names the last change: typing into one field is one change. */
export interface History<T> {
  past: readonly T[];
  now: T;
  future: readonly T[];
  what: string | null;
}

const MOST_BACK = 100;

export const begin = <T>(now: T): History<T> => ({ past: [], now, future: [], what: null });

export function changed<T>(history: History<T>, now: T, what: string | null = null): History<T> {
  if (what !== null && what === history.what) return { ...history, now, future: [] };
  return { past: [...history.past, history.now].slice(-MOST_BACK), now, future: [], what };
}
export function undone<T>(history: History<T>): History<T> {
  const before = history.past.at(-1);
  if (before === undefined) return history;
  return { past: history.past.slice(0, -1), now: before, future: [history.now, ...history.future], what: null };
}
export function redone<T>(history: History<T>): History<T> {
  const [next, ...future] = history.future;
  return next === undefined ? history : { past: [...history.past, history.now], now: next, future, what: null };
}

/** The next name with a number that none of them has: `s3` after `s1` and `s2`. */
function nextName(letter: string, names: readonly string[]): string {
  const numbers = names.map((name) => Number(name.startsWith(letter) ? name.slice(letter.length) : 0) || 0);
  return `${letter}${Math.max(0, ...numbers) + 1}`;
}

export const newStep = (
  steps: readonly Step[],
  id = nextName(
    's',
    steps.map((step) => step.id),
  ),
  name = `第${steps.length + 1}步`,
): Step => ({
  id,
  name,
  mode: 'all',
  deciders: [],
  condition: null,
  hours: null,
  remindHours: null,
  escalateTo: [],
  self: false,
  copyTo: [],
});

/** Its key is not one that a removed field had while a condition still names it. */
export function newField(fields: readonly FormField[], steps: readonly Step[]): FormField {
  const named = steps.flatMap(({ condition, deciders, copyTo, escalateTo }) => [
    ...(condition?.tests.map(({ variable }) => variable) ?? []),
    ...[...deciders, ...copyTo, ...escalateTo].flatMap((one) => (one.by === 'form' ? one.field : [])),
  ]);
  const key = nextName('f', [...fields.map((field) => field.key), ...named]);
  return { key, label: `字段${key.slice(1)}`, type: 'text', required: true, options: [] };
}

export const variablesOf = (kind: ApprovalKind, fields: Draft['fields']): Readonly<Record<string, ApprovalVariable>> =>
  kind === 'general' ? formVariables(fields) : approvalKinds[kind].variables;
export const peopleOf = (kind: ApprovalKind, fields: Draft['fields']): Readonly<Record<string, string>> =>
  kind === 'general' ? formPeople(fields) : approvalKinds[kind].people;

const whole = (deciders: readonly Decider[]): Decider[] => deciders.filter((one) => !('ids' in one) || one.ids.length > 0);

/** What the server takes: without groups and conditions in which nothing was chosen yet. */
export const sendable = (draft: Draft): Draft => ({
  ...draft,
  fields: draft.fields.map((field) => ({ ...field, options: field.type === 'choice' ? field.options.filter(Boolean) : [] })),
  steps: draft.steps.map((step) => ({
    ...step,
    deciders: whole(step.deciders),
    escalateTo: whole(step.escalateTo),
    copyTo: whole(step.copyTo),
    condition: step.condition && step.condition.tests.length > 0 ? step.condition : null,
  })),
});

/** The steps of a drawn flow: one for each of its tasks, those that are gone left out, named as they are drawn. */
export function stepsOfTasks(steps: readonly Step[], tasks: readonly { id: string; name: string }[]): Step[] {
  const known = new Map(steps.map((step) => [step.id, step]));
  return tasks.map(({ id, name }, at) => {
    const called = name.trim() || `第${at + 1}步`;
    return { ...(known.get(id) ?? newStep(steps, id)), name: called.slice(0, 30), condition: null };
  });
}

export const deciderKinds = {
  user: '指定人员',
  role: '角色',
  post: '岗位',
  head: '部门负责人',
  form: '表单中的人员',
  duty: '当班人员',
} as const;
export type DeciderKind = keyof typeof deciderKinds;

export const newDecider = (by: DeciderKind, people: Readonly<Record<string, string>>): Decider => {
  switch (by) {
    case 'head':
      return { by, of: 'applicant', up: 0 };
    case 'form':
      return { by, field: Object.keys(people)[0] ?? 'none' };
    case 'duty':
      return { by };
    default:
      return { by, ids: [] };
  }
};

/** Names by which the ids of a flow are read. */
export interface Names {
  user: ReadonlyMap<number, string>;
  role: ReadonlyMap<number, string>;
  post: ReadonlyMap<number, string>;
}

export function deciderText(decider: Decider, names: Names, people: Readonly<Record<string, string>>): string {
  switch (decider.by) {
    case 'head':
      return `${decider.of === 'applicant' ? '申请人' : '服务对象'}的${decider.up > 0 ? `上${decider.up}级` : ''}部门负责人`;
    case 'form':
      return `表单中的${people[decider.field] ?? '（已删除的字段）'}`;
    case 'duty':
      return '当班人员';
    default: {
      const by = names[decider.by];
      const called = decider.ids.map((id) => by.get(id) ?? `编号${id}`).join('、') || '未选择';
      return decider.by === 'user' ? called : `${deciderKinds[decider.by]}：${called}`;
    }
  }
}

/** A step in one line, for its card. */
export function stepText(step: Step, kind: ApprovalKind, fields: Draft['fields'], names: Names): string {
  const people = peopleOf(kind, fields);
  const who = step.deciders.map((one) => deciderText(one, names, people)).join('；') || '还没有审批人';
  const when = step.condition && step.condition.tests.length > 0 ? conditionText(step.condition, variablesOf(kind, fields)) : null;
  return [who, stepModes[step.mode], when && `当${when}`, step.hours && `${step.hours}小时内`].filter(Boolean).join(' · ');
}
