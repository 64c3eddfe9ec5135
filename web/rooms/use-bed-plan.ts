/** A plan of moves on the house view: who is picked up, where they were put, and what it comes to. Nothing is sent before it is confirmed. */
import { useEffect, useMemo, useState, type RefObject } from 'react';
import { arrange, type Drop, type PlannedMove } from '#contract/elderly/bed-plan.rules.ts';
import { MOST_MOVES } from '#contract/elderly/placements.ts';
import { bedStateLabels, isTakeable } from '#contract/rooms/beds.rules.ts';
import type { HouseBed, HouseRoom } from '#contract/rooms/house.ts';
import { showMessage } from '#web/api/messages.ts';
import { BED } from './house-keys.ts';

export interface BedPlan {
  moves: readonly PlannedMove[];
  /** Who was picked up and waits for a bed; null: no one. */
  picked: { oldmanId: number; name: string } | null;
  /** The name of who can be carried from a bed; null: nobody. */
  carries: (bedId: number) => string | null;
  pick: (bedId: number) => void;
  letGo: () => void;
  /** Puts who was picked up into a bed. */
  put: (bedId: number) => void;
  /** Puts who lies in a bed into another one. */
  drop: (fromBedId: number, bedId: number) => void;
  undo: () => void;
  clear: () => void;
}

/** Why nobody can be put into a bed, as far as the page knows; null when they can. */
function bedProblem({ taken, person, status }: HouseBed): string | null {
  if (taken) return person ? null : '这张床位有人入住，您无权查看，不能对换';
  return isTakeable(status) ? null : `床位${bedStateLabels[status]}，不能安排入住`;
}

/** Shows on the beds of the plan which are left and which are taken. */
function useMarks(stage: RefObject<HTMLElement | null>, moves: readonly PlannedMove[], pickedFrom: number | undefined): void {
  useEffect(() => {
    const root = stage.current;
    if (!root) return;
    for (const one of root.querySelectorAll('[data-plan]')) one.removeAttribute('data-plan');
    const mark = (bedId: number, as: string) => root.querySelector(`${BED}[data-bed="${bedId}"]`)?.setAttribute('data-plan', as);
    for (const { fromBedId } of moves) mark(fromBedId, 'left');
    for (const { bedId } of moves) mark(bedId, 'taken');
    if (pickedFrom !== undefined) mark(pickedFrom, 'picked');
  });
}

const NOBODY: readonly HouseRoom[] = [];

export function useBedPlan(rooms: readonly HouseRoom[] = NOBODY, stage: RefObject<HTMLElement | null>): BedPlan {
  const [drops, setDrops] = useState<readonly Drop[]>([]);
  const [picked, setPicked] = useState<BedPlan['picked']>(null);
  const planning = drops.length > 0 || picked !== null;
  const at = useMemo(
    () =>
      planning
        ? new Map(rooms.flatMap(({ beds }) => beds.flatMap(({ id, person }): [number, number][] => (person ? [[person.id, id]] : []))))
        : new Map<number, number>(),
    [rooms, planning],
  );
  const moves = useMemo(() => arrange(drops, at), [drops, at]);
  useMarks(stage, moves, picked ? at.get(picked.oldmanId) : undefined);
  const bedOf = (bedId: number) => rooms.flatMap(({ beds }) => beds).find(({ id }) => id === bedId);
  const add = (oldmanId: number, bedId: number) => {
    const bed = bedOf(bedId);
    const problem = bed ? bedProblem(bed) : '床位不存在，请刷新后重试';
    if (problem !== null) return showMessage('warning', problem);
    if (bed?.person?.id === oldmanId && !drops.some((drop) => drop.oldmanId === oldmanId))
      return showMessage('warning', '请选择另一张床位');
    if (moves.length >= MOST_MOVES) return showMessage('warning', `一次最多换${MOST_MOVES}人，请先确认`);
    setDrops([...drops, { oldmanId, bedId }]);
    setPicked(null);
  };
  return {
    moves,
    picked,
    carries: (bedId) => bedOf(bedId)?.person?.name ?? null,
    pick: (bedId) => {
      const person = bedOf(bedId)?.person;
      if (person) setPicked({ oldmanId: person.id, name: person.name });
    },
    letGo: () => setPicked(null),
    put: (bedId) => picked && add(picked.oldmanId, bedId),
    drop: (fromBedId, bedId) => {
      const person = bedOf(fromBedId)?.person;
      if (person) add(person.id, bedId);
    },
    undo: () => setDrops(drops.slice(0, -1)),
    clear: () => setDrops([]),
  };
}
