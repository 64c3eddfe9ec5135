/**
 * The tables of the job queue: pg-boss makes and upgrades them itself, in a schema of
 * their own that belongs to the owner (docs/decisions/051).
 */
import type pg from 'pg';
import { PgBoss } from 'pg-boss';

export const JOB_SCHEMA = 'jobs';

/** As owner: installs or upgrades the tables, and lets `yian_jobs` alone work with them. Idempotent. */
export async function installJobTables(client: pg.Client): Promise<void> {
  const executeSql = (text: string, values?: unknown[]) => client.query(text, values);
  const boss = new PgBoss({ db: { executeSql }, schema: JOB_SCHEMA, supervise: false, schedule: false, registerInstance: false });
  const failures: Error[] = [];
  boss.on('error', (error) => failures.push(error));
  await boss.start();
  await boss.stop({ graceful: false });
  if (failures[0]) throw failures[0];
  await client.query(`
    grant usage on schema ${JOB_SCHEMA} to yian_jobs;
    grant select, insert, update, delete on all tables in schema ${JOB_SCHEMA} to yian_jobs`);
}
