/**
 * The import of a list: `...importing(routes, { noun, columns, form, save })` gives the handlers `import` and `template` of `importRoutes`.
 */
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { MOST_ROWS, type ImportMode, type importRoutes } from '#contract/transfers/transfers.ts';
import type { Context, Dependencies, Reply, Work } from '../context.ts';
import { signContext, type Tx } from '../db/tenant.ts';
import { refused } from '../errors.ts';
import { emit } from '../events.ts';
import { dated, fileHeaders } from '../lists/download.ts';
import type { Handlers } from '../http/implement.ts';
import { once } from '../http/idempotency.ts';
import { writeLog } from '../http/operation-log.ts';
import { xlsx, type SheetColumn } from '../lists/xlsx.ts';
import type { Choices, Import } from './declarations.ts';
import { keep, type Part } from './files.ts';
import { choicesOf, rowReader, type Read } from './rows.ts';
import { beats, begin, finish, finishIn, kinds, statuses, type Outcome, type Task } from './tasks.ts';
import { templateOf } from './templates.ts';
import { readWorkbook, type SheetRow } from './workbooks.ts';

type Routes = ReturnType<typeof importRoutes>;

/** Rows that are saved between two looks at the clock. */
const BATCH = 200;
/** The signed tenant context is good for a minute. */
const SIGN_EVERY_MS = 20_000;
/** Above so many, the pages are told of the last one only: they read their list again either way. */
const TELL = 20;

/** What is undone is not an error. */
class Undone extends Error {}

/** A context for `tx` after the request: the person's rights as they were when the import began. */
function contextFor(
  context: Context,
  tx: Tx,
): { its: Context; committed: () => void; undone: () => Promise<void>; tellLast: () => Promise<void> } {
  const { deps, session, sessions, request } = context;
  const commit: (() => void)[] = [];
  const rollback: (() => Promise<void>)[] = [];
  const told = new Map<string, { count: number; last: () => Promise<void> }>();
  const its: Context = {
    deps,
    session,
    actor: session,
    sessions,
    tx,
    // A key of the upload is not one of each row.
    request: { ...request, headers: {} },
    get upload(): never {
      throw new Error('The upload has been read');
    },
    afterCommit: (work) => void commit.push(work),
    afterRollback: (work) => void rollback.push(work),
    async emit(name, payload) {
      const count = (told.get(name)?.count ?? 0) + 1;
      told.set(name, { count, last: () => emit(name, payload, tx, deps) });
      await emit(name, payload, tx, deps, count <= TELL);
    },
  };
  return {
    its,
    committed: () => commit.forEach((work) => work()),
    undone: async () => void (await Promise.allSettled(rollback.map((work) => work()))),
    tellLast: async () => {
      for (const { count, last } of told.values()) if (count > TELL) await last();
    },
  };
}

/** Forms of all rows; other requests have their turn in between. */
async function readAll<Form>(
  rows: readonly SheetRow[],
  declared: Import<Form>,
  words: ReadonlyMap<string, Choices>,
): Promise<Read<Form>[]> {
  const reader = rowReader(declared, words);
  const reads: Read<Form>[] = [];
  for (let from = 0; from < rows.length; from += BATCH) {
    reads.push(...reader(rows.slice(from, from + BATCH)));
    await setImmediate();
  }
  return reads;
}

/** Saves what has no errors; adds what is refused to the rows' problems. Gives the notes by line. */
async function saveAll<Form>(
  reads: readonly Read<Form>[],
  { save, batch: size = BATCH }: Import<Form>,
  context: Context,
  beat: (done: number) => Promise<void>,
): Promise<Map<number, string>> {
  const { tx, deps } = context;
  const notes = new Map<number, string>();
  let signed = performance.now();
  for (let from = 0; from < reads.length; from += size) {
    if (performance.now() - signed > SIGN_EVERY_MS) {
      signed = performance.now();
      await tx.run(sql`select set_config('app.ctx', ${signContext(deps.secrets.context, tx.tenantId)}, true)`);
    }
    await beat(from);
    const batch = reads.slice(from, from + size).filter((read): read is Read<Form> & { form: Form } => read.form !== null);
    const saved = await save(
      batch.map(({ form }) => form),
      context,
    );
    batch.forEach(({ line, cells, problems }, at) => {
      const { problem, note } = saved[at]!;
      if (problem !== null) problems.push({ row: line, column: null, value: cells[0]?.slice(0, 100) || null, reason: problem });
      else if (note !== undefined) notes.set(line, note);
    });
  }
  return notes;
}

const cellsOf = <Form>({ columns }: Import<Form>): SheetColumn<Read<Form>>[] =>
  columns.map(({ title, required, width }, at) => ({
    title: required ? `${title}*` : title,
    value: ({ cells }) => cells[at],
    ...(width ? { width } : {}),
  }));
const reasonsOf = <Form>({ problems }: Read<Form>) =>
  problems.map(({ column, reason }) => (column && !reason.startsWith(column) ? `${column}：${reason}` : reason)).join('；');

async function* one<T>(value: T): AsyncGenerator<T> {
  yield value;
}

/** The rows that failed, to be mended and sent again. */
async function keepFailed<Form>(deps: Dependencies, task: Task, declared: Import<Form>, reads: readonly Read<Form>[]): Promise<Part[]> {
  const failed = reads.filter(({ problems }) => problems.length > 0);
  if (failed.length === 0) return [];
  const columns = [...cellsOf(declared), { title: '错误原因', value: reasonsOf<Form>, width: 60 }];
  await keep(deps.config, task.key, 'failed.xlsx', xlsx(declared.noun, columns, one(failed)));
  return ['failed.xlsx'];
}

async function keepResult<Form>(
  deps: Dependencies,
  task: Task,
  declared: Import<Form>,
  reads: readonly Read<Form>[],
  notes: Map<number, string>,
): Promise<Part[]> {
  const columns: SheetColumn<Read<Form>>[] = [
    ...cellsOf(declared),
    ...(declared.note ? [{ title: declared.note, value: ({ line }: Read<Form>) => notes.get(line), width: 20 }] : []),
    { title: '导入结果', value: (read) => (read.problems.length ? `未导入：${reasonsOf(read)}` : '成功'), width: 40 },
  ];
  await keep(deps.config, task.key, 'result.xlsx', xlsx(declared.noun, columns, one(reads)));
  return ['result.xlsx'];
}

/** What the person is told at the end. */
function outcomeOf(reads: readonly Read<unknown>[], mode: ImportMode): Outcome & { saves: boolean } {
  const errors = reads.flatMap(({ problems }) => problems);
  const bad = reads.filter(({ problems }) => problems.length > 0).length;
  const good = reads.length - bad;
  const counts = { good, bad, errors, done: reads.length };
  if (mode === 'check')
    return {
      ...counts,
      saves: false,
      status: 'done',
      message: bad ? `共${reads.length}行，${good}行可以导入，${bad}行有误` : `共${reads.length}行，全部可以导入`,
    };
  if (good === 0) return { ...counts, saves: false, status: 'failed', message: '没有可以导入的数据，没有导入任何数据' };
  if (mode === 'all' && bad) return { ...counts, saves: false, status: 'failed', message: `有${bad}行存在错误，没有导入任何数据` };
  return { ...counts, saves: true, status: 'done', message: bad ? `成功导入${good}行，${bad}行有误未导入` : `成功导入${good}行` };
}

/** One transaction from the first row to the word "done": either all of it is there, or nothing. */
async function work<Form>(
  context: Context,
  task: Task,
  route: Routes['import'],
  declared: Import<Form>,
  reads: readonly Read<Form>[],
  mode: ImportMode,
): Promise<void> {
  const { deps } = context;
  const started = deps.now();
  let outcome: Outcome = { status: 'failed' };
  let files: Part[] = [];
  let ends: ReturnType<typeof contextFor> | undefined;
  try {
    await deps.inTenant(task.tenantId, async (tx) => {
      ends = contextFor(context, tx);
      if (mode !== 'check')
        await declared.prepare?.(
          reads.flatMap(({ form }) => form ?? []),
          ends.its,
        );
      const notes = await saveAll(reads, declared, ends.its, beats(deps, task));
      const { saves, ...told } = outcomeOf(reads, mode);
      outcome = told;
      files = await keepFailed(deps, task, declared, reads);
      if (!saves) throw new Undone();
      files.push(...(await keepResult(deps, task, declared, reads, notes)));
      await ends.tellLast();
      await writeLog(ends.its, route, { rows: told.good, mode }, deps.now() - started);
      await finishIn(tx, task, { ...outcome, files });
    });
    ends?.committed();
  } catch (error) {
    await ends?.undone();
    if (!(error instanceof Undone)) throw error;
    await finish(deps, task, { ...outcome, files });
  }
}

/** The same file of the same person within a day is a slip of the hand, unless the person says that it is not. */
async function refuseTwice({ tx, actor }: Work, noun: string, hash: Buffer, again: boolean): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`import ${tx.tenantId} ${actor.userId}`}, 0))`);
  const earlier = await tx.row<{ status: number; at: string; good: number }>(sql`
    select status, to_char(created_at, 'MM-DD HH24:MI') as at, good from transfers
    where tenant_id = ${tx.tenantId} and user_id = ${actor.userId} and kind = ${kinds.import} and noun = ${noun} and mode <> 'check'
      and content_hash = ${hash}
      and (status = ${statuses.done} and created_at > now() - interval '24 hours'
        or status = ${statuses.running} and beat_at > now() - interval '30 seconds')
    order by id desc limit 1`);
  if (earlier?.status === statuses.running) throw refused('这个文件正在导入，请等待完成');
  if (earlier && !again) throw refused(`您已于${earlier.at}导入过这个文件（${earlier.good}行），如需再次导入请确认`, { repeated: true });
}

/** The two handlers of an entity's import. */
export function importing<Form>(routes: Routes, declared: Import<Form>): Handlers<Routes> {
  const { noun, columns, most = MOST_ROWS } = declared;
  const needed = columns.filter(({ required }) => required).map(({ title }) => title);
  return {
    async import({ mode, again }, context) {
      const { bytes } = context.upload;
      const hash = createHash('sha256').update(bytes).digest();
      return once(context, routes.import, { mode, again, hash: hash.toString('hex') }, async () => {
        const sheet = await readWorkbook(
          bytes,
          columns.map(({ title }) => title),
          needed,
          most,
        );
        if (mode !== 'check') await refuseTwice(context, noun, hash, again);
        const words = await choicesOf(columns, context);
        const key = await begin(context, { kind: 'import', noun, total: sheet.rows.length, mode, hash }, async (task) =>
          work(context, task, routes.import, declared, await readAll(sheet.rows, declared, words), mode),
        );
        return { key };
      });
    },

    async template(_input, context): Promise<Reply> {
      const { deps } = context;
      const bytes = await templateOf(declared, await choicesOf(columns, context));
      return { headers: fileHeaders(dated(`${noun}导入模板`, 'xlsx', deps.now()), 'xlsx'), body: bytes };
    },
  };
}
