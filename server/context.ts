/** What a function is given besides its input: a unit of work, and what a handler knows of its request. */
import type { Readable } from 'node:stream';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Secrets } from './db/secrets.ts';
import type { InTenant, Tx } from './db/tenant.ts';
import type { AnyEvents } from './events.ts';
import { forbidden } from './errors.ts';
import type { Sessions } from './http/session.ts';
import type pg from 'pg';

/** Who is signed in, as the request needs it. */
export interface Session {
  id: number;
  tenantId: number;
  parentTenantId: number | null;
  userId: number;
  /** The account's own row: the same as tenantId and userId unless the person works here as a member of another tenant. */
  home: { tenantId: number; userId: number };
  username: string;
  name: string;
  departmentId: number | null;
  superAdmin: boolean;
  /** The password was set by somebody else: only routes with `initial` are open until it is changed. */
  mustChangePassword: boolean;
  /** The tenant asks for a second factor that the account does not have yet: again only `initial` routes. */
  mustEnrol: boolean;
  /**
   * Epoch ms of the tenant's end: afterwards, while its grace lasts, only reading is
   * left, and routes marked `always`. Infinity without an end.
   */
  endsAt: number;
  /** A `screen` may only read. */
  scope: 'server' | 'screen';
  roleIds: number[];
  permissions: ReadonlySet<string>;
  /** The widest of the user's roles: 0 all, 1 institution, 2 and 4 `departmentIds`, with 2 whole branches of the tree, 3 own. */
  dataScope: number;
  /** The departments that the roles reach, when that is what the scope is cut at. */
  departmentIds: number[];
}

/** What the process has: made once in main.ts, replaced by tests. */
export interface Dependencies {
  config: Config;
  secrets: Secrets;
  pool: pg.Pool;
  inTenant: InTenant;
  /** A few connections besides, so that alarms, and knowing who asks for them, never wait for anything else. */
  urgent: { pool: pg.Pool; inTenant: InTenant };
  /** As `yian_login`: finds accounts and clients before a tenant is known. */
  logins: pg.Pool;
  /** As `yian_upkeep`: clears away what is old. */
  cleanup: pg.Pool;
  /** As `yian_jobs`: runs the jobs of the queue, and reaches nothing but its tables. */
  jobs: pg.Pool;
  log: Logger;
  /** Epoch milliseconds. */
  now(): number;
}

export interface Upload {
  filename: string;
  bytes: Buffer;
}

export interface RequestFacts {
  id: string;
  address: string;
  userAgent: string;
  /** The tenants that the caller narrows to, each its own or below it; none: whatever the session sees. */
  tenantIds: readonly number[];
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The body as it came, of a `signed` route; else empty. */
  text: string;
}

/**
 * Who does something, as rows and records name them. `userId` is null for who has no
 * account in this tenant: the product itself, a buyer outside.
 */
export interface Actor {
  readonly userId: number | null;
  readonly name: string;
}

/** A unit of work in one tenant: what every function takes that reads or changes data, whether a request, a job or an event caused it. */
export interface Work {
  readonly deps: Dependencies;
  readonly tx: Tx;
  readonly actor: Actor;
  /** Runs the subscribers in this transaction and tells every process once it commits. */
  emit<N extends keyof AnyEvents>(name: N, payload: AnyEvents[N]): Promise<void>;
}

/**
 * What a handler is given: the work with the request that asks for it. On a public route
 * `tx`, `session` and `actor` throw: use `deps.inTenant`.
 */
export interface Context extends Work {
  readonly request: RequestFacts;
  readonly session: Session;
  /** The session's person. */
  readonly actor: Actor & { readonly userId: number };
  /** Runs once the request's transaction has committed: what other requests may see only then, such as forgetting a cached session. */
  afterCommit(work: () => void): void;
  /** Runs when it was rolled back instead: takes back what a transaction cannot, such as a stored file. */
  afterRollback(work: () => Promise<void>): void;
  /** The session cache of this process. */
  readonly sessions: Sessions;
  /** Of a multipart route. */
  readonly upload: Upload;
}

/** An answer whose `msg` the route does not know beforehand: it succeeded, and has something to say. */
export class Said {
  readonly data: unknown;
  readonly message: string | null;
  constructor(data: unknown, message: string | null) {
    this.data = data;
    this.message = message;
  }
}

/** What a `raw` route returns. */
export interface Reply {
  status?: number;
  headers?: Record<string, string>;
  body: string | Buffer | Readable;
}

/** Throws 403 unless the session has the permission; for rules finer than the route's own. */
export function need(context: Context, permission: string): void {
  if (!context.session.permissions.has(permission)) throw forbidden();
}
