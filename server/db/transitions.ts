/** The one way in which a row with states changes: read, decide, compare and set, what follows, history and event (docs/decisions/056). */
import { sql } from 'kysely';
import type { Decision, RefusedCommand } from '#contract/transitions.ts';
import type { Work } from '../context.ts';
import { conflict, Refusal } from '../errors.ts';
import type { Tables } from './tables.ts';
import { db } from './tenant.ts';

/** A request's context, or a transaction without one. */
type Base = Pick<Work, 'tx' | 'deps'>;

interface Versioned {
  id: number;
  version: number;
}

interface Named {
  action: string;
}

/** What an area says of its machine. Everything runs in the transaction of `W`; `Fresh` is what a 409 shows. */
export interface Machine<W extends Base, Row extends Versioned, Command extends Named, Change, Fresh = unknown> {
  table: keyof Tables;
  /** The row that the caller may change, locked where turns are taken. Throws 404. */
  read(work: W, id: number): Promise<Row>;
  /** The row as its readers see it now, for a 409. */
  fresh(work: W, row: Row): Promise<Fresh>;
  /** The words of a 409: the row is not as the caller read it; another caller was faster. */
  changed(fresh: Fresh): string;
  taken(fresh: Fresh): string;
  /** Why an action is not open to the row; null when it is. Pure, of the contract. */
  closed(row: Row, action: Command['action'] | 'delete', now: number): string | null;
  /** Pure, of the contract. */
  decide(row: Row, command: Command, now: number): Decision<Change>;
  /** The columns that the change sets, beside the version and, unless it says another, the time of the change. */
  columns(work: W, row: Row, change: Change): object | Promise<object>;
  /** Writes what belongs to the row: what must be there before `besides` runs. */
  follow(work: W, row: Row, change: Change): Promise<void>;
  /** Writes the history, emits the event and tells who is to know. */
  record(work: W, row: Row, change: Change): Promise<void>;
}

/** A row by its id; `version` is the one that the caller read, undefined when it names none. */
export interface Which {
  id: number;
  version?: number | undefined;
}

/** Throws 409 when the row is not as the caller read it. */
export async function needVersion<W extends Base, Row extends Versioned>(
  machine: Machine<W, Row, Named, unknown>,
  work: W,
  row: Row,
  version: number | undefined,
): Promise<void> {
  if (version === undefined || version === row.version) return;
  const fresh = await machine.fresh(work, row);
  throw conflict(machine.changed(fresh), fresh);
}

/** The error of a refused command; a 409 shows the row as it is now. */
export async function refuse<W extends Base, Row extends Versioned>(
  machine: Pick<Machine<W, Row, Named, unknown>, 'fresh'>,
  work: W,
  row: { id: number },
  { refusal, status }: RefusedCommand,
): Promise<Refusal> {
  return new Refusal(status, refusal, status === 409 ? await machine.fresh(work, row as Row) : null);
}

/** Throws 409 unless a row that was read is as the caller read it and `action` is open to it. */
export async function needOpen<W extends Base, Row extends Versioned, Command extends Named>(
  machine: Machine<W, Row, Command, unknown>,
  work: W,
  row: Row,
  action: Command['action'] | 'delete',
  version?: number,
): Promise<void> {
  await needVersion(machine, work, row, version);
  const why = machine.closed(row, action, work.deps.now());
  if (why !== null) throw await refuse(machine, work, row, { refusal: why, status: 409 });
}

/** The row, for a caller that reads more before it says its whole command. Throws 404, and 409 as `needOpen`. */
export async function openFor<W extends Base, Row extends Versioned, Command extends Named>(
  machine: Machine<W, Row, Command, unknown>,
  work: W,
  { id, version }: Which,
  action: Command['action'] | 'delete',
): Promise<Row> {
  const row = await machine.read(work, id);
  await needOpen(machine, work, row, action, version);
  return row;
}

/** Sets columns of a row where it still has the version that was read, and counts that. Throws 409 when another caller was faster. */
export async function setColumns<W extends Base, Row extends Versioned>(
  machine: Machine<W, Row, Named, unknown>,
  work: W,
  row: Row,
  columns: object,
): Promise<void> {
  const won = await work.tx.run(
    db
      .updateTable(machine.table as 'goods_orders')
      .set({ updated_at: sql`now()`, ...columns, version: sql`version + 1` } as never)
      .where('tenant_id', '=', work.tx.tenantId)
      .where('id', '=', row.id)
      .where('version', '=', row.version),
  );
  if (won === 0) {
    const fresh = await machine.fresh(work, row);
    throw conflict(machine.taken(fresh), fresh);
  }
  row.version++;
}

/**
 * Applies a command to a row that was read in this transaction. Of any number of callers one wins; the others get 409 with the row as it is
 * now. `besides` does what only this call brings along, before the history is written.
 */
export async function applyTo<W extends Base, Row extends Versioned, Command extends Named, Change>(
  machine: Machine<W, Row, Command, Change>,
  work: W,
  row: Row,
  command: Command,
  besides: () => Promise<unknown> = async () => {},
): Promise<true> {
  const decision = machine.decide(row, command, work.deps.now());
  if ('refusal' in decision) throw await refuse(machine, work, row, decision);
  const { change } = decision;
  if (change === null) return true;
  await setColumns(machine, work, row, await machine.columns(work, row, change));
  await machine.follow(work, row, change);
  await besides();
  await machine.record(work, row, change);
  return true;
}

/** Reads the row and applies a command to it: all that most handlers do. */
export async function apply<W extends Base, Row extends Versioned, Command extends Named, Change>(
  machine: Machine<W, Row, Command, Change>,
  work: W,
  { id, version }: Which,
  command: Command,
): Promise<true> {
  const row = await machine.read(work, id);
  await needVersion(machine, work, row, version);
  return applyTo(machine, work, row, command);
}
