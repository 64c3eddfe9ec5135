/** Who opens a questionnaire: somebody of its institution, or anybody with the link while it collects answers. */
import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Context, Dependencies, Session } from '../context.ts';
import { forbidden } from '../errors.ts';
import { bearer } from '../http/implement.ts';
import { originOf } from '../http/client-addresses.ts';
import { db, type Tx } from '../db/tenant.ts';

/** The session of a public route's caller, if a token was sent; 401 and 403 as on every other route when it may not be used. */
export async function visitorOf({ request, sessions }: Context): Promise<Session | null> {
  const token = bearer(String(request.headers.authorization ?? ''));
  if (!token) return null;
  const session = await sessions.find(token, request.address);
  const named = request.headers['tenant-id'];
  if (named !== undefined && named !== '' && String(named) !== String(session.tenantId))
    throw forbidden(`无效的租户编号:${String(named).slice(0, 20)}`);
  if (session.mustChangePassword) throw forbidden('请先修改初始密码');
  if (session.mustEnrol) throw forbidden('请先启用两步验证');
  return session;
}

export interface Place {
  tenantId: number;
  /** Of the questionnaire's own institution; null for whoever has only the link. */
  session: Session | null;
}

/**
 * Where a key belongs: to the caller's own institution, or to the one that collects answers with
 * it; null when to none. The tenant never comes from the caller.
 */
export async function placeOf(context: Context, key: string): Promise<Place | null> {
  const session = await visitorOf(context);
  if (!/^[0-9a-f]{32}$/.test(key)) return null;
  const { deps } = context;
  if (session) {
    const own = await deps.inTenant(session.tenantId, (tx) =>
      tx.row(
        db
          .selectFrom('questionnaires')
          .select('id')
          .where('tenant_id', '=', tx.tenantId)
          .where('key', '=', key)
          .where('deleted_at', 'is', null),
      ),
    );
    if (own) return { tenantId: session.tenantId, session };
  }
  const { rows } = await deps.pool.query<{ tenant_id: number }>({
    name: 'find_questionnaire',
    text: 'select * from app.find_questionnaire($1)',
    values: [key],
  });
  return rows[0] ? { tenantId: rows[0].tenant_id, session: null } : null;
}

/** As `placeOf`, and where the results of a stopped questionnaire are shown to everybody: only what reads them asks this. */
export async function resultsPlaceOf(context: Context, key: string): Promise<Place | null> {
  const place = await placeOf(context, key);
  if (place || !/^[0-9a-f]{32}$/.test(key)) return place;
  const { rows } = await context.deps.pool.query<{ tenant_id: number }>({
    name: 'find_shown_results',
    text: 'select * from app.find_shown_results($1)',
    values: [key],
  });
  return rows[0] ? { tenantId: rows[0].tenant_id, session: null } : null;
}

/** Whether a place takes answers at all: after its institution's end its staff may only read. */
export const isOpen = (place: Place | null, { now }: Pick<Dependencies, 'now'>): place is Place =>
  place !== null && (place.session === null || place.session.endsAt > now());

/** Writes down that an address opened a questionnaire that asks for a number: its client may ask for a code without the key. */
export const keepOpening = (tx: Tx, deps: Dependencies, questionnaireId: number, address: string) =>
  tx.run(sql`
    insert into questionnaire_openings (tenant_id, questionnaire_id, origin)
    values (${tx.tenantId}, ${questionnaireId}, ${keyedDigest(deps, 'questionnaire-origin', 0, originOf(address))})
    on conflict (tenant_id, questionnaire_id, origin) do update set opened_at = now()`);

/** The keys of those that the caller's address opened within two hours and that collect answers, the last first. */
export async function openedKeys({ deps, request }: Context): Promise<string[]> {
  const { rows } = await deps.pool.query<{ key: string }>({
    name: 'questionnaires_opened',
    text: 'select key from app.questionnaires_opened($1)',
    values: [keyedDigest(deps, 'questionnaire-origin', 0, originOf(request.address))],
  });
  return rows.map(({ key }) => key);
}

/** What stands for an address or a number of a visitor in a table: it can be compared and not be turned back. */
export const keyedDigest = ({ secrets }: Pick<Dependencies, 'secrets'>, what: string, questionnaireId: number, value: string): Buffer =>
  createHmac('sha256', secrets.blind).update(`${what}\0${questionnaireId}\0${value}`).digest();
