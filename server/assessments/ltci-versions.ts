/** Versions of the scale of long-term care insurance: drafts of the institution, published for what is assessed from then on. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { closedLtci, decideLtci, ltciStates, type LtciChange, type LtciCommand } from '#contract/assessments/ltci-commands.rules.ts';
import { OWN_VERSIONS, shippedFigures } from '#contract/assessments/ltci-figures.rules.ts';
import type { ltciVersions as routes, LtciVersion } from '#contract/assessments/ltci-versions.ts';
import { ltci } from '#contract/assessments/scale-ltci.ts';
import type { Context } from '../context.ts';
import { db } from '../db/tenant.ts';
import { apply, openFor, type Machine } from '../db/transitions.ts';
import { conflict, notFound } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { currentLtci } from './scales-in-use.ts';

const NOUN = '长护险量表版本';
const CHANGED = `${NOUN}已被他人修改，请刷新后重试`;
const MOST = 100;
type Wire = z.input<typeof LtciVersion>;

const read = ({ tx }: Context, id: number | null) =>
  tx.rows<Wire>(sql`
    select v.id, v.serial, v.state, v.figures, v.verified_at is not null as verified, v.published_at as "publishedTime",
      v.published_name as "publishedName", v.verified_at as "verifiedTime", v.verified_name as "verifiedName",
      v.verified_note as "verifiedNote", v.user_name as "userName", v.version, v.created_at as "createTime",
      (select count(*)::int from assessments a
        where a.tenant_id = v.tenant_id and a.scale = ${ltci.code} and a.scale_version = v.serial) as used
    from ltci_versions v where v.tenant_id = ${tx.tenantId} and (${id}::bigint is null or v.id = ${id}) order by v.serial desc
    limit ${MOST}`);

async function lock({ tx }: Context, id: number) {
  const row = await tx.row(
    db.selectFrom('ltci_versions').selectAll().where('tenant_id', '=', tx.tenantId).where('id', '=', id).forUpdate(),
  );
  if (!row) throw notFound(NOUN);
  return row;
}
type Row = Awaited<ReturnType<typeof lock>>;

const machine: Machine<Context, Row, LtciCommand, LtciChange, Wire> = {
  table: 'ltci_versions',
  read: lock,
  fresh: async (context, { id }) => (await read(context, id))[0]!,
  changed: () => CHANGED,
  taken: () => CHANGED,
  closed: closedLtci,
  decide: decideLtci,
  columns: (_context, _row, { set }) => set,
  follow: async () => {},
  record: async () => {},
};

export const ltciVersions: Handlers<typeof routes> = {
  list: (_input, context) => read(context, null),
  current: (_input, { tx }) => currentLtci(tx),

  // Who begins twice goes on with the one draft.
  async create(_input, { tx, session }) {
    await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`ltci-versions:${tx.tenantId}`}, 0))`);
    const rows = await tx.rows<{ id: number; serial: number; state: number }>(sql`
      select id, serial, state from ltci_versions where tenant_id = ${tx.tenantId} order by serial desc`);
    const draft = rows.find(({ state }) => state === ltciStates.draft);
    if (draft) return draft.id;
    if (rows.length >= MOST) throw conflict(`最多${MOST}个版本`);
    const made = await tx.row(
      db
        .insertInto('ltci_versions')
        .values({
          tenant_id: tx.tenantId,
          serial: (rows[0]?.serial ?? OWN_VERSIONS) + 1,
          figures: JSON.stringify((await currentLtci(tx))?.figures ?? shippedFigures),
          user_id: session.userId,
          user_name: session.name,
        })
        .returning('id'),
    );
    return made!.id;
  },

  update: ({ id, version, figures }, context) => apply(machine, context, { id, version }, { action: 'edit', figures }),
  publish: ({ id, version }, context) => apply(machine, context, { id, version }, { action: 'publish', by: context.session.name }),
  verify: ({ id, version, note }, context) =>
    apply(machine, context, { id, version }, { action: 'verify', by: context.session.name, note }),

  async remove({ id }, context) {
    await openFor(machine, context, { id }, 'delete');
    await context.tx.run(sql`delete from ltci_versions where tenant_id = ${context.tx.tenantId} and id = ${id}`);
    return true;
  },
};
