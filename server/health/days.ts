/** Days as the house counts them: Shanghai's, `yyyy-MM-dd`. */
const DAY = 86_400_000;
const SHANGHAI = 8 * 3_600_000;

/** The day of a moment in epoch milliseconds. */
export const dayOf = (millis: number): string => new Date(millis + SHANGHAI).toISOString().slice(0, 10);

/** The day `by` days later, or earlier when negative. */
export const nextDay = (day: string, by = 1): string => new Date(Date.parse(`${day}T00:00:00Z`) + by * DAY).toISOString().slice(0, 10);

/** `yyyy-MM-dd HH:mm:ss` of a moment in epoch milliseconds. */
export const clockOf = (millis: number): string => new Date(millis + SHANGHAI).toISOString().slice(0, 19).replace('T', ' ');

/** Epoch milliseconds of the wire's time. */
export const millisOf = (time: string): number => Date.parse(`${time.replace(' ', 'T')}+08:00`);
