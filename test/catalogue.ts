/** The whole database as a superuser sees it. */
import type pg from 'pg';

/** The tables of which a row has the text in any column, in the order of their names. */
export async function tablesWith(admin: pg.Client, text: string): Promise<string[]> {
  const { rows } = await admin.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname in ('public', 'app', 'jobs', 'pgboss') order by 1`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const { rowCount } = await admin.query(`select 1 from ${name} r where strpos(r::text, $1) > 0 limit 1`, [text]);
    if (rowCount) found.push(name);
  }
  return found;
}
