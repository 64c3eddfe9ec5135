/**
 * Statements that leave in one write and are answered in one: PostgreSQL runs them as one transaction without BEGIN and COMMIT, which it
 * ends at the Sync behind the last (https://www.postgresql.org/docs/18/protocol-flow.html#PROTOCOL-FLOW-PIPELINING).
 * The columns of a prepared statement are asked for once on each connection: PostgreSQL refuses to answer it with others.
 */
import pg from 'pg';

export interface Statement {
  /** Kept as a prepared statement under this name. */
  name?: string | undefined;
  text: string;
  values: readonly unknown[];
}

/** The messages of pg's connection, and what it knows to be prepared. */
interface Wire extends Pick<pg.Connection, 'stream' | 'sync'> {
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
  parse(message: { name?: string | undefined; text: string }): void;
  bind(message: { portal: string; statement?: string | undefined; values: unknown[] }): void;
  describe(message: { type: 'P'; name: string }): void;
  execute(message: object): void;
}

interface Described {
  fields: pg.FieldDef[];
}

/** What pg's own query keeps and does, beyond its types. */
interface OwnQuery {
  _result: { addFields: (fields: pg.FieldDef[]) => void };
  _accumulateRows: boolean;
  _checkForMultirow(): void;
  callback: (error: Error | null, results: pg.QueryResult | pg.QueryResult[]) => void;
  name: string | undefined;
  text: string;
  handleRowDescription(message: Described): void;
  handleCommandComplete(message: object, connection: Wire): void;
  handleError(error: Error, connection: Wire): void;
}

const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => unknown } }).utils;
/** The columns of the statements that are prepared on a connection. */
const columns = new WeakMap<Wire, Map<string, pg.FieldDef[]>>();

const Base = pg.Query as unknown as new (config: object) => pg.Query & OwnQuery;

/** Give it to `client.query` of a client that pipelines. */
export class Batch extends Base {
  /** The results in the order of the statements; rejects with the first error, and then nothing was done. */
  readonly answered: Promise<pg.QueryResult[]>;
  readonly statements: readonly Statement[];
  /** Names that this batch asks to have prepared. */
  readonly #fresh = new Set<Statement>();
  #known: Map<string, pg.FieldDef[]> = new Map();
  #at = -1;

  constructor(statements: readonly Statement[], types: pg.CustomTypesConfig) {
    super({ text: '', types });
    this.statements = statements;
    const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult[]>();
    this.answered = promise.catch((error: Error) => {
      // The trace would lead to the socket instead of to what sent the statements.
      Error.captureStackTrace(error);
      throw error;
    });
    this.callback = (error, results) => (error ? reject(error) : resolve([results].flat()));
  }

  override submit = (connection: pg.Connection): Error | null => {
    const wire = connection as unknown as Wire;
    let bound: unknown[][];
    try {
      bound = this.statements.map(({ values }) => values.map((value) => prepareValue(value)));
    } catch (error) {
      return error as Error;
    }
    this.#known = columns.get(wire) ?? new Map();
    columns.set(wire, this.#known);
    wire.stream.cork();
    for (const [at, statement] of this.statements.entries()) {
      const { name, text } = statement;
      if (!name || (wire.parsedStatements[name] ?? wire.submittedNamedStatements[name]) === undefined) {
        wire.parse({ name, text });
        if (name) {
          wire.submittedNamedStatements[name] = text;
          this.#fresh.add(statement);
        }
      }
      wire.bind({ portal: '', statement: name, values: bound[at]! });
      if (!name || !this.#known.has(name)) wire.describe({ type: 'P', name: '' });
      wire.execute({});
    }
    wire.sync();
    wire.stream.uncork();
    this.#next();
    return null;
  };

  /** The answers of the next statement come: pg notes a name as prepared when it hears so. */
  #next(): void {
    const statement = this.statements[++this.#at];
    this.name = statement && this.#fresh.has(statement) ? statement.name : undefined;
    this.text = statement?.text ?? '';
    const fields = statement?.name && this.#known.get(statement.name);
    if (!fields) return;
    this._checkForMultirow();
    this._result.addFields(fields);
    this._accumulateRows = true;
  }

  override handleRowDescription(message: Described): void {
    super.handleRowDescription(message);
    const { name } = this.statements[this.#at]!;
    if (name) this.#known.set(name, message.fields);
  }

  override handleCommandComplete(message: object, connection: Wire): void {
    super.handleCommandComplete(message, connection);
    this.#next();
  }

  override handleError(error: Error, connection: Wire): void {
    // PostgreSQL has passed over what stands behind the statement that failed.
    for (const statement of this.statements.slice(this.#at + 1))
      if (this.#fresh.has(statement)) delete connection.submittedNamedStatements[statement.name!];
    super.handleError(error, connection);
  }
}
