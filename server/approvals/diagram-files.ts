/** Reads a drawn flow (BPMN 2.0): what it may not have is refused by name. */
import BpmnModdle from 'bpmn-moddle';
import type { Condition } from '#contract/approvals/approval-conditions.rules.ts';
import { BACK, nodeTypes } from '#contract/approvals/approval-diagrams.rules.ts';
import { storedCondition } from '#contract/approvals/approval-cases.ts';
import type { Flow, FlowEdge, FlowNode } from '#contract/approvals/approval-flows.rules.ts';
import { refused } from '../errors.ts';

interface Element {
  $type: string;
  id?: string;
  name?: string;
  sourceRef?: Element;
  targetRef?: Element;
  conditionExpression?: { body?: string };
  eventDefinitions?: unknown[];
  loopCharacteristics?: unknown;
  flowElements?: Element[];
  rootElements?: Element[];
  laneSets?: unknown[];
}

const ID = /^[A-Za-z_][\w.-]{0,59}$/;

function conditionOf(body: string | undefined): Condition | null {
  if (body === undefined || body.trim() === '') return null;
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw refused('流程图中的条件无法识别，请重新设置');
  }
  const read = storedCondition.safeParse(value);
  if (!read.success) throw refused('流程图中的条件无法识别，请重新设置');
  return read.data;
}

const idOf = ({ id }: Element): string => {
  if (id === undefined || !ID.test(id) || id.startsWith('yian_') || id === BACK) throw refused(`流程图的元素标识不正确：${id ?? ''}`);
  return id;
};

/** The graph of a drawn flow. Throws a refusal for what is no BPMN 2.0 and for elements that approvals do not know. */
export async function readDiagram(xml: string): Promise<Flow> {
  let root: Element;
  try {
    root = ((await new BpmnModdle().fromXML(xml)) as { rootElement: Element }).rootElement;
  } catch {
    throw refused('流程图不是有效的BPMN 2.0文件');
  }
  const processes = (root.rootElements ?? []).filter(({ $type }) => $type === 'bpmn:Process');
  if (processes.length !== 1) throw refused('流程图应有且只有一个流程');
  const nodes: FlowNode[] = [];
  const edges: FlowEdge[] = [];
  for (const one of processes[0]!.flowElements ?? []) {
    const type = nodeTypes[one.$type];
    if (one.$type === 'bpmn:SequenceFlow') {
      if (!one.sourceRef || !one.targetRef) throw refused('连线没有连到节点');
      edges.push({
        id: idOf(one),
        from: idOf(one.sourceRef),
        to: idOf(one.targetRef),
        condition: conditionOf(one.conditionExpression?.body),
        name: one.name ?? '',
      });
    } else if (!type || one.eventDefinitions?.length || one.loopCharacteristics)
      throw refused(`流程图含有不支持的元素：${one.name || one.$type.replace('bpmn:', '')}`);
    else nodes.push({ id: idOf(one), type, name: (one.name ?? '').trim() });
  }
  return { nodes, edges };
}
