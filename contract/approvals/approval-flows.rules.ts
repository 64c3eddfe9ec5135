/**
 * The flow of an approval: steps with those who decide, as staff list them, and the graph that an engine of BPMN 2.0 runs. Pure.
 * What a drawn flow may have: one start, user tasks, exclusive and parallel gateways, ends, sequence flows with our conditions.
 */
import { conditionProblem, conditionText, type Condition } from './approval-conditions.rules.ts';
import type { ApprovalVariable } from './approval-kinds.ts';

/** Who decides. `up`: so many departments above. */
export type Decider =
  | { by: 'user' | 'role' | 'post'; ids: readonly number[] }
  | { by: 'head'; of: 'applicant' | 'person'; up: number }
  | { by: 'form'; field: string }
  | { by: 'duty' };

/** All of them sign (会签), one of them (或签), one after the other (依次). */
export const stepModes = { all: '会签', one: '或签', turn: '依次审批' } as const;
export type StepMode = keyof typeof stepModes;

export interface ApprovalStep {
  /** The id of its user task, such as `s1`. */
  id: string;
  name: string;
  mode: StepMode;
  deciders: readonly Decider[];
  /** Of a listed flow: when it is asked; null always. In a drawn one the flows say it. */
  condition: Condition | null;
  /** Hours to decide in; null without a limit. */
  hours: number | null;
  /** So many hours before the limit the deciders are reminded; null: not. */
  remindHours: number | null;
  /** Who decides instead once the limit is over; none: nobody, the deciders are reminded again. */
  escalateTo: readonly Decider[];
  /** The applicant may be among the deciders. */
  self: boolean;
  /** Who gets a copy when the step is approved. */
  copyTo: readonly Decider[];
}

export type NodeType = 'start' | 'task' | 'choice' | 'parallel' | 'end';
export interface FlowNode {
  id: string;
  type: NodeType;
  name: string;
}
export interface FlowEdge {
  id: string;
  from: string;
  to: string;
  /** Of a way out of a choice; null: taken when no other way is. */
  condition: Condition | null;
  name: string;
}
export interface Flow {
  nodes: readonly FlowNode[];
  edges: readonly FlowEdge[];
}

export const MOST_STEPS = 30;

/** A listed flow as a graph: each step with a condition is a choice between it and what comes after it. */
export function flowOf(steps: readonly ApprovalStep[], variables: Readonly<Record<string, ApprovalVariable>>): Flow {
  const nodes: FlowNode[] = [{ id: 'start', type: 'start', name: '提交申请' }];
  const edges: FlowEdge[] = [];
  const edge = (from: string, to: string, condition: Condition | null = null) =>
    edges.push({
      id: `f_${from}_${to}`,
      from,
      to,
      condition,
      name: condition ? conditionText(condition, variables) : '',
    });
  /** Nodes whose way on is not drawn yet. */
  let open = ['start'];
  const next = (id: string) => {
    for (const from of open) edge(from, id);
    open = [id];
  };
  for (const { id, name, condition } of steps) {
    if (condition) {
      nodes.push({ id: `c_${id}`, type: 'choice', name: '' });
      next(`c_${id}`);
    }
    nodes.push({ id, type: 'task', name });
    if (condition) {
      edge(`c_${id}`, id, condition);
      open = [id, `c_${id}`];
    } else next(id);
  }
  nodes.push({ id: 'end', type: 'end', name: '通过' });
  next('end');
  return { nodes, edges };
}

const reachable = (from: string, edges: readonly FlowEdge[], back: boolean): Set<string> => {
  const seen = new Set([from]);
  for (const id of seen)
    for (const edge of edges) {
      if (!back && edge.from === id) seen.add(edge.to);
      if (back && edge.to === id) seen.add(edge.from);
    }
  return seen;
};

/** Whether some branches run beside each other: then a step cannot be returned to, only the whole application. */
export const isParallel = ({ nodes }: Flow): boolean => nodes.some(({ type }) => type === 'parallel');

function deciderProblem(decider: Decider, people: Readonly<Record<string, string>>): string | null {
  if ('ids' in decider && decider.ids.length === 0) return '没有选择人员、角色或岗位';
  if (decider.by === 'form' && !(decider.field in people)) return `表单没有人员字段：${decider.field}`;
  return null;
}

function stepProblem(step: ApprovalStep, people: Readonly<Record<string, string>>): string | null {
  const { name, deciders, hours, remindHours, escalateTo, copyTo } = step;
  if (deciders.length === 0) return `步骤“${name}”没有审批人`;
  const problem = [...deciders, ...escalateTo, ...copyTo].map((one) => deciderProblem(one, people)).find((one) => one !== null);
  if (problem) return `步骤“${name}”：${problem}`;
  if (hours === null && (remindHours !== null || escalateTo.length > 0)) return `步骤“${name}”没有时限，不能设置提醒或转交`;
  return remindHours !== null && hours !== null && remindHours >= hours ? `步骤“${name}”的提醒应早于时限` : null;
}

function graphProblem({ nodes, edges }: Flow): string | null {
  const starts = nodes.filter(({ type }) => type === 'start');
  if (starts.length !== 1) return '流程应有且只有一个开始';
  if (!nodes.some(({ type }) => type === 'end')) return '流程没有结束';
  const known = new Set(nodes.map(({ id }) => id));
  if (edges.some(({ from, to }) => !known.has(from) || !known.has(to))) return '连线没有连到节点';
  const forward = reachable(starts[0]!.id, edges, false);
  const backward = new Set(nodes.filter(({ type }) => type === 'end').flatMap(({ id }) => [...reachable(id, edges, true)]));
  for (const { id, type, name } of nodes) {
    const label = name || id;
    if (!forward.has(id)) return `“${label}”从开始走不到`;
    if (!backward.has(id)) return `“${label}”之后到不了结束`;
    const out = edges.filter(({ from }) => from === id);
    if (type === 'end' ? out.length > 0 : out.length === 0) return type === 'end' ? `结束“${label}”之后还有连线` : `“${label}”没有下一步`;
    if ((type === 'start' || type === 'task') && out.length > 1) return `“${label}”只能有一个下一步，请用网关分支`;
    if (type === 'choice' && out.filter(({ condition }) => condition === null).length !== 1)
      return `分支“${label}”应有且只有一条没有条件的连线`;
    if (type !== 'choice' && out.some(({ condition }) => condition !== null)) return `“${label}”的连线不能有条件，请用排他网关`;
  }
  return null;
}

/** Loops without a task in them would run for ever. */
function loopProblem({ nodes, edges }: Flow): string | null {
  const passing = new Set(nodes.filter(({ type }) => type === 'choice' || type === 'parallel').map(({ id }) => id));
  const within = edges.filter(({ from, to }) => passing.has(from) && passing.has(to));
  const round = [...passing].find((id) => within.some(({ from, to }) => from === id && reachable(to, within, false).has(id)));
  return round ? '网关之间形成了没有审批步骤的循环' : null;
}

/** What is wrong with a flow for a form with these variables and fields of people; null when it can be published. */
export function flowProblem(
  flow: Flow,
  steps: readonly ApprovalStep[],
  variables: Readonly<Record<string, ApprovalVariable>>,
  people: Readonly<Record<string, string>>,
): string | null {
  const tasks = flow.nodes.filter(({ type }) => type === 'task');
  if (tasks.length === 0) return '流程还没有审批步骤';
  if (tasks.length > MOST_STEPS) return `审批步骤最多${MOST_STEPS}个`;
  const bare = tasks.find(({ id }) => !steps.some((step) => step.id === id));
  if (bare) return `步骤“${bare.name || bare.id}”还没有设置审批人`;
  for (const step of steps) {
    if (!tasks.some(({ id }) => id === step.id)) continue;
    const problem = stepProblem(step, people);
    if (problem) return problem;
  }
  for (const { condition } of flow.edges) {
    const problem = condition && conditionProblem(condition, variables);
    if (problem) return problem;
  }
  return graphProblem(flow) ?? loopProblem(flow);
}
