/** Check-outs: asked for, agreed to by each department in its turn, carried through (checkout-settlement.ts) or cancelled. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { titled } from '#contract/labels.ts';
import { checkoutEvents, checkoutNumber, DIED, leaveProblem } from '#contract/stay/checkout-commands.rules.ts';
import { departments, signStates } from '#contract/stay/checkout-departments.rules.ts';
import { settledProblem } from '#contract/stay/stay-fees.rules.ts';
import { checkoutLabels } from '#contract/stay/checkouts.labels.ts';
import { CHECKOUT_ACCESS, checkouts as routes, type Checkout } from '#contract/stay/checkouts.ts';
import { dayOf, textOf } from '#contract/time.ts';
import { need, type Context } from '../context.ts';
import { db } from '../db/tenant.ts';
import { apply, applyTo, openFor } from '../db/transitions.ts';
import { conflict, forbidden, invalid, refused } from '../errors.ts';
import { lock } from '../elderly/person-locks.ts';
import { peopleRows } from '../elderly/people-rows.ts';
import { hasGone } from '../elderly/registrations.ts';
import { once } from '../http/idempotency.ts';
import type { Handlers } from '../http/implement.ts';
import { readOne, reads } from '../lists/crud.ts';
import { exporting, listOf, type Export } from '../transfers/exports.ts';
import { checkoutMachine, note, tellWaiting } from './checkout-machine.ts';
import { openWith } from './checkout-open.ts';
import { inYuan, listOfTenant, reached, readCheckout, settledOf } from './checkout-rows.ts';
import { checkOut, feeOf, refuseBlocked } from './checkout-settlement.ts';
import { nextSerial } from './contract-rows.ts';
import { signingTurns } from './stay-settings.ts';

type Form = z.output<typeof routes.submit.input>;

/** The columns of a form; what is only of a death is empty without one. */
function columnsOf(context: Context, form: Form) {
  const problem = leaveProblem(form, textOf(context.deps.now()));
  if (problem !== null) throw invalid(problem);
  const died = form.destination === DIED;
  return {
    leave_on: form.leaveDate,
    destination: form.destination,
    destination_note: form.destinationNote ?? null,
    reason: form.reason,
    died_at: died ? form.diedTime : null,
    death_place: died ? (form.deathPlace ?? null) : null,
    death_certificate: died ? (form.deathCertificate ?? null) : null,
    belongings: form.belongings ?? null,
    condolence: form.condolence ?? null,
  };
}

/** Throws unless the person lives in the house and has no other check-out. */
async function lockResident(context: Context, personId: number) {
  const { tx } = context;
  const person = await lock(personId, context);
  if (hasGone(person.status)) throw refused('该服务对象已离开机构，不能办理退住');
  const stays =
    person.bed_id !== null ||
    (await tx.row(sql`
      select 1 from contracts where tenant_id = ${tx.tenantId} and person_id = ${personId} and ended_on is null limit 1`)) !== undefined;
  if (!stays) throw refused('该服务对象没有床位和入住合同，不能办理退住');
  const open = await tx.row<{ number: string }>(sql`
    select number from checkouts where tenant_id = ${tx.tenantId} and person_id = ${personId} and state < 3`);
  if (open) throw conflict(`该服务对象已有退住申请${open.number}，请勿重复提交`);
  return person;
}

async function ask(form: Form, context: Context): Promise<number> {
  const { tx, deps, session } = context;
  const columns = columnsOf(context, form);
  const { name } = await lockResident(context, form.oldmanId);
  const day = dayOf(deps.now());
  const number = checkoutNumber(day, await nextSerial(tx, 'checkouts', checkoutNumber(day, 0).slice(0, 10)));
  const made = await tx.row(
    db
      .insertInto('checkouts')
      .values({
        ...columns,
        tenant_id: tx.tenantId,
        number,
        person_id: form.oldmanId,
        person_name: name,
        user_id: session.userId,
        user_name: session.name,
      })
      .returning('id'),
  );
  const { id } = made!;
  const turns = await signingTurns(tx);
  const signs = turns.flatMap((names, at) => names.map((department) => ({ department, turn: at + 1 })));
  await tx.run(db.insertInto('checkout_signs').values(signs.map((sign) => ({ ...sign, tenant_id: tx.tenantId, checkout_id: id }))));
  await note(context, id, checkoutEvents.asked, form.reason);
  const named = { id, person_name: name, leave_on: form.leaveDate };
  await tellWaiting(
    context,
    named,
    signs.map((sign) => ({ ...sign, state: signStates.open })),
  );
  await context.emit('checkout.changed', { checkoutId: id });
  return id;
}

async function askAgain(form: Form & { id: number }, context: Context): Promise<number> {
  const { id, version } = form;
  const { createId, oldmanId } = await reached(context, id);
  if (createId !== context.session.userId) throw forbidden('只能由申请人本人修改');
  if (oldmanId !== form.oldmanId) throw refused('不能更换服务对象，请取消后重新申请');
  const row = await openFor(checkoutMachine, context, { id, version }, 'edit');
  await applyTo(checkoutMachine, context, row, { action: 'edit', set: columnsOf(context, form) });
  return id;
}

async function sign({ id, department, note: said }: z.output<typeof routes.sign.input>, context: Context): Promise<true> {
  const { tx, deps } = context;
  need(context, CHECKOUT_ACCESS.of(department));
  const row = await openFor(checkoutMachine, context, { id }, 'sign');
  refuseBlocked(await openWith(tx, department, { personId: row.person_id, checkoutId: id, today: dayOf(deps.now()) }));
  return applyTo(checkoutMachine, context, row, { action: 'sign', department, note: said ?? null });
}

const sheet: Export<z.output<typeof Checkout>> = {
  name: '退住办理',
  list: ({ tenantId }) => ({ ...listOf(listOfTenant(tenantId)), toRow: inYuan }),
  columns: titled(checkoutLabels, [
    { key: 'number', width: 18 },
    { key: 'oldmanName', width: 12 },
    { key: 'place', width: 24 },
    { key: 'state', dictionary: checkoutLabels.state.dictionary, width: 10 },
    { key: 'waiting', value: ({ waiting }) => waiting.map((name) => departments[name]).join('、'), width: 20 },
    { key: 'leaveDate', width: 12 },
    { key: 'destination', dictionary: checkoutLabels.destination.dictionary, width: 12 },
    { key: 'reason', width: 30 },
    { key: 'dueAmount', format: 'money', width: 14 },
    { key: 'refundAmount', format: 'money', width: 14 },
    { key: 'paidAmount', format: 'money', width: 14 },
    { key: 'leftTime', format: 'dateTime', width: 20 },
    { key: 'leftBy', width: 12 },
    { key: 'createBy', width: 12 },
    { key: 'createTime', format: 'dateTime', width: 20 },
  ]),
};

export const checkouts: Handlers<typeof routes> = {
  async page(input, context) {
    const found = await reads(listOfTenant(context.session.tenantId)).page(input, context);
    return { ...found, records: found.records.map(inYuan) };
  },
  get: ({ id }, context) => readCheckout(context, id),
  export: exporting(routes.export, sheet),

  async fee({ id, oldmanId, leaveDate }, context) {
    if (id !== undefined) {
      const row = await reached(context, id);
      const day = leaveDate ?? row.leaveDate;
      const settledUntil = await settledOf(context, id);
      return feeOf(context, { personId: row.oldmanId, personName: row.oldmanName, leaveDate: day, checkoutId: id, settledUntil });
    }
    if (oldmanId === undefined) throw invalid('请选择服务对象');
    const { userName } = await readOne(peopleRows(context.session), oldmanId, context);
    const day = leaveDate ?? dayOf(context.deps.now());
    return feeOf(context, { personId: oldmanId, personName: userName, leaveDate: day, checkoutId: null, settledUntil: null });
  },

  // Pages that lost the answer send the same once more.
  submit: (form, context) =>
    once(context, routes.submit, form, () => (form.id === undefined ? ask(form, context) : askAgain({ ...form, id: form.id }, context))),

  sign: (form, context) => once(context, routes.sign, form, () => sign(form, context)),

  async sendBack({ id, department, note: said }, context) {
    need(context, CHECKOUT_ACCESS.of(department));
    return apply(checkoutMachine, context, { id }, { action: 'sendBack', department, note: said });
  },

  async settledUntil({ id, version, settledUntil: until }, context) {
    const row = await openFor(checkoutMachine, context, { id, version }, 'settled');
    const problem = until === null ? null : settledProblem(until, row.leave_on, dayOf(context.deps.now()));
    if (problem !== null) throw refused(problem);
    return applyTo(checkoutMachine, context, row, { action: 'settled', until });
  },

  checkOut: (form, context) => once(context, routes.checkOut, form, () => checkOut(form, context)),

  async cancel({ id, version, reason }, context) {
    return apply(checkoutMachine, context, { id, version }, { action: 'cancel', reason });
  },
};
