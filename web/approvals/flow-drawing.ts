/** What viewer and modeller share: how elements are drawn in the colours of the page, and what of bpmn-js is used. */

/** Colours as custom properties, so that a drawing follows the theme at once; a canvas measures the text, which knows none for its font. */
export function drawnAs() {
  const { fontFamily } = getComputedStyle(document.body);
  return {
    bpmnRenderer: {
      defaultFillColor: 'var(--ant-color-bg-container)',
      defaultStrokeColor: 'var(--ant-color-text-secondary)',
      defaultLabelColor: 'var(--ant-color-text)',
    },
    textRenderer: { defaultStyle: { fontFamily, fontSize: 13 }, externalStyle: { fontFamily, fontSize: 12, lineHeight: 1.3 } },
  };
}

export interface DrawnElement {
  id: string;
  type: string;
  x: number;
  y: number;
  businessObject: {
    name?: string;
    sourceRef?: { id: string; $type: string };
    conditionExpression?: { body?: string };
  };
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Canvas {
  viewbox: (box?: Box) => Box & { inner: Box };
  zoom: (scale?: number | 'fit-viewport', centre?: 'auto') => number;
  resized: () => void;
  addMarker: (id: string, mark: string) => void;
  removeMarker: (id: string, mark: string) => void;
}

export interface EventBus {
  on: (event: string, hear: (event: { element: DrawnElement; newSelection: DrawnElement[] }) => void) => void;
}

export interface Drawn {
  get: (id: string) => DrawnElement | undefined;
  filter: (which: (element: DrawnElement) => boolean) => DrawnElement[];
}
