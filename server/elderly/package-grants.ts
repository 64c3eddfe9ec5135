/** Giving a person a package of the catalogue: by hand, or because an order sold it. */
import { sql } from 'kysely';
import { packageAction } from '#contract/elderly/person-packages.rules.ts';
import { db } from '../db/tenant.ts';
import { notFound, refused } from '../errors.ts';
import type { Work } from '../context.ts';
import { note } from './package-changes.ts';
import { hasGone } from './registrations.ts';

export interface Grant {
  personId: number;
  /** Of the catalogue, `service_packages.id`. */
  packageId: number;
  /** With it the grant happens exactly once per order and package; the order's package may be off sale and its person gone by now. */
  goodsOrderId?: number;
  /** Bought so many at once: counts and price are multiplied, the days are not. */
  quantity?: number;
  /** yyyy-MM-dd; today by default. */
  startsOn?: string;
  remarks?: string | null;
}

/**
 * Copies name, price, days and counts of the catalogue's package to the person; later
 * changes of the catalogue do not touch them. Gives the id of the person's package: for an order that granted it before, of that one.
 * Refused when the package is disabled or empty.
 */
export async function grantPackage(
  work: Pick<Work, 'tx' | 'actor'>,
  { personId, packageId, goodsOrderId, quantity = 1, startsOn, remarks = null }: Grant,
): Promise<number> {
  const { tx, actor } = work;
  const { tenantId } = tx;
  const person = await tx.row(
    db.selectFrom('people').select('status').where('tenant_id', '=', tenantId).where('id', '=', personId).where('deleted_at', 'is', null),
  );
  if (!person) throw notFound('服务对象');
  const offer = await tx.row(
    db
      .selectFrom('service_packages')
      .select(['name', 'price_fen', 'valid_days', 'enabled'])
      .where('tenant_id', '=', tenantId)
      .where('id', '=', packageId)
      .forShare(),
  );
  if (!offer) throw notFound('服务套餐');
  if (goodsOrderId === undefined && hasGone(person.status)) throw refused('该服务对象已离开，不能添加服务包');
  if (goodsOrderId === undefined && !offer.enabled) throw refused(`服务套餐“${offer.name}”已停用，不能添加`);
  const from = startsOn ? sql<string>`${startsOn}::date` : sql<string>`current_date`;
  const made = await tx.row(
    db
      .insertInto('person_packages')
      .values({
        tenant_id: tenantId,
        person_id: personId,
        package_id: packageId,
        name: offer.name,
        price_fen: offer.price_fen * quantity,
        starts_on: from,
        ends_on: sql<string>`${from} + ${offer.valid_days - 1}::integer`,
        goods_order_id: goodsOrderId ?? null,
        remarks,
        created_by: actor.userId,
      })
      .onConflict((on) => on.columns(['tenant_id', 'goods_order_id', 'package_id']).where('goods_order_id', 'is not', null).doNothing())
      .returning('id'),
  );
  if (!made) {
    const earlier = await tx.row(
      db
        .selectFrom('person_packages')
        .select('id')
        .where('tenant_id', '=', tenantId)
        .where('goods_order_id', '=', goodsOrderId as number)
        .where('package_id', '=', packageId),
    );
    return (earlier as { id: number }).id;
  }
  const projects = await tx.rows<{ project_name: string; total: number }>(sql`
    insert into person_package_projects (tenant_id, person_package_id, project_id, project_name, total)
    select o.tenant_id, ${made.id}, o.project_id, p.name, o.count * ${quantity}::integer
    from service_package_projects o join service_projects p on p.tenant_id = o.tenant_id and p.id = o.project_id
    where o.tenant_id = ${tenantId} and o.package_id = ${packageId} order by o.id
    returning project_name, total`);
  if (projects.length === 0) throw refused(`服务套餐“${offer.name}”没有服务项目`);
  await note(
    work,
    projects.map(({ project_name: projectName, total }) => ({
      packageId: made.id,
      action: packageAction.granted,
      projectName,
      before: 0,
      after: total,
      reason: remarks,
    })),
  );
  return made.id;
}
