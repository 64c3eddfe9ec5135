/** Who lives in the house now, as a phone keeps them to go on where there is no network. */
import { z } from 'zod';
import { get } from '../http.ts';

export const Resident = z.object({
  id: z.number(),
  userName: z.string(),
  building: z.string().nullable(),
  floor: z.string().nullable(),
  /** Building, floor, room and bed. */
  place: z.string().nullable(),
  /** What is to be minded of the person. */
  flags: z.array(z.string()),
});

/** More are not kept on a phone. */
export const MOST_RESIDENTS = 1000;

export const residents = {
  /** Those whom the session reaches, in the order of the house, those without a bed last; `more`: there are others after the last. */
  list: get('/members/oldman/residents', '在院名单', {
    access: 'members_oldman_view',
    input: z.object({}),
    output: z.object({ people: z.array(Resident).max(MOST_RESIDENTS), more: z.boolean() }),
  }),
};
