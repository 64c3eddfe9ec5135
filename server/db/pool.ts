/** Connections. Wire formats are set here once: times come as Shanghai text, bigint as number, alone and in arrays. */
import pg from 'pg';

const TIMESTAMPTZ = 1184;
const TIMESTAMP = 1114;
const DATE = 1082;
const INT8 = 20;
const NUMERIC = 1700;
const INT4_ARRAY: number = 1007;
const INT8_ARRAY = 1016;

const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    // The session's time zone is Asia/Shanghai, so the text up to the seconds is the wire's own format.
    if (oid === TIMESTAMPTZ || oid === TIMESTAMP) return (value: string) => value.slice(0, 19);
    if (oid === DATE) return (value: string) => value;
    if (oid === INT8 || oid === NUMERIC) return Number;
    // By itself pg leaves the elements of bigint[] texts.
    if (oid === INT8_ARRAY) return pg.types.getTypeParser(INT4_ARRAY, format as 'text');
    return pg.types.getTypeParser(oid, format as 'text');
  },
};

const [TEXT, VARCHAR, JSON_TEXT, JSONB, TEXT_ARRAY] = [25, 1043, 114, 3802, 1009];
const escaped = (text: string) => JSON.stringify(text).slice(1, -1);

/** The parsers of one statement whose texts `open` reads: of columns, of arrays, and within JSON. `open` gives a text back that has none. */
export function opening(open: (text: string, escape?: (opened: string) => string) => string): pg.CustomTypesConfig {
  const plain = (value: string) => open(value);
  const json = (value: string) => JSON.parse(open(value, escaped)) as unknown;
  const list = pg.types.getTypeParser(TEXT_ARRAY as number) as (value: string) => (string | null)[];
  const array = (value: string) => list(value).map((one) => (one === null ? null : open(one)));
  return {
    getTypeParser(oid: number, format?: 'text' | 'binary') {
      if (oid === TEXT || oid === VARCHAR) return plain;
      if (oid === JSONB || oid === JSON_TEXT) return json;
      if (oid === TEXT_ARRAY) return array;
      return types.getTypeParser(oid, format);
    },
  } as pg.CustomTypesConfig;
}

export interface Target {
  host: string;
  port: number;
  database: string;
  user: string;
  password: string;
  ssl?: boolean;
}

/** Connection options that every client and pool of ours shares. */
export function connection(target: Target, name: string): pg.ClientConfig {
  return {
    ...target,
    ssl: target.ssl ? { rejectUnauthorized: true } : false,
    application_name: name,
    connectionTimeoutMillis: 5000,
    options:
      '-c timezone=Asia/Shanghai -c datestyle=ISO -c statement_timeout=15000 -c lock_timeout=5000 -c idle_in_transaction_session_timeout=30000',
    types: types as pg.CustomTypesConfig,
  };
}

/**
 * Longer than any statement may run: then it is not the statement, the server or the way
 * to it hangs, and no timeout of the server comes any more.
 */
const SILENCE_MS = 60_000;

/**
 * A pool whose clients pipeline, and which survives the loss of the database. `onError` is told of idle connections that died. A connection
 * that does not answer for `silenceMs` is given up, with 0 never; `kept` stay open however long they are idle.
 */
export function createPool(
  target: Target,
  name: string,
  max: number,
  onError: (error: Error) => void,
  { silenceMs = SILENCE_MS, kept = 0 } = {},
): pg.Pool {
  const pool = new pg.Pool({
    ...connection(target, name),
    max,
    min: kept,
    pipeline: true,
    idleTimeoutMillis: 60_000,
    query_timeout: silenceMs,
  } as pg.PoolConfig);
  pool.on('error', onError);
  // Errors of a checked-out client arrive at its queries as well; without a listener they would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
