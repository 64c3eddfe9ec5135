/** Views of the list of tickets that staff keep for themselves or, who may assign tickets, for their institution. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { MOST_VIEWS, savedTicketViews as routes, type SavedTicketView } from '#contract/tickets/saved-ticket-views.ts';
import { tickets } from '#contract/tickets/tickets.ts';
import { need, type Context } from '../context.ts';
import { explaining } from '../db/constraints.ts';
import { db } from '../db/tenant.ts';
import { conflict, notFound, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { merged } from '../lists/crud.ts';

type View = z.input<typeof SavedTicketView>;

const NOUN = '诉求视图';
const refusals = { saved_ticket_views_tenant_id_user_id_name_key: conflict('已有同名的视图') };

const columns = sql`id, name, user_id is null as shared, filters, sort, descending, version`;

/** A view that the session sees, whose turn it is; one of the institution only for who may share. Throws 404 and 403. */
async function lockView(context: Context, id: number): Promise<View> {
  const { tx, session } = context;
  const row = await tx.row<View>(sql`select ${columns} from saved_ticket_views
    where tenant_id = ${tx.tenantId} and id = ${id} and (user_id is null or user_id = ${session.userId}) for update`);
  if (!row) throw notFound(NOUN);
  if (row.shared) need(context, tickets.assign.access);
  return row;
}

/** Throws 422 when a person, or an institution, has enough of them. */
async function needRoom({ tx }: Context, owner: number | null): Promise<void> {
  const found = await tx.row<{ n: number }>(sql`select count(*)::integer as n from saved_ticket_views
    where tenant_id = ${tx.tenantId} and user_id is not distinct from ${owner}`);
  if (found!.n >= MOST_VIEWS) throw refused(owner === null ? `最多共享${MOST_VIEWS}个视图` : `最多保存${MOST_VIEWS}个视图`);
}

/** What of a view is written; empty filters are none. */
const written = ({ name, filters, sort, descending }: Pick<View, 'name' | 'filters' | 'sort' | 'descending'>) => ({
  name,
  filters: JSON.stringify(Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''))),
  sort,
  descending,
});

export const savedTicketViews: Handlers<typeof routes> = {
  list: (_, { tx, session }) =>
    tx.rows<View>(sql`select ${columns} from saved_ticket_views where tenant_id = ${tx.tenantId}
      and (user_id is null or user_id = ${session.userId}) order by user_id nulls first, id`),

  async create({ shared, sort = null, ...form }, context) {
    const { tx, session } = context;
    if (shared) need(context, tickets.assign.access);
    const owner = shared ? null : session.userId;
    await needRoom(context, owner);
    const made = await explaining(
      refusals,
      tx.row(
        db
          .insertInto('saved_ticket_views')
          .values({ tenant_id: tx.tenantId, user_id: owner, ...written({ ...form, sort }) })
          .returning('id'),
      ),
    );
    return made!.id;
  },

  async update({ id, version, ...changes }, context) {
    const { tx, session } = context;
    const row = await lockView(context, id);
    if (row.version !== version) throw conflict(`${NOUN}已被他人修改，请刷新后重试`, row);
    const form = merged(row, changes);
    if (form.shared !== row.shared) {
      need(context, tickets.assign.access);
      await needRoom(context, form.shared ? null : session.userId);
    }
    await explaining(
      refusals,
      tx.run(
        db
          .updateTable('saved_ticket_views')
          .set({
            ...written(form),
            ...(form.shared === row.shared ? {} : { user_id: form.shared ? null : session.userId }),
            version: sql`version + 1`,
            updated_at: sql`now()`,
          })
          .where('tenant_id', '=', tx.tenantId)
          .where('id', '=', id),
      ),
    );
    return true;
  },

  async remove({ id }, context) {
    await lockView(context, id);
    await context.tx.run(sql`delete from saved_ticket_views where tenant_id = ${context.tx.tenantId} and id = ${id}`);
    return true;
  },
};
