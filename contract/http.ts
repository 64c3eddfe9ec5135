/**
 * A route is a value both sides agree on: the server implements it (server/http/implement.ts), the web calls it (web/api/call.ts),
 * `npm run openapi` prints it. Paths are written as the specification does, `{id}` for a path parameter.
 */
import type { z } from 'zod';
import type { Guards, Standing } from './guards.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Who may call: `public` anyone, `session` whoever is signed in, otherwise the name of the one permission needed. */
export type Access = 'public' | 'session' | (string & {});

/** Media types of uploads. */
export const mediaTypes = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  mp4: 'video/mp4',
  amr: 'audio/amr',
} as const;

/** Rate classes; the figures are in server/http/rate-limits.ts. */
export type Rate = 'login' | 'open' | 'read' | 'write' | 'export' | 'upload' | 'log';

/** `json` is the enveloped answer; `raw` means that the handler returns a `Reply` (file, OAuth2 body, image) of its own. */
export type Kind = 'json' | 'raw';

export interface Route<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly method: Method;
  readonly path: string;
  /** Other spellings of the path that clients know; they are the same route. */
  readonly also: readonly string[];
  /** Chinese, short: the title of the operation log and of the OpenAPI document. */
  readonly summary: string;
  readonly access: Access;
  /**
   * The refusal that other tenants read, where only the platform may call, even if a
   * role elsewhere has the permission. Null: every tenant may.
   */
  readonly platform: string | null;
  /** Asks for a proof of who one is within the last ten minutes (`user/panel/check`), because it opens or ends something for others. */
  readonly proved: boolean;
  /** `never` in demonstration mode, because it would spoil it for all visitors; `only` there. Null: everywhere. */
  readonly demonstration: 'never' | 'only' | null;
  /** One flat object: path, query and body merged. */
  readonly input: I;
  /** The shape of `data`; what it does not name is dropped. */
  readonly output: O;
  readonly rate: Rate;
  /** Writes an operation-log row in the same transaction. */
  readonly audit: boolean;
  /** Bytes. */
  readonly bodyLimit: number;
  readonly kind: Kind;
  /** `msg` of the success envelope. */
  readonly message: string | null;
  /**
   * Multipart with one field `file`, of one of these media types by its content; the handler finds it in `context.upload`. Null takes JSON.
   */
  readonly multipart: readonly string[] | null;
  /** Open before a password that somebody else set has been changed. */
  readonly initial: boolean;
  /** A write that stays open while an institution whose term has ended may only read: answering alarms, buying, one's own account. */
  readonly always: boolean;
  /** The handler checks a signature over the body's very text, which it finds in `context.request.text`. */
  readonly signed: boolean;
  /** Open to the session of a big screen, which may call nothing else. */
  readonly screen: boolean;
  /** Never waits behind other calls of its tenant: seeing and answering alarms. */
  readonly urgent: boolean;
  /** Keys of money, rights or identity that this call does not change: refused by name instead of dropped. */
  readonly guards: Guards | null;
  /** The call that answers the row which this one writes; by default `get` by `id`. Guarded keys that say what it says are no change. */
  readonly standing: Standing | null;
}

export interface RouteOptions<I extends z.ZodType, O extends z.ZodType> {
  access: Access;
  input: I;
  output: O;
  platform?: string;
  proved?: boolean;
  demonstration?: 'never' | 'only';
  also?: readonly string[];
  rate?: Rate;
  audit?: boolean;
  bodyLimit?: number;
  kind?: Kind;
  message?: string;
  multipart?: readonly string[];
  initial?: boolean;
  always?: boolean;
  signed?: boolean;
  screen?: boolean;
  urgent?: boolean;
  guards?: Guards;
  standing?: Standing;
}

const KB = 1024;

function route<I extends z.ZodType, O extends z.ZodType>(
  method: Method,
  path: string,
  summary: string,
  options: RouteOptions<I, O>,
): Route<I, O> {
  const reads = method === 'GET';
  return {
    method,
    path,
    also: options.also ?? [],
    summary,
    access: options.access,
    platform: options.platform ?? null,
    proved: options.proved ?? false,
    demonstration: options.demonstration ?? null,
    input: options.input,
    output: options.output,
    rate: options.rate ?? (reads ? 'read' : 'write'),
    audit: options.audit ?? !reads,
    bodyLimit: options.bodyLimit ?? 64 * KB,
    kind: options.kind ?? 'json',
    message: options.message ?? null,
    multipart: options.multipart ?? null,
    initial: options.initial ?? false,
    always: options.always ?? options.initial ?? false,
    signed: options.signed ?? false,
    screen: options.screen ?? false,
    urgent: options.urgent ?? false,
    guards: options.guards ?? null,
    standing: options.standing ?? null,
  };
}

/** `get('/members/oldman/page', '服务对象列表', { access, input, output })` */
export const get = <I extends z.ZodType, O extends z.ZodType>(path: string, summary: string, options: RouteOptions<I, O>) =>
  route('GET', path, summary, options);
export const post = <I extends z.ZodType, O extends z.ZodType>(path: string, summary: string, options: RouteOptions<I, O>) =>
  route('POST', path, summary, options);
export const put = <I extends z.ZodType, O extends z.ZodType>(path: string, summary: string, options: RouteOptions<I, O>) =>
  route('PUT', path, summary, options);
export const del = <I extends z.ZodType, O extends z.ZodType>(path: string, summary: string, options: RouteOptions<I, O>) =>
  route('DELETE', path, summary, options);

export type Input<R extends Route> = z.input<R['input']>;
export type Output<R extends Route> = z.output<R['output']>;

/** The envelope of every JSON answer; `code` 0 is success (specification 2, section 7). */
export interface Envelope<T> {
  code: number;
  msg: string | null;
  data: T;
}

/** `{id}` → the names in order. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
}

/** A service whose calls are the platform's alone; `refusal` is what others read. */
export const ofPlatform = <S extends Record<string, Route>>(refusal: string, service: S): S =>
  Object.fromEntries(Object.entries(service).map(([name, route]) => [name, { ...route, platform: refusal }])) as S;
