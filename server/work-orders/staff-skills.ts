/** What members of staff are trained for. */
import { sql } from 'kysely';
import { staffSkills as routes } from '#contract/work-orders/staff-skills.ts';
import { explaining } from '../db/constraints.ts';
import { lookup } from '../lists/columns.ts';
import { equals, reads, writes, type ListOf } from '../lists/crud.ts';
import { conflict, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { scoped } from '../lists/data-scope.ts';

const own = { table: 'staff_skills', noun: '员工技能', scope: scoped({ owners: ['user_id'] }) } as const;
const ofUser = (column: string) =>
  sql`(select ${sql.raw(column)} from users u where u.tenant_id = staff_skills.tenant_id and u.id = staff_skills.user_id)`;
const expired = sql<boolean>`coalesce(valid_until < (now() at time zone 'Asia/Shanghai')::date, false)`;

const list: ListOf<typeof routes.page, 'staff_skills'> = {
  ...own,
  columns: {
    id: 'id',
    userId: 'user_id',
    userName: () => ofUser('u.name'),
    deptName: () => ofUser('(select d.name from departments d where d.tenant_id = u.tenant_id and d.id = u.department_id)'),
    serverTypeId: 'service_type_id',
    serverTypeName: lookup('service_types', 'name', 'staff_skills.service_type_id'),
    level: 'level',
    validUntil: 'valid_until',
    expired: () => expired,
    certificate: 'certificate',
    remarks: 'remarks',
    version: 'version',
    createTime: 'created_at',
  },
  filters: {
    userId: equals('user_id'),
    serverTypeId: equals('service_type_id'),
    level: equals('level'),
    userName: (_eb, name) =>
      sql`exists (select from users u where u.tenant_id = staff_skills.tenant_id and u.id = staff_skills.user_id
        and strpos(u.name, ${String(name)}) > 0)`,
    expired: (_eb, wanted) => sql`${expired} = ${wanted}`,
  },
  sorts: { level: 'level', valid_until: 'valid_until' },
};

const plainWrites = writes({
  ...own,
  fields: {
    userId: 'user_id',
    serverTypeId: 'service_type_id',
    level: 'level',
    validUntil: 'valid_until',
    certificate: 'certificate',
    remarks: 'remarks',
  },
  stamp: (session) => ({ created_by: session.userId }),
});

const refusals = {
  staff_skills_tenant_id_user_id_service_type_id_key: conflict('该员工已登记此分类的技能'),
  staff_skills_tenant_id_user_id_fkey: refused('员工不存在'),
  staff_skills_tenant_id_service_type_id_fkey: refused('服务分类不存在'),
};

export const staffSkills: Handlers<typeof routes> = {
  ...reads(list),
  ...plainWrites,
  create: (input, context) => explaining(refusals, plainWrites.create(input, context)),
  update: (input, context) => explaining(refusals, plainWrites.update(input, context)),
};
