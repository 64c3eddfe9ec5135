/**
 * What one more occurrence makes of the open warning of its subject and rule. Pure: the server reads the warning under a lock, decides
 * here, and writes what this says (server/warnings/raise.ts).
 */
import type { RuleName } from './warnings.rules.ts';

/**
 * Seconds within which what comes again is the same: a fall that several devices report, a button that is pressed and pressed. Later it is
 * another, and asks to be confirmed anew, also when staff have not closed the first. Sensors that go on telling of one cause have an hour.
 */
export const SECONDS_APART: Partial<Record<RuleName, number>> = { sos: 120, fall: 120, alarm: 3600, left_fence: 3600 };

/** An open warning, as far as an occurrence depends on it. Times are epoch ms. */
export interface OpenWarning {
  readonly severity: number;
  readonly lastAt: number;
  readonly acknowledgedAt: number | null;
  readonly clearedAt: number | null;
}

/** What occurred; `at` is epoch ms. A severity that is `judged` is taken, up or down; a rule's own only makes a warning graver. */
export interface Occurred {
  readonly rule: RuleName;
  readonly at: number;
  readonly severity: number;
  readonly judged: boolean;
}

export interface WarningChange {
  readonly severity: number;
  readonly graver: boolean;
  /** Another emergency, not the same one told again: staff may not close what they have not seen. */
  readonly another: boolean;
  /** What was confirmed, put off or cleared before does not hold for this: the warning waits to be confirmed. */
  readonly anew: boolean;
  /** It did not wait already: staff are asked from now on, and the escalation begins again. */
  readonly asks: boolean;
  /** Nothing newer is known: place, words and value are those of this occurrence. */
  readonly newest: boolean;
}

/** How an open warning changes at `now` (epoch ms) by what occurred. */
export function occur(open: OpenWarning, { rule, at, severity, judged }: Occurred, now: number): WarningChange {
  const apart = SECONDS_APART[rule];
  const newest = at >= open.lastAt;
  const graver = severity < open.severity;
  const later = (than: number) => apart !== undefined && than > apart * 1000;
  // A person who goes on pressing after a carer confirmed is still alone; a radar that goes on telling of one fall is not another.
  const unheard = rule === 'sos' && newest && open.acknowledgedAt !== null && later(now - open.acknowledgedAt);
  const another = later(at - open.lastAt) || unheard;
  const anew = open.clearedAt !== null || graver || another;
  return {
    severity: judged || graver ? severity : open.severity,
    graver,
    another,
    anew,
    asks: anew && (open.acknowledgedAt !== null || open.clearedAt !== null || graver),
    newest,
  };
}
