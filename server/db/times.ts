/** Times between the database's text (`yyyy-MM-dd HH:mm:ss` in Shanghai, which has no summer time) and epoch milliseconds. */

const SHANGHAI_MS = 8 * 3_600_000;

/** Epoch milliseconds of a text. */
export const instantOf = (text: string): number => Date.parse(`${text.replace(' ', 'T')}+08:00`);

/** The text of an instant, whole seconds. */
export const textOf = (instant: number): string => new Date(instant + SHANGHAI_MS).toISOString().slice(0, 19).replace('T', ' ');

/** For the database: ISO with all milliseconds. */
export const isoOf = (instant: number): string => new Date(instant).toISOString();
