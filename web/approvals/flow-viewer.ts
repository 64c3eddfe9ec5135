/** Draws a flow (BPMN 2.0) with bpmn-js; loaded with the first drawing. */
import NavigatedViewer from 'bpmn-js/lib/NavigatedViewer';
import 'bpmn-js/dist/assets/diagram-js.css';
import 'bpmn-js/dist/assets/bpmn-js.css';
import { drawnAs, type Canvas, type Drawn, type EventBus } from './flow-drawing.ts';

export interface FlowMarks {
  taken: readonly string[];
  current: readonly string[];
  selected: string | null;
}

export interface FlowViewer {
  /** Throws for what is no BPMN 2.0. */
  show: (xml: string) => Promise<void>;
  /** Elements that are not drawn are left out. */
  mark: (marks: FlowMarks) => void;
  fit: () => void;
  zoom: (factor: number) => void;
  destroy: () => void;
}

/** Smaller than this nothing can be read: then it is moved by hand. */
const LEAST_SCALE = 0.55;
const AROUND = 48;
/** Below the drawing, for the mark of bpmn.io: nothing may lie over it. */
const BELOW = 30;
const HEIGHTS = { least: 170, most: 460 } as const;

export function flowViewer(container: HTMLElement, onPick: (id: string) => void): FlowViewer {
  // The wheel scrolls the page.
  const viewer = new NavigatedViewer({ container, ...drawnAs(), zoomScroll: { enabled: false } } as never);
  const canvas = () => viewer.get<Canvas>('canvas');
  const marked: [string, string][] = [];
  viewer.get<EventBus>('eventBus').on('element.click', ({ element }) => onPick(element.id));
  const fit = () => {
    const { inner } = canvas().viewbox();
    if (inner.width === 0 || container.clientWidth === 0) return;
    const scale = Math.min(1, Math.max(LEAST_SCALE, (container.clientWidth - AROUND) / inner.width));
    const height = Math.min(HEIGHTS.most, Math.max(HEIGHTS.least, inner.height * scale + AROUND + BELOW));
    container.style.height = `${height}px`;
    canvas().resized();
    const width = container.clientWidth / scale;
    const wide = inner.width + AROUND / scale > width;
    canvas().viewbox({
      x: wide ? inner.x - AROUND / 2 / scale : inner.x - (width - inner.width) / 2,
      y: inner.y - ((height - BELOW) / scale - inner.height) / 2,
      width,
      height: height / scale,
    });
  };
  return {
    async show(xml) {
      marked.length = 0;
      await viewer.importXML(xml);
      fit();
    },
    mark({ taken, current, selected }) {
      const known = (id: string) => viewer.get<Drawn>('elementRegistry').get(id) !== undefined;
      for (const [id, mark] of marked.splice(0)) if (known(id)) canvas().removeMarker(id, mark);
      const add = (id: string, mark: string) => {
        if (!known(id)) return;
        canvas().addMarker(id, mark);
        marked.push([id, mark]);
      };
      for (const id of taken) add(id, 'ap-taken');
      for (const id of current) add(id, 'ap-current');
      if (selected !== null) add(selected, 'ap-selected');
    },
    fit,
    zoom: (factor) => void canvas().zoom(canvas().zoom() * factor),
    destroy: () => viewer.destroy(),
  };
}
