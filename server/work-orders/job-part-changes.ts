/**
 * Which rows of a job's files, consumables and questionnaires an edit adds, changes and
 * takes away: what is sent as it is stays the row that it was.
 */
import type { Context } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';

const TABLES = ['work_order_job_files', 'work_order_job_materials', 'work_order_job_questionnaires'] as const;
export type PartTable = (typeof TABLES)[number];

/** The column by which a row of a job is the same one. */
const KEYS: Record<PartTable, string> = {
  work_order_job_files: 'file_url',
  work_order_job_materials: 'material_id',
  work_order_job_questionnaires: 'questionnaire_id',
};

export type PartRow = Record<string, unknown>;
type Standing = Record<PartTable, (PartRow & { id: number; job_id: number })[]>;

/** The rows that jobs have. */
export async function standingParts(tx: Tx, jobIds: readonly number[]): Promise<Standing> {
  const rows = async (table: PartTable) =>
    jobIds.length === 0
      ? []
      : // Kysely gives the row the columns of all three tables.
        ((await tx.rows(
          db.selectFrom(table).selectAll().where('tenant_id', '=', tx.tenantId).where('job_id', 'in', jobIds).orderBy('id'),
        )) as Standing[PartTable]);
  const [files, materials, questionnaires] = await Promise.all(TABLES.map(rows));
  return {
    work_order_job_files: files ?? [],
    work_order_job_materials: materials ?? [],
    work_order_job_questionnaires: questionnaires ?? [],
  };
}

export interface PartChange {
  table: PartTable;
  /** Ids of rows that go. */
  gone: readonly number[];
  /** Columns that change, by the id of their row. */
  set: readonly { id: number; columns: PartRow }[];
  /** New rows, each of the job at this place in the list. */
  made: readonly { at: number; row: PartRow }[];
}

/** What a form says of a row that is there; the rest is as it was when it was planned. */
const SAID: Record<PartTable, string> = {
  work_order_job_files: 'file_name',
  work_order_job_materials: 'quantity',
  work_order_job_questionnaires: 'user_id',
};
const isSame = (a: unknown, b: unknown) => a === b || (typeof b === 'number' && Number(a) === b);

/**
 * What becomes of one table: `wanted` are the rows of each job that it concerns,
 * `jobIds` the ids of those jobs that are there already. Pure.
 */
export function partChange(
  table: PartTable,
  wanted: ReadonlyMap<number, PartRow[]>,
  jobIds: ReadonlyMap<number, number>,
  standing: Standing,
): PartChange {
  const [key, said] = [KEYS[table], SAID[table]];
  const rowOf = (at: number, row: PartRow) => standing[table].find((old) => old.job_id === jobIds.get(at) && old[key] === row[key]);
  const found = [...wanted].flatMap(([at, rows]) => rows.map((row) => ({ at, row, old: rowOf(at, row) })));
  const kept = new Set(found.flatMap(({ old }) => old?.id ?? []));
  const concerned = new Set([...wanted.keys()].flatMap((at) => jobIds.get(at) ?? []));
  return {
    table,
    gone: standing[table].filter(({ id, job_id }) => concerned.has(job_id) && !kept.has(id)).map(({ id }) => id),
    set: found.flatMap(({ row, old }) => (old && !isSame(old[said], row[said]) ? [{ id: old.id, columns: { [said]: row[said] } }] : [])),
    made: found.flatMap(({ at, row, old }) => (old ? [] : [{ at, row }])),
  };
}

export const changesParts = ({ gone, set, made }: PartChange): boolean => gone.length + set.length + made.length > 0;

/** Writes changes of the parts of an order's jobs; `ids` are the jobs', in the order of the list. */
export async function writeChanges(
  { tx }: Pick<Context, 'tx'>,
  orderId: number,
  ids: readonly number[],
  changes: readonly PartChange[],
): Promise<void> {
  const its = { tenant_id: tx.tenantId, work_order_id: orderId };
  const written = changes.flatMap(({ table, gone, set, made }) => [
    ...(gone.length
      ? [
          db
            .deleteFrom(table)
            .where('tenant_id', '=', tx.tenantId)
            .where('id', 'in', [...gone]),
        ]
      : []),
    ...set.map(({ id, columns }) =>
      db
        .updateTable(table)
        .set(columns as never)
        .where('tenant_id', '=', tx.tenantId)
        .where('id', '=', id),
    ),
    ...(made.length ? [db.insertInto(table).values(made.map(({ at, row }) => ({ ...its, job_id: ids[at], ...row })) as never)] : []),
  ]);
  await Promise.all(written.map((query) => tx.run(query)));
}
