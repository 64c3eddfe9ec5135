/** The specification's panel of residents on the home page. */
import { z } from 'zod';
import { nothing } from '../fields.ts';
import { get } from '../http.ts';
import { ageBands, type AgeBand } from './resident-panel.rules.ts';

const count = z.number();
const byValue = z.array(z.object({ value: z.number().nullable(), count }));
/** Birthdays that are listed, of so many days from today on. */
export const MOST_BIRTHDAYS = 20;
export const BIRTHDAY_DAYS = 7;

export const ResidentPanel = z.object({
  /** In care, on leave or in hospital, wherever they live. */
  total: count,
  /** Of the house: here, on leave, in hospital. */
  inHouse: count,
  away: count,
  inHospital: count,
  /** Looked after at home. */
  atHome: count,
  averageAge: z.number().nullable(),
  oldest: z.number().nullable(),
  genders: byValue,
  careLevels: byValue,
  ages: z.array(z.object({ key: z.enum(ageBands.map(({ key }) => key) as [AgeBand, ...AgeBand[]]), count })),
  /** This month: who was registered for the house or admitted into it, and who left it or died. */
  came: count,
  left: count,
  beds: z.object({
    total: count,
    /** Also of those on leave. */
    occupied: count,
    reserved: count,
    free: count,
    /** In repair or for isolation. */
    closed: count,
    /** Percent. */
    rate: count.nullable(),
  }),
  /** Of the next days, the nearest first. `age` is what they turn. */
  birthdays: z.array(z.object({ id: z.number(), userName: z.string(), day: z.string(), age: z.number() })),
});

export const residentPanel = {
  read: get('/members/oldman/homeDataPanel', '在院长者概况', { access: 'members_oldman_view', input: nothing, output: ResidentPanel }),
};
