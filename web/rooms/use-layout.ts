/** A floor while it is laid out: where its rooms are, what they were before each step, and whether two lie on one another. */
import { useState } from 'react';
import { extentOf, overlapOf, stepped, type LaidRoom, type Spot } from '#contract/rooms/house.rules.ts';
import type { HouseFloor } from './house-model.ts';

export type Spots = ReadonlyMap<number, Spot>;

export interface Layout {
  readonly spots: Spots;
  readonly picture: string | null;
}

/** Steps that can be taken back. */
const MOST_STEPS = 200;

const laidOf = (spots: Spots): LaidRoom[] => [...spots].map(([roomId, spot]) => ({ roomId, ...spot }));

/** The layout that is edited. Each change but those of one drag is a step that `undo` takes back. */
export function useLayout({ layout: { geometry }, plan }: HouseFloor) {
  const [layout, setLayout] = useState<Layout>({ spots: geometry.spots, picture: plan?.picture ?? null });
  const [steps, setSteps] = useState<readonly Layout[]>([]);
  const remember = () => setSteps((before) => [...before.slice(-MOST_STEPS), layout]);
  const put = (roomId: number, spot: Spot) => setLayout((now) => ({ ...now, spots: new Map(now.spots).set(roomId, spot) }));
  const laid = laidOf(layout.spots);
  const extent = extentOf(laid);
  return {
    ...layout,
    laid,
    width: Math.max(extent.width, plan?.width ?? 0),
    height: Math.max(extent.height, plan?.height ?? 0),
    overlap: overlapOf(laid),
    changed: steps.length > 0,
    /** Begins a drag: what was before is one step. */
    begin: remember,
    /** While it is dragged. */
    put,
    /** One press of a key. */
    step(roomId: number, what: 'move' | 'size', dx: number, dy: number): Spot {
      const next = stepped(layout.spots.get(roomId) as Spot, what, dx, dy);
      remember();
      put(roomId, next);
      return next;
    },
    setPicture(picture: string | null) {
      remember();
      setLayout((now) => ({ ...now, picture }));
    },
    undo() {
      const last = steps.at(-1);
      if (!last) return;
      setLayout(last);
      setSteps(steps.slice(0, -1));
    },
  };
}
