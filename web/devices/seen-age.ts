/** How old a place is that a person was seen near, in words. Pure. */
import { STALE_MINUTES } from '#contract/devices/last-seen.rules.ts';
import { MINUTE } from '#contract/time.ts';
import { since, toMillis } from '#web/ui/display.ts';

/** `2分钟前` of a time of the wire at `now` (epoch ms), and what is to be feared of one older than half an hour: null while it is fresh. */
export const seenAge = (time: string, now: number): { age: string; gone: string | null } => ({
  age: since(time, now),
  gone: now - toMillis(time) > STALE_MINUTES * MINUTE ? '可能已离开' : null,
});
