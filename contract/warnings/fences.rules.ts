/**
 * Where a person should be and when: geometry, time windows, and the steps from a fix to a
 * warning. Pure; degrees are WGS-84, lengths metres, times epoch ms.
 */
import { inWindows, type TimeWindow } from '../time-windows.rules.ts';

export type Point = readonly [lng: number, lat: number];
export type Shape =
  | { readonly kind: 'circle'; readonly center: Point; readonly radius: number }
  | { readonly kind: 'polygon'; readonly points: readonly Point[] }
  /** A way: whatever is within `radius` of the line. */
  | { readonly kind: 'line'; readonly points: readonly Point[]; readonly radius: number };

export const purposes = { inside: 1, away: 2 } as const;
export const purposeLabels: Record<number, string> = { 1: '不得离开', 2: '不得进入' };
export const shapeLabels: Record<number, string> = { 1: '圆形', 2: '多边形', 3: '路线' };
export const MOST_POINTS = 200;
export const DEFAULT_MARGIN = 50;
/** A place without a satellite fix is good enough only for a fence of this radius. */
export const COARSE_FROM = 1000;
/** What a fix is taken to be off by when the device does not say: by satellite, by network. */
const ACCURACY = { fix: 25, coarse: 500 };
/** Still outside: told again after so long. */
export const AGAIN_MS = 30 * 60_000;
const CONFIRMATIONS = 2;

export interface FenceRule {
  readonly purpose: number;
  readonly shape: Shape;
  readonly margin: number;
  readonly windows: readonly TimeWindow[];
}

const DEGREE = 111_195;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** East and north of `origin`: exact to a few centimetres over the extent of a town. */
function metresFrom(origin: Point, [lng, lat]: Point): [number, number] {
  return [(lng - origin[0]) * DEGREE * Math.cos(radians(origin[1])), (lat - origin[1]) * DEGREE];
}

/** Metres between two points. */
export function distance(a: Point, b: Point): number {
  const [x, y] = metresFrom(a, b);
  return Math.hypot(x, y);
}

/** Metres outside the shape; negative: as far inside. */
export function outsideBy(shape: Shape, place: Point): number {
  if (shape.kind === 'circle') return distance(shape.center, place) - shape.radius;
  const corners = shape.points.map((point) => metresFrom(place, point));
  const closed = shape.kind === 'polygon';
  let inside = false;
  let nearest = Infinity;
  for (let at = closed ? 0 : 1, before = closed ? corners.length - 1 : 0; at < corners.length; before = at++) {
    const [x1, y1] = corners[before] as [number, number];
    const [x2, y2] = corners[at] as [number, number];
    if (y1 > 0 !== y2 > 0 && (x1 - x2) * (-y2 / (y1 - y2)) + x2 > 0) inside = !inside;
    const length = (x2 - x1) ** 2 + (y2 - y1) ** 2;
    const along = length === 0 ? 0 : Math.min(1, Math.max(0, -(x1 * (x2 - x1) + y1 * (y2 - y1)) / length));
    nearest = Math.min(nearest, Math.hypot(x1 + along * (x2 - x1), y1 + along * (y2 - y1)));
  }
  if (shape.kind === 'line') return nearest - shape.radius;
  return inside ? -nearest : nearest;
}

/** Radius of a circle of the same area; of a line, how far its middle is from its edge. */
export function sizeOf(shape: Shape): number {
  if (shape.kind !== 'polygon') return shape.radius;
  const corners = shape.points.map((point) => metresFrom(shape.points[0] as Point, point));
  const twice = corners.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = corners[(at + 1) % corners.length] as [number, number];
    return sum + x * nextY - nextX * y;
  }, 0);
  return Math.sqrt(Math.abs(twice) / 2 / Math.PI);
}

/** The middle of a fence: the centre of its circle or of the box around its points. */
export function middleOf(shape: Shape): Point {
  if (shape.kind === 'circle') return shape.center;
  const of = (axis: 0 | 1) =>
    (Math.min(...shape.points.map((point) => point[axis])) + Math.max(...shape.points.map((point) => point[axis]))) / 2;
  return [of(0), of(1)];
}

const side = (a: Point, b: Point, c: Point) => Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));

/** Whether two sides of a polygon cross: then its inside is not defined. */
export function crossesItself(points: readonly Point[]): boolean {
  const sides = points.map((point, at) => [point, points[(at + 1) % points.length] as Point] as const);
  return sides.some(([a, b], at) =>
    sides.some(([c, d], other) => {
      if (other <= at + 1 || (at === 0 && other === sides.length - 1)) return false;
      return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
    }),
  );
}

export interface Fix {
  readonly lng: number;
  readonly lat: number;
  /** Metres; null: the device does not say. */
  readonly accuracy: number | null;
  /** False: by the network, not by satellites. */
  readonly satellite: boolean;
  readonly at: number;
}

export interface FenceState {
  /** 0 unknown, 1 as it should be, 2 not. */
  readonly place: 0 | 1 | 2;
  /** What the last fixes say instead, until there are enough of them. */
  readonly turning: {
    readonly to: 1 | 2;
    readonly count: number;
    readonly at: number;
    readonly lng: number;
    readonly lat: number;
    readonly accuracy: number;
  } | null;
  /** False while it is not known that the person ever was where they should be: a fence drawn around somebody absent raises nothing. */
  readonly armed: boolean;
  readonly raisedAt: number | null;
  readonly at: number;
}

export const unknownState: FenceState = { place: 0, turning: null, armed: false, raisedAt: null, at: 0 };

export interface FenceStep {
  readonly state: FenceState;
  readonly action: 'raise' | 'clear' | null;
  /** The first fix on the wrong side: ask for more of them. */
  readonly doubt: boolean;
}

/** Whether a fix is of use for a fence. */
export const counts = (shape: Shape, { satellite }: Pick<Fix, 'satellite'>) => satellite || sizeOf(shape) >= COARSE_FROM;

/** 1 as it should be, 2 surely not, 0 within the margin and accuracy of the line. */
function sideOf({ purpose, shape, margin }: FenceRule, { lng, lat }: Fix, accuracy: number): 0 | 1 | 2 {
  const outside = outsideBy(shape, [lng, lat]);
  if (purpose === purposes.inside) return outside <= 0 ? 1 : outside > margin + accuracy ? 2 : 0;
  // A pond is smaller than any margin: half of it must do.
  return outside >= 0 ? 1 : outside < -Math.min(margin + accuracy, sizeOf(shape) / 2) ? 2 : 0;
}

/** Fixes further apart than this say nothing of each other; those closer share their error, and a third is soon there. */
const TOGETHER_MS = [45_000, 3 * 60_000] as const;

/** Whether two fixes can be of one person on the way; outliers lie anywhere. A third in a row is believed all the same. */
function agree(turning: NonNullable<FenceState['turning']>, { lng, lat, at }: Fix, accuracy: number): boolean {
  const apart = at - turning.at;
  if (apart < TOGETHER_MS[0] || apart > TOGETHER_MS[1]) return false;
  const walked = Math.min(60, (apart / 1000) * 1.5);
  return distance([turning.lng, turning.lat], [lng, lat]) <= walked + accuracy + turning.accuracy;
}

/** What a fix changes; null when it is older than the last one or of no use for this fence. */
export function stepFence(state: FenceState, fix: Fix, fence: FenceRule): FenceStep | null {
  if (fix.at <= state.at || !counts(fence.shape, fix)) return null;
  const accuracy = Math.max(0, fix.accuracy ?? (fix.satellite ? ACCURACY.fix : ACCURACY.coarse));
  const side = sideOf(fence, fix, accuracy);
  const wanted = inWindows(fence.windows, fix.at);
  const calm = { ...state, turning: null, at: fix.at };
  const plain = (next: FenceState, action: FenceStep['action'] = null, doubt = false): FenceStep => ({ state: next, action, doubt });
  const misplaced = (next: FenceState): FenceStep => {
    // Outside the hours nobody minds; who is still away when they begin is told of.
    if (!wanted) return plain({ ...next, armed: true, raisedAt: null }, next.raisedAt === null ? null : 'clear');
    if (!next.armed || (next.raisedAt !== null && fix.at - next.raisedAt < AGAIN_MS)) return plain(next);
    return plain({ ...next, raisedAt: fix.at }, 'raise');
  };
  if (side === 0) return plain(calm);
  if (side === state.place) return side === 2 ? misplaced(calm) : plain(calm);
  const { turning } = state;
  const count = turning?.to === side ? turning.count + 1 : 1;
  const enough = count > CONFIRMATIONS || (count === CONFIRMATIONS && agree(turning as NonNullable<typeof turning>, fix, accuracy));
  if (!enough)
    return plain(
      { ...state, at: fix.at, turning: { to: side, count, at: fix.at, lng: fix.lng, lat: fix.lat, accuracy } },
      null,
      count === 1 && side === 2 && state.place === 1,
    );
  if (side === 1) return plain({ ...calm, place: 1, armed: true, raisedAt: null }, state.raisedAt === null ? null : 'clear');
  return misplaced({ ...calm, place: 2, armed: state.place === 1, raisedAt: null });
}

/** Whether a step is worth writing down: a mere newer time is not. */
export const moved = (before: FenceState, { state, action }: FenceStep) =>
  action !== null ||
  state.place !== before.place ||
  state.turning !== before.turning ||
  state.armed !== before.armed ||
  state.raisedAt !== before.raisedAt;
