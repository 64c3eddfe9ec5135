/** Where the parts of the body lie on the figure. What there is twice is said once, for the left of the picture. */
import { bodyParts, type BodySide } from '#contract/body-parts.rules.ts';

export type Shape = { cx: number; cy: number; rx: number; ry: number } | { x: number; y: number; w: number; h: number; r: number };

export const FIGURE_WIDTH = 200;
export const FIGURE_HEIGHT = 384;

const arm = { x: 45, y: 95, w: 19, h: 38, r: 8 };
const elbow = { cx: 52, cy: 142, rx: 10, ry: 9 };
const forearm = { x: 38, y: 152, w: 17, h: 40, r: 7 };
const hand = { cx: 42, cy: 207, rx: 11, ry: 15 };
const shoulder = { cx: 61, cy: 82, rx: 13, ry: 12 };
const knee = { cx: 84, cy: 268, rx: 12, ry: 11 };
const lower = { x: 73, y: 281, w: 22, h: 70, r: 9 };
const foot = { cx: 82, cy: 365, rx: 14, ry: 12 };
const head = { cx: 100, cy: 34, rx: 20, ry: 25 };
const neck = { x: 91, y: 59, w: 18, h: 12, r: 4 };
const trunk = { x: 75, y: 73, w: 50, h: 52, r: 12 };

const shapes: Readonly<Record<string, Shape>> = {
  face: head,
  throat: neck,
  chest: trunk,
  abdomen: { x: 76, y: 127, w: 48, h: 42, r: 10 },
  groin: { x: 89, y: 171, w: 22, h: 20, r: 8 },
  shoulder,
  arm,
  elbow,
  forearm,
  hand,
  hip: { x: 70, y: 171, w: 17, h: 22, r: 7 },
  thigh: { x: 70, y: 195, w: 27, h: 61, r: 11 },
  knee,
  shin: lower,
  foot,
  occiput: head,
  nape: neck,
  back: trunk,
  waist: { x: 76, y: 127, w: 48, h: 26, r: 8 },
  sacrum: { x: 86, y: 155, w: 28, h: 24, r: 8 },
  scapula: shoulder,
  arm_back: arm,
  elbow_back: elbow,
  forearm_back: forearm,
  hand_back: hand,
  buttock: { x: 71, y: 181, w: 27, h: 27, r: 11 },
  thigh_back: { x: 71, y: 210, w: 26, h: 46, r: 10 },
  knee_back: knee,
  calf: lower,
  heel: foot,
};

const mirrored = (shape: Shape): Shape =>
  'cx' in shape ? { ...shape, cx: FIGURE_WIDTH - shape.cx } : { ...shape, x: FIGURE_WIDTH - shape.x - shape.w };

/** The shape of a part. Seen from the front, the right of the person is on the left of the picture. */
function shapeOf(key: string, side: BodySide): Shape {
  const [name, half] = key.split('.') as [string, string?];
  const shape = shapes[name] as Shape;
  return half === (side === 'front' ? 'left' : 'right') ? mirrored(shape) : shape;
}

export const drawnParts = (side: BodySide) =>
  bodyParts.filter((part) => part.side === side).map((part) => ({ ...part, shape: shapeOf(part.key, side) }));
