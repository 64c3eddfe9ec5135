/** People's packages as the wire shows and finds them. */
import { sql, type SqlBool } from 'kysely';
import type { z } from 'zod';
import { toYuan } from '#contract/fields.ts';
import type { PersonPackage, personPackages } from '#contract/elderly/person-packages.ts';
import { packageState, stateOf } from '#contract/elderly/person-packages.rules.ts';
import { dataScopes } from '#contract/users/roles.ts';
import { lookup } from '../lists/columns.ts';
import type { Filter } from '../lists/columns.ts';
import { contains, equals, from, to, type ReadOptions } from '../lists/crud.ts';
import type { SearchOf } from '../lists/list.ts';
import type { Session } from '../context.ts';
import { db } from '../db/tenant.ts';
import { nameContains, reach } from '../lists/people-reach.ts';

type Row = z.input<typeof PersonPackage>;

const left = sql<SqlBool>`exists (select from person_package_projects p where p.tenant_id = person_packages.tenant_id
  and p.person_package_id = person_packages.id and p.used < p.total)`;
const valid = sql<SqlBool>`person_packages.status = 1 and person_packages.ends_on >= current_date`;

/** `stateOf` of person-packages.rules.ts in the database's words. */
const inState: Filter = (_eb, state) => {
  switch (state) {
    case packageState.voided:
      return sql`person_packages.status = 2`;
    case packageState.expired:
      return sql`person_packages.status = 1 and person_packages.ends_on < current_date`;
    case packageState.usedUp:
      return sql`${valid} and not ${left}`;
    case packageState.pending:
      return sql`${valid} and person_packages.starts_on > current_date and ${left}`;
    default:
      return sql`${valid} and person_packages.starts_on <= current_date and ${left}`;
  }
};

const ofPersonNamed =
  (tenantId: number): Filter =>
  (eb, name, few) =>
    eb(
      'person_packages.person_id',
      'in',
      db
        .selectFrom('people')
        .select('people.id')
        .where('people.tenant_id', '=', tenantId)
        .where((people) => nameContains(tenantId)(people, name, few)),
    );

/** The row as it is selected: `toWire` tells the state and the sums. */
export type Selected = Omit<Row, 'total' | 'used' | 'left'> & { today: string };

const columns = {
  id: 'id',
  oldmanId: 'person_id',
  oldmanName: lookup('people', 'name', 'person_packages.person_id'),
  packageId: 'package_id',
  packageName: 'name',
  price: 'price_fen',
  startDate: 'starts_on',
  endDate: 'ends_on',
  status: 'status',
  today: () => sql`current_date`,
  projects: () => sql`(select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'projectId', p.project_id, 'projectName', p.project_name,
    'total', p.total, 'used', p.used, 'left', p.total - p.used) order by p.id), '[]')
    from person_package_projects p where p.tenant_id = person_packages.tenant_id and p.person_package_id = person_packages.id)`,
  goodsOrderId: 'goods_order_id',
  voidReason: 'void_reason',
  remarks: 'remarks',
  createBy: lookup('users', 'name', 'person_packages.created_by'),
  version: 'version',
  createTime: 'created_at',
} as const;

/** How people's packages are read by `session`: those of the people whom it reaches. */
export const personPackageRows = (session: Session): ReadOptions<Selected, SearchOf<typeof personPackages.page>, 'person_packages'> => ({
  table: 'person_packages',
  noun: '服务包',
  soft: true,
  scope: (eb, { dataScope }) =>
    dataScope <= dataScopes.institution
      ? undefined
      : eb.exists(
          eb
            .selectFrom('people')
            .select(sql`1`.as('one'))
            .whereRef('people.tenant_id', '=', 'person_packages.tenant_id')
            .whereRef('people.id', '=', 'person_packages.person_id')
            .where((people) => reach(people, session) ?? people.lit(true)),
        ),
  columns,
  filters: {
    oldmanId: equals('person_id'),
    oldmanName: ofPersonNamed(session.tenantId),
    packageName: contains('name'),
    packageId: equals('package_id'),
    status: inState,
    endStart: from('ends_on'),
    endEnd: to('ends_on'),
    expiring: (_eb, days) => sql`${valid} and ${left} and person_packages.ends_on <= current_date + ${days}::integer`,
  },
  sorts: { end_date: 'ends_on' },
});

/** From the selected row to the wire's. */
export function toWire({ today, ...row }: Selected): Row {
  const { projects } = row;
  const sum = (of: (project: Row['projects'][number]) => number) => projects.reduce((total, project) => total + of(project), 0);
  const remaining = sum((project) => project.left);
  return {
    ...row,
    price: toYuan(row.price),
    status: stateOf({ voided: row.status === 2, startsOn: row.startDate, endsOn: row.endDate }, remaining, today),
    total: sum(({ total }) => total),
    used: sum(({ used }) => used),
    left: remaining,
  };
}
