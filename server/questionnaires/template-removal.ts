/** The recycle bin of templates. Questionnaires that began with one have copies of its questions: nothing hangs on it. */
import { sql } from 'kysely';
import type { Tx } from '../db/tenant.ts';
import { notFound } from '../errors.ts';
import { line, lines, type Removable } from '../lists/removals.ts';

const find = async (tx: Tx, id: number) => {
  const row = await tx.row<{ name: string; shared: boolean; uses: number }>(sql`
    select name, shared, like_count as uses from questionnaire_templates
    where tenant_id = ${tx.tenantId} and id = ${id} and deleted_at is null`);
  if (!row) throw notFound('模板');
  return row;
};
const detailOf = (uses: number) => (uses > 0 ? `使用过${uses}次` : null);

export const templateRemoval: Removable<{ shared: boolean }> = {
  kind: 'questionnaire_template',
  async look(id, { tx }) {
    const { name, shared, uses } = await find(tx, id);
    return {
      name,
      detail: detailOf(uses),
      blockers: [],
      effects: lines(
        shared && line('其他机构不再看到此模板；恢复后需要重新共享'),
        line(uses > 0 ? '用它新增的问卷不受影响' : '不再能用它新增问卷，恢复后可以'),
      ),
    };
  },

  /** The row is locked by the caller, with the version that was read. */
  async take(id, { tx }) {
    const { name, shared, uses } = await find(tx, id);
    await tx.run(sql`
      update questionnaire_templates set deleted_at = now(), shared = false, version = version + 1, updated_at = now()
      where tenant_id = ${tx.tenantId} and id = ${id}`);
    return { name, detail: detailOf(uses), kept: { shared } };
  },

  async give(id, { shared }, { tx }) {
    await tx.run(sql`
      update questionnaire_templates set deleted_at = null, version = version + 1, updated_at = now()
      where tenant_id = ${tx.tenantId} and id = ${id} and deleted_at is not null`);
    return shared ? ['模板不再共享，需要时请重新共享'] : [];
  },

  async clear(tx, ids) {
    await tx.run(sql`delete from questionnaire_templates
      where tenant_id = ${tx.tenantId} and id = any(${ids}::bigint[]) and deleted_at is not null`);
  },
};
