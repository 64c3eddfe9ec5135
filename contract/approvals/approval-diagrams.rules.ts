/**
 * BPMN 2.0 of a flow (OMG formal/2013-12-09): as it is drawn, with a diagram from left to right, and as the engine runs it. A condition is
 * JSON in the body of its flow, language `yian`. Pure.
 */
import type { Condition } from './approval-conditions.rules.ts';
import { isParallel, type Flow, type FlowEdge, type FlowNode, type NodeType } from './approval-flows.rules.ts';

export const CONDITION_LANGUAGE = 'yian';
/** The gateway of the running process through which a step is returned to; it is not drawn. */
export const BACK = 'yian_back';
/** Bodies of the conditions that ask for the decision instead of the application's values. */
export const RETURNED = 'returned';
/** The condition of the way on which a step is returned to: it holds when just that step was named. */
export const returnedTo = (step: string): string => `returned:${step}`;

const ELEMENTS: Record<NodeType, string> = {
  start: 'startEvent',
  task: 'userTask',
  choice: 'exclusiveGateway',
  parallel: 'parallelGateway',
  end: 'endEvent',
};
export const nodeTypes: Readonly<Record<string, NodeType>> = Object.fromEntries(
  Object.entries(ELEMENTS).map(([type, element]) => [`bpmn:${element[0]!.toUpperCase()}${element.slice(1)}`, type as NodeType]),
);

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };
const xml = (text: string) => text.replace(/[&<>"']/g, (character) => ESCAPES[character]!);

const expression = (body: string) =>
  `<conditionExpression xsi:type="tFormalExpression" language="${CONDITION_LANGUAGE}">${xml(body)}</conditionExpression>`;
const sequence = ({ id, from, to, name }: Omit<FlowEdge, 'condition'>, body: string | null) =>
  `<sequenceFlow id="${xml(id)}" sourceRef="${xml(from)}" targetRef="${xml(to)}"${name ? ` name="${xml(name)}"` : ''}${
    body === null ? '/>' : `>${expression(body)}</sequenceFlow>`
  }`;
const bodyOf = (condition: Condition | null) => (condition === null ? null : JSON.stringify(condition));

/** The way that is taken when no condition of the others holds. */
const defaultOf = ({ id, type }: FlowNode, edges: readonly FlowEdge[]): string | null => {
  const out = edges.filter(({ from }) => from === id);
  return type === 'choice' && out.length > 1 ? (out.find(({ condition }) => condition === null)?.id ?? null) : null;
};
const element = (one: FlowNode, wayOut: string | null) =>
  `<${ELEMENTS[one.type]} id="${xml(one.id)}"${one.name ? ` name="${xml(one.name)}"` : ''}${wayOut ? ` default="${xml(wayOut)}"` : ''}/>`;

const document = (content: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
  xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC"
  xmlns:di="http://www.omg.org/spec/DD/20100524/DI" id="definitions" targetNamespace="urn:yian:approvals">
${content}
</definitions>`;

const SIZES: Record<NodeType, [width: number, height: number]> = {
  start: [36, 36],
  task: [120, 80],
  choice: [50, 50],
  parallel: [50, 50],
  end: [36, 36],
};
const LINE = 120;
const GAP = 60;
/** A way with words needs room for them; they stand above it. */
const WORDS = { gap: 150, width: 140, height: 34 } as const;
/** Ways that pass over a node run this far above the line, each above the one before it. */
const ABOVE = 70;

/** A listed flow, drawn from left to right; ways that leave steps out run above them. */
export function diagramOf({ nodes, edges }: Flow): string {
  let x = 40;
  const boxes = new Map(
    nodes.map(({ id, type }) => {
      const [width, height] = SIZES[type];
      const box = { x, y: LINE - height / 2, width, height };
      x += width + (edges.some(({ from, name }) => from === id && name !== '') ? WORDS.gap : GAP);
      return [id, box] as const;
    }),
  );
  const order = new Map(nodes.map(({ id }, at) => [id, at]));
  const shapes = nodes.map(({ id, type }) => {
    const { x: left, y, width, height } = boxes.get(id)!;
    const marker = type === 'choice' ? ' isMarkerVisible="true"' : '';
    return `<bpmndi:BPMNShape id="${xml(id)}_di" bpmnElement="${xml(id)}"${marker}><dc:Bounds x="${left}" y="${y}" width="${width}" height="${height}"/></bpmndi:BPMNShape>`;
  });
  const lines = edges.map(({ id, from, to, name }) => {
    const [a, b] = [boxes.get(from)!, boxes.get(to)!];
    const over = order.get(to)! - order.get(from)! > 1;
    const [ax, bx] = [a.x + a.width / 2, b.x + b.width / 2];
    const points: [number, number][] = over
      ? [
          [ax, a.y],
          [ax, LINE - ABOVE],
          [bx, LINE - ABOVE],
          [bx, b.y],
        ]
      : [
          [a.x + a.width, LINE],
          [b.x, LINE],
        ];
    const way = points.map(([px, py]) => `<di:waypoint x="${px}" y="${py}"/>`).join('');
    const [left, top] = [a.x + a.width + (WORDS.gap - WORDS.width) / 2, LINE - WORDS.height - 4];
    const words = name
      ? `<bpmndi:BPMNLabel><dc:Bounds x="${left}" y="${top}" width="${WORDS.width}" height="${WORDS.height}"/></bpmndi:BPMNLabel>`
      : '';
    return `<bpmndi:BPMNEdge id="${xml(id)}_di" bpmnElement="${xml(id)}">${way}${words}</bpmndi:BPMNEdge>`;
  });
  return document(`<process id="approval" isExecutable="true">
${nodes.map((node) => element(node, defaultOf(node, edges))).join('\n')}
${edges.map((edge) => sequence(edge, bodyOf(edge.condition))).join('\n')}
</process>
<bpmndi:BPMNDiagram id="diagram"><bpmndi:BPMNPlane id="plane" bpmnElement="approval">
${[...shapes, ...lines].join('\n')}
</bpmndi:BPMNPlane></bpmndi:BPMNDiagram>`);
}

/**
 * The process that the engine runs. Where no branches run beside each other, each step has a second way out: returned, it leads through one
 * gateway to the step that was named.
 */
export function processOf(flow: Flow): string {
  const { nodes, edges } = flow;
  const tasks = isParallel(flow) ? [] : nodes.filter(({ type }) => type === 'task');
  const wayOut = (one: FlowNode) =>
    one.type === 'task' && tasks.length > 0 ? (edges.find(({ from }) => from === one.id)?.id ?? null) : defaultOf(one, edges);
  const back = tasks.flatMap(({ id }) => [
    sequence({ id: `yian_return_${id}`, from: id, to: BACK, name: '' }, RETURNED),
    sequence({ id: `yian_to_${id}`, from: BACK, to: id, name: '' }, returnedTo(id)),
  ]);
  return document(`<process id="approval" isExecutable="true">
${nodes.map((node) => element(node, wayOut(node))).join('\n')}
${tasks.length > 0 ? `<exclusiveGateway id="${BACK}"/>` : ''}
${[...edges.map((edge) => sequence(edge, bodyOf(edge.condition))), ...back].join('\n')}
</process>`);
}
