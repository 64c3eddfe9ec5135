/**
 * Carrying an admission through: person, bed, level, contract, money and care plan in the one transaction of the request, so that a killed
 * process leaves all of it or nothing (docs/decisions/081).
 */
import { sql } from 'kysely';
import type { z } from 'zod';
import { toFen } from '#contract/fields.ts';
import { movementKinds } from '#contract/accounts/accounts.rules.ts';
import { MOST_LATE } from '#contract/stay/admission-commands.rules.ts';
import type { admissions as routes } from '#contract/stay/admissions.ts';
import { contractNumber } from '#contract/stay/contracts.rules.ts';
import { dayOf, nextDay } from '#contract/time.ts';
import { needPayType } from '../accounts/accounts.ts';
import { book, lockAccount } from '../accounts/ledger.ts';
import { savePlan } from '../care/plan-saving.ts';
import type { Context } from '../context.ts';
import { db } from '../db/tenant.ts';
import { applyTo, openFor } from '../db/transitions.ts';
import { invalid, refused } from '../errors.ts';
import { noteLevel } from '../elderly/arrangements.ts';
import { register } from '../elderly/people.ts';
import { readmit } from '../elderly/readmissions.ts';
import { status } from '../elderly/registrations.ts';
import { readOne } from '../lists/crud.ts';
import { admissionMachine } from './admission-approval.ts';
import { identityOf, list, type AdmissionRow } from './admission-rows.ts';
import { nextSerial } from './contract-rows.ts';
import { useEarnest } from './earnest-ledger.ts';
import { endByAdmission } from './enquiry-machine.ts';

type Form = z.output<typeof routes.admit.input>;

/** What a record of a person is made of, as the form of a person has it. */
const personOf = ({ deps, tx }: Context, row: AdmissionRow) => ({
  userName: row.person_name,
  gender: row.gender,
  birthDate: row.birth_date,
  identityNumber: identityOf(deps.secrets, tx.tenantId, row),
  mobile: row.mobile,
  address: row.address,
  careLevel: row.care_level,
  departmentId: row.department_id,
  contactName: row.contact_name,
  contactPhone: row.contact_phone,
  contactRelation: row.contact_relation,
  flags: row.flags,
  remarks: row.remarks,
  bedId: row.bed_id,
  serviceType: 1,
  status: status.inCare,
});

/** Gives the person's id. */
async function takeIn(context: Context, row: AdmissionRow): Promise<number> {
  if (row.person_id !== null) {
    await readmit(context, row.person_id, row.bed_id, row.care_level);
    return row.person_id;
  }
  const personId = await register(personOf(context, row), context);
  await noteLevel(context, { id: personId, care_level: null }, row.care_level);
  return personId;
}

async function addContract(context: Context, row: AdmissionRow, personId: number, day: string): Promise<number> {
  const { tx, session } = context;
  const today = dayOf(context.deps.now());
  const { bed_fen, care_fen, meal_fen, other_fen, deposit_fen, signer_name, signer_relation, signer_mobile, terms, files } = row;
  const made = await tx.row(
    db
      .insertInto('contracts')
      .values({
        tenant_id: tx.tenantId,
        person_id: personId,
        number: contractNumber(today, await nextSerial(tx, 'contracts', contractNumber(today, 0).slice(0, 10))),
        effective_on: day,
        ends_on: row.ends_on,
        trial_until: row.trial_until,
        bed_fen,
        care_fen,
        meal_fen,
        other_fen,
        deposit_fen,
        signer_name,
        signer_relation,
        signer_mobile,
        signed_on: today,
        terms,
        files,
        user_id: session.userId,
        user_name: session.name,
      })
      .returning('id'),
  );
  return made!.id;
}

/** Books what was paid at the desk: a receipt for the deposit, and one for what was paid in advance. */
async function takeMoney(context: Context, personId: number, { depositPaid, prepaid, payType }: Form, number: string): Promise<void> {
  const paid = [
    { fen: toFen(depositPaid), to: 'deposit', text: `入住押金，${number}` },
    { fen: toFen(prepaid), to: 'cash', text: `入住预存，${number}` },
  ] as const;
  if (paid.every(({ fen }) => fen === 0)) return;
  if (payType === null) throw invalid('请选择支付方式');
  await needPayType(context, payType);
  for (const { fen, to, text } of paid)
    if (fen > 0)
      await book(context, await lockAccount(context.tx, personId), {
        kind: movementKinds.recharge,
        [to]: fen,
        from: { money: fen },
        text,
        payType,
      });
}

/** The plan of a template, in force from the day of admission on, or from today where that is over. */
async function startCare(context: Context, personId: number, templateId: number, day: string): Promise<void> {
  const { tx, deps } = context;
  const template = await tx.row(
    db
      .selectFrom('care_templates')
      .select(['problems', 'goals', 'interventions'])
      .where('tenant_id', '=', tx.tenantId)
      .where('id', '=', templateId),
  );
  if (!template) throw refused('照护模板不存在，请重新选择');
  const today = dayOf(deps.now());
  const parts = template as unknown as Pick<Parameters<typeof savePlan>[0], 'problems' | 'goals' | 'interventions'>;
  await savePlan(
    {
      ...parts,
      oldmanId: personId,
      startDay: day > today ? day : today,
      nextReviewDay: null,
      consentName: null,
      consentDay: null,
      remarks: null,
    },
    context,
  );
}

/** Admits a person; gives their id and that of their contract. Throws 404, 409, and 422 with what is wrong; then nothing has changed. */
export async function admit(form: Form, context: Context): Promise<{ oldmanId: number; contractId: number }> {
  const { tx, deps, session } = context;
  const today = dayOf(deps.now());
  const day = form.admitDate ?? today;
  if (day > today) throw invalid('入住日期不能晚于今天');
  if (day < nextDay(today, -MOST_LATE)) throw invalid(`入住日期不能早于${MOST_LATE}天前`);
  await readOne(list, form.id, context);
  const row = await openFor(admissionMachine, context, form, 'admit');
  if (row.ends_on < day) throw refused('合同到期日期早于入住日期，请取消后重新申请');
  let made = { oldmanId: 0, contractId: 0 };
  await applyTo(admissionMachine, context, row, { action: 'admit', by: session.name }, async () => {
    const oldmanId = await takeIn(context, row);
    const contractId = await addContract(context, row, oldmanId, day);
    await tx.run(sql`
      update admissions set person_id = ${oldmanId}, contract_id = ${contractId}, admit_on = ${day}
      where tenant_id = ${tx.tenantId} and id = ${row.id}`);
    await takeMoney(context, oldmanId, form, row.number);
    await useEarnest(context, row, oldmanId, { to: form.earnestTo, depositPaidFen: toFen(form.depositPaid) });
    if (form.careTemplateId !== null) await startCare(context, oldmanId, form.careTemplateId, day);
    if (row.enquiry_id !== null) await endByAdmission(context, row.enquiry_id, row.number);
    await context.emit('contract.changed', { personId: oldmanId });
    made = { oldmanId, contractId };
  });
  return made;
}
