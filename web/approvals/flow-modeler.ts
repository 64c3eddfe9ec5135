/** The modeller of bpmn-js, reduced to what approvals know (contract/approvals/approval-flows.rules.ts); loaded with 专业模式. */
import Modeler from 'bpmn-js/lib/Modeler';
import 'bpmn-js/dist/assets/diagram-js.css';
import 'bpmn-js/dist/assets/bpmn-js.css';
import 'bpmn-js/dist/assets/bpmn-font/css/bpmn.css';
import { conditionText } from '#contract/approvals/approval-conditions.rules.ts';
import { CONDITION_LANGUAGE } from '#contract/approvals/approval-diagrams.rules.ts';
import type { ApprovalVariable } from '#contract/approvals/approval-kinds.ts';
import { drawnAs, type Canvas, type Drawn, type DrawnElement, type EventBus } from './flow-drawing.ts';
import type { Condition } from './flow-draft.ts';
import { flowParts, partsOf } from './flow-modeler-parts.ts';

/** What is chosen in the drawing: a step, or a way out of a choice with its condition. */
export type Chosen = { type: 'task'; id: string } | { type: 'way'; id: string; condition: Condition | null } | null;

export interface FlowModeler {
  show: (xml: string) => Promise<void>;
  rename: (id: string, name: string) => void;
  setCondition: (id: string, condition: Condition | null, variables: Readonly<Record<string, ApprovalVariable>>) => void;
  zoom: (factor: number) => void;
  fit: () => void;
  destroy: () => void;
}

/** Pixels of the palette, with its distance. */
const PALETTE = 90;

interface Modeling {
  updateProperties: (element: DrawnElement, properties: Record<string, unknown>) => void;
}
interface Moddle {
  create: (type: string, properties: Record<string, unknown>) => unknown;
}

function conditionIn({ businessObject: { conditionExpression } }: DrawnElement): Condition | null {
  try {
    return conditionExpression?.body ? (JSON.parse(conditionExpression.body) as Condition) : null;
  } catch {
    // The server says that it cannot be read.
    return null;
  }
}

function chosenIn([element, ...others]: readonly DrawnElement[]): Chosen {
  if (!element || others.length > 0) return null;
  if (element.type === 'bpmn:UserTask') return { type: 'task', id: element.id };
  const from = element.businessObject.sourceRef?.$type;
  return element.type === 'bpmn:SequenceFlow' && from === 'bpmn:ExclusiveGateway'
    ? { type: 'way', id: element.id, condition: conditionIn(element) }
    : null;
}

interface Hearers {
  /** After every change: the drawing, and its steps from left to right. */
  onChange: (xml: string, tasks: { id: string; name: string }[]) => void;
  onChoose: (chosen: Chosen) => void;
}

export function flowModeler(container: HTMLElement, { onChange, onChoose }: Hearers): FlowModeler {
  const modules = partsOf(Modeler.prototype as never);
  // The wheel scrolls the page.
  const modeler = new Modeler({
    container,
    ...drawnAs(),
    modules,
    additionalModules: [flowParts],
    zoomScroll: { enabled: false },
  } as never);
  const drawn = () => modeler.get<Drawn>('elementRegistry');
  const bus = modeler.get<EventBus>('eventBus');
  let selection: readonly DrawnElement[] = [];
  const tasks = () =>
    drawn()
      .filter(({ type }) => type === 'bpmn:UserTask')
      .sort((a, b) => a.x - b.x || a.y - b.y)
      .map(({ id, businessObject }) => ({ id, name: businessObject.name ?? '' }));
  bus.on('commandStack.changed', () => {
    onChoose(chosenIn(selection));
    void modeler.saveXML({ format: false }).then(({ xml }) => xml !== undefined && onChange(xml, tasks()));
  });
  bus.on('selection.changed', ({ newSelection }) => {
    selection = newSelection;
    onChoose(chosenIn(newSelection));
  });
  const update = (id: string, properties: Record<string, unknown>) => {
    const element = drawn().get(id);
    if (element) modeler.get<Modeling>('modeling').updateProperties(element, properties);
  };
  const fit = () => {
    const canvas = modeler.get<Canvas>('canvas');
    canvas.zoom('fit-viewport', 'auto');
    // Beside the palette.
    const { x, y, width, height } = canvas.viewbox();
    const shift = (width * PALETTE) / container.clientWidth;
    canvas.viewbox({ x: x - shift, y: y - shift / 2, width: width + shift, height: height + shift });
  };
  return {
    async show(xml) {
      await modeler.importXML(xml);
      fit();
    },
    rename: (id, name) => update(id, { name }),
    setCondition: (id, condition, variables) =>
      update(id, {
        name: condition ? conditionText(condition, variables) : undefined,
        conditionExpression: condition
          ? modeler.get<Moddle>('moddle').create('bpmn:FormalExpression', { language: CONDITION_LANGUAGE, body: JSON.stringify(condition) })
          : undefined,
      }),
    zoom(factor) {
      const canvas = modeler.get<Canvas>('canvas');
      canvas.zoom(canvas.zoom() * factor);
    },
    fit,
    destroy: () => modeler.destroy(),
  };
}
