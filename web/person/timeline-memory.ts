/** The kinds to which the timeline keeps, as each user last chose them in this browser. */
import { timelineKindNames, type TimelineKind } from '#contract/screens/timeline.rules.ts';
import { session } from '#web/api/session.ts';

const KEY = 'yian.timeline-kinds';

interface Kept {
  userId: number;
  kinds: TimelineKind[];
}

/** Empty: all. */
export function keptKinds(): TimelineKind[] {
  const { user } = session.getState();
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Kept | null;
    return kept?.userId === user?.id && Array.isArray(kept?.kinds) ? kept.kinds.filter((kind) => timelineKindNames.includes(kind)) : [];
  } catch {
    return [];
  }
}

export function keepKinds(kinds: TimelineKind[]): void {
  const { user } = session.getState();
  if (user) localStorage.setItem(KEY, JSON.stringify({ userId: user.id, kinds } satisfies Kept));
}
