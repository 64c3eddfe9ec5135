/**
 * Times. The wire and the database write them as Shanghai reads them, `yyyy-MM-dd HH:mm:ss`; code counts in epoch milliseconds.
 * Shanghai has kept UTC+8 without summer time since 1992. Nothing else in the project knows the offset.
 */

/** Milliseconds. */
export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** What Shanghai is ahead of UTC, in milliseconds: for those who count in days and shifts themselves. */
export const AHEAD = 8 * HOUR;

/** Epoch milliseconds of `yyyy-MM-dd HH:mm:ss`, `yyyy-MM-dd HH:mm` or `yyyy-MM-dd` (its midnight); NaN for anything else. */
export const instantOf = (text: string): number =>
  Date.parse(`${(text.length === 10 ? `${text} 00:00:00` : text).replace(' ', 'T')}+08:00`);

/** `yyyy-MM-dd HH:mm:ss` of an instant; the second that has begun. */
export const textOf = (instant: number): string => new Date(instant + AHEAD).toISOString().slice(0, 19).replace('T', ' ');

/** `yyyy-MM-dd` of an instant. */
export const dayOf = (instant: number): string => textOf(instant).slice(0, 10);

/** `HH:mm` of an instant. */
export const clockOf = (instant: number): string => textOf(instant).slice(11, 16);

/** The hour of the day, 0 to 23. */
export const hourOf = (instant: number): number => new Date(instant + AHEAD).getUTCHours();

/** The day of the week, 0 for Sunday. */
export const weekdayOf = (instant: number): number => new Date(instant + AHEAD).getUTCDay();

/** Days since 1970-01-01 in Shanghai. */
export const dayNumberOf = (instant: number): number => Math.floor((instant + AHEAD) / DAY);

/** The instant at which the day began; `days` later or, negative, earlier. */
export const midnightOf = (instant: number, days = 0): number => (dayNumberOf(instant) + days) * DAY - AHEAD;

/** The day (`yyyy-MM-dd`) that many days later or, negative, earlier. */
export const nextDay = (day: string, days = 1): string => new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);

/** For systems that ask for the offset: `yyyy-MM-ddTHH:mm:ss+08:00`. */
export const zonedOf = (instant: number): string => `${textOf(instant).replace(' ', 'T')}+08:00`;

/** For the database and for other systems: ISO 8601 in UTC with all milliseconds. */
export const isoOf = (instant: number): string => new Date(instant).toISOString();

/** A time of day, `HH:mm`. */
export const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/;
