/** Locking, unlocking and moving many accounts at once. */
import { sql } from 'kysely';
import type { z } from 'zod';
import type { users } from '#contract/users/users.ts';
import type { Context } from '../context.ts';
import { db } from '../db/tenant.ts';
import { forbidden, notFound, Refusal, refused } from '../errors.ts';
import { rightsChanged } from './rights.ts';
import { reachesDepartment } from '../lists/data-scope.ts';
import { endSessions } from './sessions.ts';
import { target } from './user-rows.ts';

type Batch = z.output<typeof users.batch.input>;

/** Throws 403 or 404 unless accounts may be moved to this department. */
async function needDepartment({ tx, session }: Context, id: number | null): Promise<void> {
  if (!reachesDepartment(session, id)) throw forbidden('不能选择数据权限以外的部门');
  if (id === null) return;
  const row = await tx.row(db.selectFrom('departments').select('id').where('tenant_id', '=', session.tenantId).where('id', '=', id));
  if (!row) throw notFound('部门');
}

const valuesOf = ({ action, reason, deptId }: Batch) =>
  action === 'move' ? { department_id: deptId } : action === 'lock' ? { status: 9, lock_reason: reason } : { status: 0, lock_reason: null };

async function changeOne(input: Batch, context: Context, userId: number): Promise<void> {
  const { tx, session, deps } = context;
  if (userId === session.userId) throw refused(input.action === 'move' ? '不能修改自己的部门' : '不能锁定或解锁自己');
  await target(context, userId);
  await tx.run(
    db
      .updateTable('users')
      .set({ ...valuesOf(input), version: sql`version + 1`, updated_at: sql`now()` })
      .where('tenant_id', '=', session.tenantId)
      .where('id', '=', userId),
  );
  if (input.action === 'lock') {
    await endSessions(tx, deps, { userId }, 'locked');
    context.afterCommit(() => context.sessions.forget({ tenantId: session.tenantId, userId }));
  }
  await rightsChanged(context, userId);
}

/** `PUT user/batch`: does what it may, names who was left out and why. */
export async function changeMany(input: Batch, context: Context): Promise<z.input<typeof users.batch.output>> {
  const { tx, session } = context;
  if (input.action === 'move') await needDepartment(context, input.deptId);
  // In one order, so that two batches do not wait for each other.
  const userIds = [...new Set(input.userIds)].sort((a, b) => a - b);
  const reasons = new Map<number, string>();
  for (const userId of userIds) {
    await changeOne(input, context, userId).catch((error: unknown) => {
      // Refused before anything was written for this one.
      if (!(error instanceof Refusal)) throw error;
      reasons.set(userId, error.message);
    });
  }
  const names = reasons.size
    ? await tx.rows<{ id: number; name: string }>(
        db
          .selectFrom('users')
          .select(['id', 'name'])
          .where('tenant_id', '=', session.tenantId)
          .where('id', 'in', [...reasons.keys()]),
      )
    : [];
  const nameOf = (id: number) => names.find((one) => one.id === id)?.name ?? '已删除的用户';
  return {
    done: userIds.length - reasons.size,
    refused: [...reasons].map(([userId, reason]) => ({ userId, name: nameOf(userId), reason })),
  };
}
