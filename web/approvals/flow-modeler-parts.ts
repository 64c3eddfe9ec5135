/** What of bpmn-js's modeller is left: five kinds of elements, the ways between them, names and deletion. Its words are ours. */
import type { DrawnElement } from './flow-drawing.ts';

type Start = (event: Event, element?: DrawnElement) => void;
interface Entry {
  group: string;
  className: string;
  title: string;
  action: { click?: Start; dragstart?: Start };
}
type Entries = Record<string, Entry>;
interface Providers {
  registerProvider: (provider: object) => void;
}
interface Create {
  start: (event: Event, shape: unknown, hints?: object) => void;
}
interface Shapes {
  createShape: (attributes: object) => unknown;
}
interface Tool {
  activateHand?: (event: Event) => void;
  activateSelection?: (event: Event) => void;
  toggle?: (event: Event) => void;
}

const KINDS = [
  { type: 'bpmn:StartEvent', icon: 'bpmn-icon-start-event-none', title: '开始', first: true },
  { type: 'bpmn:UserTask', icon: 'bpmn-icon-user-task', title: '审批步骤' },
  { type: 'bpmn:ExclusiveGateway', icon: 'bpmn-icon-gateway-xor', title: '条件分支（走其中一条）' },
  { type: 'bpmn:ParallelGateway', icon: 'bpmn-icon-gateway-parallel', title: '并行分支（同时走各条）' },
  { type: 'bpmn:EndEvent', icon: 'bpmn-icon-end-event-none', title: '结束' },
] as const;

const shapeOf = (type: string) => ({ type, ...(type === 'bpmn:ExclusiveGateway' ? { isMarkerVisible: true } : {}) });

class FlowPalette {
  static $inject = ['palette', 'create', 'elementFactory', 'handTool', 'lassoTool', 'globalConnect'];
  private create: Create;
  private shapes: Shapes;
  private hand: Tool;
  private lasso: Tool;
  private connect: Tool;

  constructor(palette: Providers, create: Create, shapes: Shapes, hand: Tool, lasso: Tool, connect: Tool) {
    this.create = create;
    this.shapes = shapes;
    this.hand = hand;
    this.lasso = lasso;
    this.connect = connect;
    palette.registerProvider(this);
  }

  getPaletteEntries(): Entries {
    const tool = (icon: string, title: string, click: Start): Entry => ({ group: 'tools', className: icon, title, action: { click } });
    return {
      hand: tool('bpmn-icon-hand-tool', '移动画布', (event) => this.hand.activateHand?.(event)),
      lasso: tool('bpmn-icon-lasso-tool', '框选', (event) => this.lasso.activateSelection?.(event)),
      connect: tool('bpmn-icon-connection-multi', '连线', (event) => this.connect.toggle?.(event)),
      ...Object.fromEntries(
        KINDS.map(({ type, icon, title }) => {
          const start: Start = (event) => this.create.start(event, this.shapes.createShape(shapeOf(type)));
          return [type, { group: 'elements', className: icon, title: `添加${title}`, action: { dragstart: start, click: start } }];
        }),
      ),
    };
  }
}

interface Place {
  append: (source: DrawnElement, shape: unknown) => void;
}
interface Connect {
  start: (event: Event, source: DrawnElement) => void;
}
interface Remove {
  removeElements: (elements: DrawnElement[]) => void;
}

class FlowContextPad {
  static $inject = ['contextPad', 'autoPlace', 'elementFactory', 'connect', 'modeling', 'create'];
  private place: Place;
  private shapes: Shapes;
  private connect: Connect;
  private modeling: Remove;
  private create: Create;

  constructor(pad: Providers, place: Place, shapes: Shapes, connect: Connect, modeling: Remove, create: Create) {
    this.place = place;
    this.shapes = shapes;
    this.connect = connect;
    this.modeling = modeling;
    this.create = create;
    pad.registerProvider(this);
  }

  getContextPadEntries(element: DrawnElement): Entries {
    const isWay = element.type === 'bpmn:SequenceFlow';
    const goesOn = !isWay && element.type !== 'bpmn:EndEvent' && element.type !== 'label';
    const append = KINDS.slice(1).map(({ type, icon, title }): [string, Entry] => [
      type,
      {
        group: 'append',
        className: icon,
        title: `接${title}`,
        action: {
          click: () => this.place.append(element, this.shapes.createShape(shapeOf(type))),
          dragstart: (event) => this.create.start(event, this.shapes.createShape(shapeOf(type)), { source: element }),
        },
      },
    ]);
    const connect: Start = (event) => this.connect.start(event, element);
    return {
      ...(goesOn ? Object.fromEntries(append) : {}),
      ...(goesOn
        ? {
            connect: {
              group: 'connect',
              className: 'bpmn-icon-connection-multi',
              title: '连线',
              action: { click: connect, dragstart: connect },
            },
          }
        : {}),
      remove: {
        group: 'edit',
        className: 'bpmn-icon-trash',
        title: '删除',
        action: { click: () => this.modeling.removeElements([element]) },
      },
    };
  }

  getMultiElementContextPadEntries(elements: DrawnElement[]): Entries {
    return {
      remove: {
        group: 'edit',
        className: 'bpmn-icon-trash',
        title: '删除',
        action: { click: () => this.modeling.removeElements(elements) },
      },
    };
  }
}

/** An override of bpmn-js's own palette and context pad. */
export const flowParts = { paletteProvider: ['type', FlowPalette], contextPadProvider: ['type', FlowContextPad] };

interface Part {
  __init__?: string[];
}
/** Services that bring what approvals do not know, or words that are not ours. */
const LEFT_OUT = new Set(['alignElementsContextPadProvider', 'distributeElementsMenuProvider', 'bpmnSearch']);

/** The parts that a modeller is put together of, without them. */
export const partsOf = ({ _modules: parts }: { _modules: readonly Part[] }): Part[] =>
  parts.filter(({ __init__ = [] }) => !__init__.some((name) => LEFT_OUT.has(name)));
