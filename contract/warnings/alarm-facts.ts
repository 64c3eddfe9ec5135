/** What the card of an alarm says of the person besides the warning itself. */
import { z } from 'zod';
import { id, several } from '../fields.ts';
import { get } from '../http.ts';

/** As many cards as a page may ask for at once. */
export const MOST_FACTS = 20;

export const AlarmFact = z.object({
  /** Of the warning. */
  id: z.number(),
  age: z.number().nullable(),
  /** Value of the dictionary `care_level`. */
  careLevel: z.number().nullable(),
  /** Newest values with their times; empty for who may not see health data, or not this person's. */
  vitals: z.array(z.object({ text: z.string(), time: z.string() })),
});

export const alarmFacts = {
  /** Of the warnings of these ids that are about a person; the others are left out. */
  read: get('/warning/devicewarning/facts', '预警人员概况', {
    access: 'warning_devicewarning_view',
    urgent: true,
    input: z.object({ ids: several(id, MOST_FACTS) }),
    output: z.array(AlarmFact),
  }),
};
