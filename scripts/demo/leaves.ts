/** The demonstration's leaves of staff and purchases of material, in several states, decided by the product's own approvals. */
import { dayOf, nextDay } from '#contract/time.ts';
import { sql } from 'kysely';
import { leaveLength, spanOf, type LeaveDays } from '#contract/staff-leave/leave-spans.rules.ts';
import { proposedPurchase, purchaseNumber, purchaseTotal } from '#contract/stock/purchase-commands.rules.ts';
import type { Outcome } from '../../server/approvals/approval-subjects.ts';
import { lockCase } from '../../server/approvals/case-rows.ts';
import { endCase, startApproval } from '../../server/approvals/case-work.ts';
import type { Dependencies, Work } from '../../server/context.ts';
import { apply } from '../../server/db/transitions.ts';
import { db } from '../../server/db/tenant.ts';
import { workIn } from '../../server/events.ts';
import { decideLeavesByApproval } from '../../server/staff-leave/leave-approval.ts';
import { decidePurchasesByApproval, purchaseMachine } from '../../server/stock/purchase-approval.ts';
import { linesOf } from '../../server/stock/purchase-rows.ts';

interface Person {
  id: number;
  name: string;
}

const actor = ({ id, name }: Person) => ({ userId: id, name });

async function ask(work: Work, kind: 'staff_leave' | 'material_purchase', businessId: number, by: Person): Promise<number> {
  const caseId = await startApproval(workIn(work.tx, work.deps, actor(by)), { kind, businessId, applicant: by });
  const table = kind === 'staff_leave' ? 'staff_leaves' : 'material_purchases';
  await work.tx.run(sql`update ${sql.table(table)} set case_id = ${caseId} where tenant_id = ${work.tx.tenantId} and id = ${businessId}`);
  return caseId;
}

interface LeaveSeed {
  by: Person;
  heir: Person | null;
  days: LeaveDays;
  type: string;
  reason: string;
  outcome: Outcome | null;
}

async function leave(work: Work, { by, heir, days, type, reason, outcome }: LeaveSeed): Promise<void> {
  const span = spanOf(days);
  const made = await work.tx.row(
    db
      .insertInto('staff_leaves')
      .values({
        tenant_id: work.tx.tenantId,
        user_id: by.id,
        user_name: by.name,
        type,
        ...span,
        days: leaveLength(span),
        reason,
        hand_to_id: heir?.id ?? null,
        hand_to_name: heir?.name ?? null,
      })
      .returning('id'),
  );
  const caseId = await ask(work, 'staff_leave', made!.id, by);
  if (outcome) await endCase(work, await lockCase(work.tx, caseId), outcome);
}

interface Low extends Person {
  spec: string | null;
  unit: string;
  price_fen: number;
  quantity: number;
  safety_quantity: number;
}

/** A purchase of some materials; `come`: which part of it was received. */
async function purchase(work: Work, by: Person, serial: number, materials: readonly Low[], come: number | null): Promise<void> {
  const { tx, deps } = work;
  const lines = materials.map((one) => ({
    tenant_id: tx.tenantId,
    material_id: one.id,
    name: one.name,
    spec: one.spec,
    unit: one.unit,
    quantity: proposedPurchase({ quantity: one.quantity, safetyQuantity: one.safety_quantity }),
    price_fen: one.price_fen,
    supplier: '康达医疗用品',
  }));
  const made = await tx.row(
    db
      .insertInto('material_purchases')
      .values({
        tenant_id: tx.tenantId,
        number: purchaseNumber(dayOf(deps.now()), serial),
        user_id: by.id,
        user_name: by.name,
        reason: '库存低于安全库存，补足两周用量',
        summary: lines.map(({ name }) => name).join('、'),
        total_fen: purchaseTotal(lines.map(({ quantity, price_fen: priceFen }) => ({ quantity, priceFen }))),
      })
      .returning('id'),
  );
  const id = made!.id;
  await tx.run(db.insertInto('material_purchase_lines').values(lines.map((line) => ({ ...line, purchase_id: id }))));
  const caseId = await ask(work, 'material_purchase', id, by);
  if (come === null) return;
  await endCase(work, await lockCase(tx, caseId), 'approved');
  if (come === 0) return;
  const receipts = (await linesOf(work, id)).map((line) => ({
    lineId: line.id,
    quantity: come === 1 ? line.quantity : Math.max(1, Math.floor(line.quantity * come)),
  }));
  await apply(purchaseMachine, work, { id }, { action: 'receive', receipts, reason: '' });
}

/** Of one institution, once. */
export async function seedLeaves(deps: Dependencies, tenantId: number): Promise<void> {
  decideLeavesByApproval();
  decidePurchasesByApproval();
  await deps.inTenant(tenantId, async (tx) => {
    if (await tx.row(sql`select id from staff_leaves where tenant_id = ${tenantId} limit 1`)) return;
    const staffOf = (code: string) =>
      tx.rows<Person>(sql`
        select u.id, u.name from users u join user_roles ur on ur.tenant_id = u.tenant_id and ur.user_id = u.id
          join roles r on r.tenant_id = ur.tenant_id and r.id = ur.role_id and r.code = ${code}
        where u.tenant_id = ${tenantId} and u.home_user_id is null order by u.id`);
    const [[boss], [nurse], carers] = [await staffOf('admin'), await staffOf('nurse'), await staffOf('carer')];
    if (!boss) return;
    const work = workIn(tx, deps, actor(boss));
    const today = dayOf(deps.now());
    const days = (from: number, to: number, startHalf: 'am' | 'pm' = 'am', endHalf: 'am' | 'pm' = 'pm'): LeaveDays => ({
      startDay: nextDay(today, from),
      startHalf,
      endDay: nextDay(today, to),
      endHalf,
    });
    // The first carers of an institution are those whom visitors and journeys meet.
    const [second, third, fourth, fifth] = carers.slice(-4);
    if (second && third)
      await leave(work, { by: second, heir: third, days: days(1, 2), type: '年假', reason: '回老家探亲', outcome: 'approved' });
    if (fourth)
      await leave(work, { by: fourth, heir: null, days: days(5, 5, 'am', 'am'), type: '事假', reason: '孩子家长会', outcome: null });
    if (fifth) await leave(work, { by: fifth, heir: null, days: days(2, 9), type: '事假', reason: '出游', outcome: 'rejected' });
    if (!nurse) return;
    const low = await tx.rows<Low>(sql`
      select id, name, spec, unit, price_fen, quantity, safety_quantity from materials where tenant_id = ${tenantId} and enabled
        and safety_quantity > 0 order by quantity / safety_quantity, id limit 4`);
    const [first, next, more, last] = low;
    if (first) await purchase(work, nurse, 1, [first], null);
    if (next && more) await purchase(work, nurse, 2, [next, more], 0.4);
    if (last) await purchase(work, nurse, 3, [last], 1);
  });
}
