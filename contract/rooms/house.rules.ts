/** The house as one drawn plan: which room lies where, which signal a bed shows, in which order. Pure. */

/** A rectangle on the grid of a floor, in cells. */
export interface Spot {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** Cells that a bed takes in a room that is drawn by itself. */
const BED = { w: 5, h: 2 } as const;
/** The line with the room's name. */
const HEAD = 1;
const CORRIDOR = 2;
/** Rooms on both sides of one corridor; a floor with more has several. */
const PER_CORRIDOR = 20;
/** The largest floor that may be laid out. */
export const MOST_CELLS = 200;
/** A room must hold its name and a bed. */
export const LEAST_ROOM = { w: 3, h: 2 } as const;

const collator = new Intl.Collator('zh-CN', { numeric: true });
/** The order of names as people count them: 2层 before 10层, 302 before 1002. */
export const naturalOrder = (a: string, b: string): number => collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);

/** Cells that a room with so many beds takes when no one has laid it out. */
export function roomSize(beds: number): { w: number; h: number } {
  const columns = beds <= 1 ? 1 : beds <= 4 ? 2 : beds <= 9 ? 3 : 4;
  return { w: columns * BED.w, h: HEAD + Math.max(1, Math.ceil(beds / columns)) * BED.h };
}

export interface SizedRoom {
  readonly id: number;
  readonly name: string;
  readonly beds: number;
}

export interface Floor {
  readonly width: number;
  readonly height: number;
  readonly spots: ReadonlyMap<number, Spot>;
}

/** One block: rooms on both sides of a corridor, by turns, so that neighbours by number face each other. */
function block(rooms: readonly SizedRoom[], top: number, spots: Map<number, Spot>): { width: number; height: number } {
  const sides = [rooms.filter((_, at) => at % 2 === 0), rooms.filter((_, at) => at % 2 === 1)];
  let [width, y] = [0, top];
  for (const [at, side] of sides.entries()) {
    if (side.length === 0) continue;
    const h = Math.max(...side.map(({ beds }) => roomSize(beds).h));
    if (at === 1) y += CORRIDOR;
    let x = 0;
    for (const { id, beds } of side) {
      const { w } = roomSize(beds);
      spots.set(id, { x, y, w, h });
      x += w;
    }
    width = Math.max(width, x);
    y += h;
  }
  return { width, height: y - top };
}

/** A floor drawn from its rooms alone: in natural order, two rows along a corridor. Without rooms it is empty. */
export function generatedFloor(rooms: readonly SizedRoom[], top = 0): Floor {
  const ordered = rooms.toSorted((a, b) => naturalOrder(a.name, b.name) || a.id - b.id);
  const spots = new Map<number, Spot>();
  let [width, y] = [0, top];
  for (let from = 0; from < ordered.length; from += PER_CORRIDOR) {
    if (from > 0) y += CORRIDOR;
    const made = block(ordered.slice(from, from + PER_CORRIDOR), y, spots);
    width = Math.max(width, made.width);
    y += made.height;
  }
  return { width, height: y, spots };
}

/**
 * A floor as it is drawn: rooms that are laid out where staff put them, the others (added since) below them as a floor of their own.
 * `plan` null: nothing is laid out.
 */
export function floorOf(
  rooms: readonly (SizedRoom & { readonly spot: Spot | null })[],
  plan: { readonly width: number; readonly height: number } | null,
): Floor {
  if (!plan) return generatedFloor(rooms);
  const placed = rooms.flatMap(({ id, spot }): [number, Spot][] => (spot ? [[id, spot]] : []));
  const rest = rooms.filter(({ spot }) => !spot);
  if (rest.length === 0) return { width: plan.width, height: plan.height, spots: new Map(placed) };
  const below = generatedFloor(rest, plan.height + CORRIDOR);
  return { width: Math.max(plan.width, below.width), height: below.height, spots: new Map([...placed, ...below.spots]) };
}

const overlap = (a: Spot, b: Spot) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

export interface LaidRoom extends Spot {
  readonly roomId: number;
}

/** The first two rooms of a layout that lie on one another; null when none do. */
export function overlapOf(rooms: readonly LaidRoom[]): readonly [LaidRoom, LaidRoom] | null {
  for (const [at, one] of rooms.entries()) {
    const other = rooms.slice(at + 1).find((room) => overlap(one, room));
    if (other) return [one, other];
  }
  return null;
}

/** Whether a room lies on its floor with all of it. */
export const isInside = ({ x, y, w, h }: Spot, { width, height }: { width: number; height: number }): boolean =>
  x >= 0 && y >= 0 && w > 0 && h > 0 && x + w <= width && y + h <= height;

/** A room after a step of the editor, kept on the grid: `move` shifts it, `size` changes its lower right corner. */
export function stepped(spot: Spot, what: 'move' | 'size', dx: number, dy: number): Spot {
  const within = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value));
  const { x, y, w, h } = spot;
  if (what === 'move') return { ...spot, x: within(x + dx, 0, MOST_CELLS - w), y: within(y + dy, 0, MOST_CELLS - h) };
  return { ...spot, w: within(w + dx, LEAST_ROOM.w, MOST_CELLS - x), h: within(h + dy, LEAST_ROOM.h, MOST_CELLS - y) };
}

/** The smallest floor that holds all of these rooms. */
export const extentOf = (rooms: readonly Spot[]): { width: number; height: number } => ({
  width: Math.max(1, ...rooms.map(({ x, w }) => x + w)),
  height: Math.max(1, ...rooms.map(({ y, h }) => y + h)),
});
