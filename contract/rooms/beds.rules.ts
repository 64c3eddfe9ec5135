/** States of a bed, and what may be done with one. Pure. */

export const bedStates = { free: 0, reserved: 1, occupied: 2, onLeave: 3, inRepair: 4, isolation: 5 } as const;

export const bedStateLabels: Record<number, string> = { 0: '空闲', 1: '预定', 2: '入住', 3: '请假', 4: '维修', 5: '隔离' };

/** States that staff set by hand, while nobody has the bed; the others come and go with its person. */
export const settableStates: readonly number[] = [bedStates.free, bedStates.reserved, bedStates.inRepair, bedStates.isolation];

/** Whether a person can be put into it. */
export const isTakeable = (status: number) => status === bedStates.free || status === bedStates.reserved;

/**
 * `settle` puts a person in, `move` takes its person elsewhere or away, `close` sets
 * its state, `remove` deletes it. `taken`: it belongs to a person.
 */
export function canDo(action: 'settle' | 'move' | 'close' | 'remove', { status, taken }: { status: number; taken: boolean }): boolean {
  if (action === 'move') return taken;
  return !taken && (action !== 'settle' || isTakeable(status));
}

/** Beds that a new room may be given at once. */
export const MOST_BEDS = 20;
