/**
 * How far a session's data scope reaches into a table: `scope: scoped({ department:
 * 'department_id', owners: ['created_by'] })` of reads() and writes().
 */
import { sql, type Expression, type SqlBool } from 'kysely';
import { dataScopes } from '#contract/users/roles.ts';
import type { Session } from '../context.ts';
import type { AnyBuilder } from './query.ts';

export interface ScopeColumns {
  /** Column of the row's department; without it the department of its owners counts. */
  department?: string;
  /** Columns of user ids to whom the row belongs: creator, carer, … */
  owners: readonly string[];
}

/**
 * The condition on rows, undefined when all of the tenant's are reached: scopes 0 and 1 reach all (row-level security keeps the tenant),
 * 2 the departments that the user's roles reach (session.departmentIds) and what belongs to the user, 3 only the latter.
 */
export function scoped({ department, owners }: ScopeColumns) {
  return (eb: AnyBuilder, session: Session): Expression<SqlBool> | undefined => {
    if (session.dataScope <= dataScopes.institution) return undefined;
    const own = owners.map((column) => eb(eb.ref(column), '=', session.userId));
    if (session.dataScope === dataScopes.own || session.departmentIds.length === 0) return eb.or(own);
    if (department) return eb.or([...own, eb(eb.ref(department), 'in', session.departmentIds)]);
    const colleagues = sql<number>`(select id from users
      where tenant_id = ${session.tenantId} and department_id = any(${session.departmentIds}::bigint[]))`;
    return eb.or([...own, ...owners.map((column) => eb(eb.ref(column), 'in', colleagues as any))]);
  };
}

/** Whether the session may put something into, or move something to, a department. */
export const reachesDepartment = (session: Session, departmentId: number | null) =>
  session.dataScope <= dataScopes.institution || (departmentId !== null && session.departmentIds.includes(departmentId));
