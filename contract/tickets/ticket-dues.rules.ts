/** When a ticket is to be answered and solved, when it is looked at next, and what is to be told then. Instants are epoch ms. Pure. */
import { DAY, MINUTE } from '../time.ts';
import { dueAt, type Calendar, type Pause } from './service-times.rules.ts';
import { isRunning, ticketStates } from './tickets.rules.ts';

export interface DueFacts {
  state: number;
  priority: number;
  created: number;
  answered: boolean;
  solved: number | null;
  /** Bits of what was told already. */
  told: number;
}

export interface Targets {
  /** By priority. */
  firstMinutes: readonly number[];
  solveMinutes: readonly number[];
  remindMinutes: number;
  closeDays: number;
}

export interface TicketAlert {
  of: 'first' | 'solve';
  late: boolean;
}

const BITS = { first: { soon: 1, late: 2 }, solve: { soon: 4, late: 8 } } as const;

export interface Dues {
  first: number | null;
  solve: number | null;
  /** The one that comes next; null while the clock stands. */
  due: number | null;
  /** Null: nothing falls due. */
  look: number | null;
  /** Without what is not true any more, because the time was put off. */
  told: number;
  /** What is to be told now, with its bits. */
  alerts: TicketAlert[];
  bits: number;
  /** It has been solved for so long that it closes by itself. */
  closes: boolean;
}

/** The due times of a ticket at `now`; `pauses` are those of its history. */
export function duesOf(calendar: Calendar, targets: Targets, facts: DueFacts, pauses: readonly Pause[], now: number): Dues {
  const { state, priority, created, answered, solved } = facts;
  const at = ({ [priority - 1]: minutes }: readonly number[]) =>
    isRunning(state) && minutes !== undefined ? dueAt(calendar, created, minutes, pauses) : null;
  const times = { first: answered ? null : at(targets.firstMinutes), solve: at(targets.solveMinutes) };
  const looks: number[] = [];
  const alerts: TicketAlert[] = [];
  let { told } = facts;
  let bits = 0;
  for (const target of ['first', 'solve'] as const) {
    const due = times[target];
    if (due === null) continue;
    for (const late of [false, true]) {
      const when = late ? due : due - targets.remindMinutes * MINUTE;
      const bit = BITS[target][late ? 'late' : 'soon'];
      // A target that is shorter than the reminder has none.
      if (!late && when <= created) continue;
      if (when > now) {
        told &= ~bit;
        looks.push(when);
      } else if ((told & bit) === 0) {
        bits |= bit;
        // Who hears that it is late need not hear that it soon will be.
        if (late || due > now) alerts.push({ of: target, late });
      }
    }
  }
  const closing = state === ticketStates.solved && solved !== null ? solved + targets.closeDays * DAY : null;
  if (closing !== null) looks.push(closing);
  const next = [times.first, times.solve].filter((one) => one !== null);
  return {
    ...times,
    due: next.length === 0 ? null : Math.min(...next),
    look: bits !== 0 ? now : looks.length === 0 ? null : Math.min(...looks),
    told,
    alerts,
    bits,
    closes: closing !== null && closing <= now,
  };
}
