/**
 * The clock of a test run: `YIAN_TEST_CLOCK='2028-02-29 23:50:00' npm test` runs all of it,
 * the database included, as if it had begun at that time of Shanghai. Time passes at its usual speed. Pages of the journeys have the same
 * clock by a script. It needs libfaketime (Debian: apt-get install faketime).
 */
import { instantOf } from '#contract/time.ts';
import { existsSync, globSync } from 'node:fs';

const FOLDERS = ['/usr/lib/*/faketime', '/usr/lib/faketime', '/usr/local/lib/faketime', '/usr/lib64/faketime'];

const libraryPath = () => FOLDERS.flatMap((folder) => globSync(`${folder}/libfaketime.so.1`)).find((path) => existsSync(path));

/** Whether another clock can be had on this machine. */
export const hasClock = () => libraryPath() !== undefined;

/**
 * Takes a time `yyyy-MM-dd HH:mm:ss` of Shanghai. Gives the environment in which
 * processes have it: the offset in whole seconds from the machine's clock, timers left alone.
 * Throws when the text is no time or libfaketime is not there.
 */
export function clockEnvironment(time: string): Record<string, string> {
  const wanted = instantOf(time);
  if (Number.isNaN(wanted)) throw new Error(`YIAN_TEST_CLOCK is no time like 2028-02-29 23:50:00: ${time}`);
  const library = libraryPath();
  if (!library) throw new Error('YIAN_TEST_CLOCK needs libfaketime: apt-get install faketime');
  const seconds = Math.round((wanted - Date.now()) / 1000);
  // A signal that interrupts the library reads the machine's clock: under an earlier one PostgreSQL then takes every time limit for over.
  if (seconds < 0) throw new Error(`YIAN_TEST_CLOCK must lie in the future: ${time}`);
  return { LD_PRELOAD: library, FAKETIME: `+${seconds}`, FAKETIME_DONT_FAKE_MONOTONIC: '1' };
}

/** The last minutes of the next leap day, and the first ones of the next year, as `YIAN_TEST_CLOCK` takes them: both lie in the future. */
export function otherClocks(): string[] {
  const next = new Date().getUTCFullYear() + 1;
  const leap = [0, 1, 2, 3, 4, 5, 6, 7].map((years) => next + years).find((year) => new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1);
  return [`${leap}-02-29 23:50:00`, `${next}-01-01 00:05:00`];
}

/** What the run's clock is ahead of the machine's, in ms; 0 without one. */
export const clockOffset = () => Number(process.env.FAKETIME ?? 0) * 1000;

/** An environment without the run's clock: Chromium does not start under it. */
export function withoutClock(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => name !== 'LD_PRELOAD' && !name.startsWith('FAKETIME'))) as Record<
    string,
    string
  >;
}
