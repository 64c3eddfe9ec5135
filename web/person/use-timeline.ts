/** A person's timeline as it is read, page by page, and read again when something that is in it happens. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { EventName } from '#contract/events.ts';
import type { TimelineKind } from '#contract/screens/timeline.rules.ts';
import { timeline } from '#contract/screens/timeline.ts';
import { keyOf } from '#web/api/call.ts';
import { useCallPages } from '#web/api/call-pages.ts';
import { onRealtime } from '#web/shell/realtime.ts';

/** What is in a timeline. A session hears only of what it may read. */
const TOLD: ReadonlySet<string> = new Set<EventName>([
  'warning.raised',
  'warning.changed',
  'incident.changed',
  'risk.changed',
  'measurement.changed',
  'care-task.changed',
  'care-note.changed',
  'care-plan.changed',
  'work-order.changed',
  'visitor.changed',
  'outing.changed',
  'admission.changed',
  'contract.changed',
  'checkout.changed',
  'person.changed',
  'account.changed',
  'goods-order.changed',
  'ticket.changed',
  'device.changed',
]);
/** Events of a moment come together: much happens in a house that is not this person's. */
const GATHER_MS = 1000;

export interface TimelineSearch {
  /** Empty: all. */
  kinds: TimelineKind[];
  days: readonly [from: string, to: string] | undefined;
  text: string;
}

export function useTimeline(personId: number, { kinds, days, text }: TimelineSearch) {
  const client = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onRealtime((message) => {
      const others = typeof message.personId === 'number' && message.personId !== personId;
      if (timer !== undefined || others || (message.type !== 'resync' && !TOLD.has(message.type))) return;
      timer = setTimeout(() => {
        timer = undefined;
        void client.invalidateQueries({ queryKey: keyOf(timeline.page) });
      }, GATHER_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [client, personId]);
  const words = text.trim();
  return useCallPages(timeline.page, {
    oldmanId: personId,
    ...(kinds.length > 0 ? { kinds } : {}),
    ...(days ? { from: days[0], to: days[1] } : {}),
    ...(words ? { text: words } : {}),
  });
}
