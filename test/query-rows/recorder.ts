/**
 * Notes which columns, with which kinds of values, each query of the server was answered with. The harness installs it in the processes of
 * tests when `QUERY_ROWS_LOG` names a folder; the product knows nothing of it. What a process saw is one file, written when it exits.
 */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { getCallSites } from 'node:util';
import pg from 'pg';
import { Batch } from '#server/db/batch.ts';
import { addValue, type Shape } from './shape.ts';

export interface SeenColumn {
  name: string;
  /** PostgreSQL's number of the type. */
  oid: number;
  shape: Shape;
}

/** The results of one call site, as long as they have the same columns. */
export interface Seen {
  /** `server/file.ts:line:column` of the method's name. */
  site: string;
  /** Which query of a call with several. */
  index: number;
  results: number;
  rows: number;
  columns: SeenColumn[];
}

export interface Recording {
  /** Epoch milliseconds: files that changed afterwards have other lines. */
  startedAt: number;
  seen: Seen[];
}

const ROOT = `${pathToFileURL(join(import.meta.dirname, '../..')).href}/`;
const SERVER = `${ROOT}server/`;
/** It runs the queries of others. */
const RUNNER = `${SERVER}db/tenant.ts`;
/** The recorder's own two frames, those of the runner, and the caller. */
const FRAMES = 8;
/** Of a long result so many rows are looked at, evenly. */
const LOOKED_AT = 100;

/** Where on the server the query that is being sent was given to `rows`, `row`, `last` or `query`; null for a test's own query. */
function siteOf(): string | null {
  for (const { functionName, scriptName, lineNumber, columnNumber } of getCallSites(FRAMES)) {
    // The rows of `run` are only counted, those of `later` not even that, and `enter` names the tenant.
    if (scriptName === RUNNER && ['run', 'later', 'enter'].includes(functionName)) return null;
    if (!scriptName.startsWith(ROOT) || scriptName === import.meta.url || scriptName === RUNNER) continue;
    if (!scriptName.startsWith(SERVER) && !scriptName.includes('/node_modules/')) return null;
    if (scriptName.startsWith(SERVER))
      return scriptName.endsWith('.test.ts') ? null : `${scriptName.slice(ROOT.length)}:${lineNumber}:${columnNumber}`;
  }
  return null;
}

function noter(seen: Map<string, Seen>) {
  return (site: string, index: number, result: pg.QueryResult): void => {
    const { fields, rows } = result;
    if (!fields?.length) return;
    const names = fields.map(({ name }) => name);
    const known = seen.getOrInsertComputed(`${site} ${index} ${names.join()}`, () => ({
      site,
      index,
      results: 0,
      rows: 0,
      columns: fields.map(({ name, dataTypeID }) => ({ name, oid: dataTypeID, shape: { kinds: {} } })),
    }));
    known.results++;
    known.rows += rows.length;
    const step = Math.max(1, Math.floor(rows.length / LOOKED_AT));
    for (let at = 0; at < rows.length; at += step) for (const { name, shape } of known.columns) addValue(shape, rows[at][name]);
  };
}

type AnyQuery = (this: object, ...args: unknown[]) => unknown;

/** Begins to record into `folder`; once in a process. */
export function recordRows(folder: string): void {
  const startedAt = Date.now();
  const seen = new Map<string, Seen>();
  const note = noter(seen);
  const watched = (query: AnyQuery): AnyQuery =>
    function (...args) {
      if (typeof args.at(-1) === 'function') return query.apply(this, args);
      const site = siteOf();
      const answer = query.apply(this, args);
      const [sent] = args;
      const batch = sent instanceof Batch ? sent : null;
      if (site === null || !(batch || answer instanceof Promise)) return answer;
      const answered = batch?.answered ?? (answer as Promise<pg.QueryResult>).then((result) => [result]);
      // The name of the tenant stands before the queries of one call.
      const own = (results: pg.QueryResult[]) => (batch?.statements[0]?.name === 'tenant' ? results.slice(1) : results);
      answered.then(
        (results) => own(results).forEach((result, at) => note(site, at, result)),
        () => {},
      );
      return answer;
    };
  for (const kind of [pg.Client, pg.Pool] as const) kind.prototype.query = watched(kind.prototype.query as AnyQuery) as never;
  process.on('exit', () => {
    if (seen.size === 0) return;
    const recording: Recording = { startedAt, seen: [...seen.values()] };
    const path = join(folder, `${startedAt}-${process.pid}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${path}.part`, JSON.stringify(recording));
    renameSync(`${path}.part`, `${path}.json`);
  });
}
