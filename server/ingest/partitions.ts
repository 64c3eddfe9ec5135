/** Day partitions of readings and positions, made ahead of time: at start, then every hour. */
import { HOUR } from '#contract/time.ts';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type pg from 'pg';

/**
 * Prepares partitions before it resolves, trying until the database answers; `stop()` ends the hourly
 * repetition. Rows without a partition of their day go to the default one.
 */
export async function keepPartitions(pool: pg.Pool, log: Pick<Logger, 'info' | 'warn'>) {
  async function prepare(): Promise<boolean> {
    try {
      const { rows } = await pool.query<{ made: number }>('select app.prepare_partitions() as made');
      if (rows[0]?.made) log.info({ made: rows[0].made }, 'partitions prepared');
      return true;
    } catch (error) {
      log.warn({ err: error }, 'partitions could not be prepared');
      return false;
    }
  }
  for (let attempt = 0; !(await prepare()); attempt++) await wait(Math.min(5000, 250 * 2 ** attempt));
  const timer = setInterval(prepare, HOUR);
  return { stop: () => clearInterval(timer) };
}
