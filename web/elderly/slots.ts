/** What the people have in the frame. */
import { onEnding } from '#web/api/session.ts';
import type { AreaSlots } from '#web/shell/slots.ts';
import { forgetAllRecent } from './recent-people.ts';

onEnding(forgetAllRecent);

export const elderly = { finders: { people: () => import('./people-finder.ts') } } satisfies AreaSlots;
