/** The life of an access token, as the specification counts it. Pure. */

/** Seconds between two looks at the token. */
export const TICK = 10;
/** At so many seconds left the token is refreshed. */
export const REFRESH_AT = 1000;

/** Seconds left after a tick: ten less, or what really went by when the machine slept between two ticks. */
export const countDown = (left: number, elapsed: number) => Math.max(0, left - Math.max(TICK, Math.round(elapsed)));

export const isDue = (left: number) => left <= REFRESH_AT;
