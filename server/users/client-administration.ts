/**
 * The platform's list of OAuth2 clients. The table has no grants: everything goes through functions that ask for the platform's context.
 */
import { sql } from 'kysely';
import { OWN_CLIENT, clients as routes } from '#contract/users/clients.ts';
import type { Work } from '../context.ts';
import { merged } from '../lists/crud.ts';
import { db } from '../db/tenant.ts';
import { conflict, notFound, refused } from '../errors.ts';
import { emit } from '../events.ts';
import type { Handlers } from '../http/implement.ts';
import { listFrom, type SearchOf } from '../lists/list.ts';
import { exporting } from '../transfers/exports.ts';
import { clientSheet } from './clients-sheet.ts';
import { hashSecret, newSecret } from './clients.ts';

interface Row {
  id: string;
  description: string | null;
  encrypts_password: boolean;
  needs_captcha: boolean;
  access_seconds: number;
  refresh_seconds: number;
  sessions: number;
  created_at: string;
}

const readAll = ({ tx }: Work) => tx.rows<Row>(sql`select * from app.list_clients()`);

const toWire = (row: Row) => ({
  id: row.id,
  clientId: row.id,
  clientSecret: null,
  scope: 'server',
  authorizedGrantTypes: 'password,refresh_token,mobile',
  accessTokenValidity: row.access_seconds,
  refreshTokenValidity: row.refresh_seconds,
  additionalInformation: JSON.stringify({ enc_flag: row.encrypts_password ? '1' : '0', captcha_flag: row.needs_captcha ? '1' : '0' }),
  autoapprove: 'true' as const,
  description: row.description,
  encryptsPassword: row.encrypts_password,
  needsCaptcha: row.needs_captcha,
  accessSeconds: row.access_seconds,
  refreshSeconds: row.refresh_seconds,
  sessions: Number(row.sessions),
  builtIn: row.id === OWN_CLIENT,
  createTime: row.created_at,
});

const exported = listFrom({
  matching({ id }: SearchOf<typeof routes.page>) {
    const all = db.selectFrom(sql<Row>`app.list_clients()`.as('clients'));
    return id ? all.where(sql<boolean>`(strpos(clients.id, ${id}) > 0 or strpos(coalesce(clients.description, ''), ${id}) > 0)`) : all;
  },
  listed: (query) => query.selectAll(),
  order: () => [{ column: 'clients.id', direction: 'asc' }],
  toRow: toWire,
});

async function find(work: Work, id: string): Promise<Row> {
  const row = (await readAll(work)).find((one) => one.id === id);
  if (!row) throw notFound('客户端');
  return row;
}

interface Form {
  id: string;
  description?: string | null | undefined;
  encryptsPassword: boolean;
  needsCaptcha: boolean;
  accessSeconds: number;
  refreshSeconds: number;
}

const change = ({ tx }: Work, form: Form, secretHash: string | null) =>
  tx.row<{ done: boolean }>(sql`select app.change_client(${form.id}, ${secretHash}, ${form.encryptsPassword}, ${form.needsCaptcha},
    ${form.accessSeconds}, ${form.refreshSeconds}, ${form.description ?? null}) as done`);

export const clients: Handlers<typeof routes> = {
  // A handful: read whole, cut here.
  async page({ id, current, size }, context) {
    const rows = (await readAll(context)).filter((row) => !id || row.id.includes(id) || row.description?.includes(id));
    const records = rows.slice((current - 1) * size, current * size).map(toWire);
    return { records, total: rows.length, size, current, pages: Math.ceil(rows.length / size) };
  },
  async get({ id }, context) {
    return toWire(await find(context, id));
  },
  export: exporting(routes.export, clientSheet(exported)),

  async create(form, context) {
    const secret = newSecret();
    const made = await context.tx.row<{
      done: boolean;
    }>(sql`select app.create_client(${form.id}, ${hashSecret(secret)}, ${form.encryptsPassword}, ${form.needsCaptcha},
      ${form.accessSeconds}, ${form.refreshSeconds}, ${form.description ?? null}) as done`);
    if (!made?.done) throw conflict('客户端编号已存在');
    return { id: form.id, secret };
  },

  async update(form, context) {
    const before = await find(context, form.id);
    // The pages send the password as it is and show a captcha: another setting would lock everybody out.
    if (form.id === OWN_CLIENT && (form.encryptsPassword !== before.encrypts_password || form.needsCaptcha !== before.needs_captcha))
      throw refused('网页端客户端的密码加密与验证码设置不能修改');
    await change(context, merged(before, form), null);
    return true;
  },

  async renew({ id }, context) {
    const row = await find(context, id);
    if (id === OWN_CLIENT) throw refused('网页端客户端的密钥写在网页中，不能重置');
    const secret = newSecret();
    const form = {
      id,
      description: row.description,
      encryptsPassword: row.encrypts_password,
      needsCaptcha: row.needs_captcha,
      accessSeconds: row.access_seconds,
      refreshSeconds: row.refresh_seconds,
    };
    await change(context, form, hashSecret(secret));
    return { id, secret };
  },

  async remove({ id, endSessions }, context) {
    const row = await find(context, id);
    if (id === OWN_CLIENT) throw refused('网页端客户端不能删除');
    const open = Number(row.sessions);
    if (open > 0 && !endSessions) throw refused(`该客户端还有${open}个在线会话，确认后将全部结束`, { sessions: open });
    const ended = await context.tx.rows<{ id: number }>(sql`select session_id as id from app.delete_client(${id}, 'client deleted')`);
    for (const { id: sessionId } of ended) await emit('session.ended', { sessionId }, context.tx, context.deps);
    context.afterCommit(() => {
      for (const { id: sessionId } of ended) context.sessions.forget({ sessionId });
    });
    return true;
  },
};
