/** Admissions: asked for with a bed and terms, decided by an approval, carried out or cancelled. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { titled } from '#contract/labels.ts';
import { admissionStateLabels, closedAdmission, dayProblem, personProblem } from '#contract/stay/admission-commands.rules.ts';
import { admissionLabels } from '#contract/stay/admissions.labels.ts';
import { admissions as routes, type Admission } from '#contract/stay/admissions.ts';
import { admissionNumber } from '#contract/stay/contracts.rules.ts';
import { dayOf } from '#contract/time.ts';
import { resubmitApproval, startApproval, withdrawApproval } from '../approvals/case-work.ts';
import type { Context } from '../context.ts';
import { sealField } from '../db/sealed-fields.ts';
import { db } from '../db/tenant.ts';
import { apply, applyTo, openFor } from '../db/transitions.ts';
import { conflict, forbidden, invalid, refused } from '../errors.ts';
import { lock } from '../elderly/person-locks.ts';
import { checkForm, refuseKnownIdentity, refuseTwin, type PersonForm } from '../elderly/registrations.ts';
import { once } from '../http/idempotency.ts';
import type { Handlers } from '../http/implement.ts';
import { readOne, reads } from '../lists/crud.ts';
import { keepBed } from '../rooms/occupancy.ts';
import { exporting, listOf, type Export } from '../transfers/exports.ts';
import { admissionMachine } from './admission-approval.ts';
import { identityOf, inYuan, list, readAdmission, type AdmissionRow } from './admission-rows.ts';
import { admit } from './admit.ts';
import { list as enquiries } from './enquiry-rows.ts';
import { nextSerial, termColumns } from './contract-rows.ts';

type Form = z.output<typeof routes.submit.input>;

/** The person of a form: who was here before, or one that is to be registered and may not be here already. */
async function checkPerson(context: Context, form: Form, before: AdmissionRow | null): Promise<{ name: string; identity: string | null }> {
  const { tx, deps } = context;
  if (form.oldmanId) {
    const { name, status, bed_id: bedId } = await lock(form.oldmanId, context);
    const problem = personProblem({ status, bedId });
    if (problem !== null) throw refused(problem);
    return { name, identity: null };
  }
  const known = {
    department_id: null,
    mobile: null,
    contact_phone: null,
    identity: before && identityOf(deps.secrets, tx.tenantId, before),
  };
  const person: PersonForm = form;
  checkForm(person, context, known);
  await refuseTwin(tx, form.userName, form.mobile ?? null, null);
  await refuseKnownIdentity(context, person, null);
  const typed = form.identityNumber ?? null;
  // The masked number stands for the one that was asked with.
  return { name: form.userName, identity: typed?.includes('*') ? known.identity : typed };
}

async function columnsOf(context: Context, form: Form, before: AdmissionRow | null) {
  const problem = dayProblem(form, dayOf(context.deps.now()));
  if (problem !== null) throw invalid(problem);
  if (form.enquiryId) await readOne(enquiries, form.enquiryId, context);
  const { name, identity } = await checkPerson(context, form, before);
  return {
    person_id: form.oldmanId ?? null,
    // Money that was taken before stands with the enquiry: an application keeps the one that it began with.
    enquiry_id: before ? before.enquiry_id : (form.enquiryId ?? null),
    enter_type: form.enterType,
    person_name: name,
    gender: form.gender ?? null,
    birth_date: form.birthDate ?? null,
    identity_sealed: identity && sealField(context.deps.secrets, context.tx.tenantId, 'admissions.identity_sealed', identity),
    mobile: form.mobile ?? null,
    address: form.address ?? null,
    care_level: form.careLevel ?? null,
    contact_name: form.contactName ?? null,
    contact_phone: form.contactPhone ?? null,
    contact_relation: form.contactRelation ?? null,
    department_id: form.departmentId ?? null,
    flags: form.flags ?? [],
    remarks: form.remarks ?? null,
    assessment: form.assessment ?? null,
    bed_id: form.bedId,
    admit_on: form.admitDate,
    trial_until: form.trialDate,
    ends_on: form.endDate,
    ...termColumns(form),
  };
}

/** The application, when it is the caller's own; not locked, because its case is locked first. */
async function needOwn(context: Context, id: number) {
  const row = await readOne(list, id, context);
  if (row.createId !== context.session.userId) throw forbidden('只能由申请人本人操作');
  return row;
}

async function ask(form: Form, context: Context): Promise<number> {
  const { tx, deps, session } = context;
  const columns = await columnsOf(context, form, null);
  await keepBed(tx, form.bedId);
  const day = dayOf(deps.now());
  const number = admissionNumber(day, await nextSerial(tx, 'admissions', admissionNumber(day, 0).slice(0, 10)));
  const made = await tx.row(
    db
      .insertInto('admissions')
      .values({ ...columns, tenant_id: tx.tenantId, number, user_id: session.userId, user_name: session.name })
      .returning('id'),
  );
  const { id } = made!;
  const applicant = { id: session.userId, name: session.name };
  const caseId = await startApproval(context, { kind: 'admission', businessId: id, applicant });
  await tx.run(sql`update admissions set case_id = ${caseId} where tenant_id = ${tx.tenantId} and id = ${id}`);
  await context.emit('house.changed', { roomId: null });
  await context.emit('admission.changed', { admissionId: id });
  return id;
}

async function askAgain(form: Form & { id: number }, context: Context): Promise<number> {
  const { id, version } = form;
  await needOwn(context, id);
  const row = await openFor(admissionMachine, context, { id, version }, 'edit');
  const columns = await columnsOf(context, form, row);
  if (form.bedId !== row.bed_id) await keepBed(context.tx, form.bedId);
  await applyTo(admissionMachine, context, row, { action: 'edit', set: columns });
  await resubmitApproval(context, { kind: 'admission', businessId: id });
  return id;
}

const sheet: Export<z.output<typeof Admission>> = {
  name: '入住办理',
  list: () => ({ ...listOf(list), toRow: inYuan }),
  columns: titled(admissionLabels, [
    { key: 'number', width: 18 },
    { key: 'userName', width: 12 },
    { key: 'enterType', dictionary: admissionLabels.enterType.dictionary, width: 10 },
    { key: 'state', value: ({ state }) => admissionStateLabels[state] ?? '', width: 10 },
    { key: 'place', width: 24 },
    { key: 'careLevel', dictionary: admissionLabels.careLevel.dictionary, width: 12 },
    { key: 'admitDate', width: 12 },
    { key: 'endDate', width: 12 },
    { key: 'monthFee', format: 'money', width: 14 },
    { key: 'deposit', format: 'money', width: 14 },
    { key: 'earnest', format: 'money', width: 14 },
    { key: 'signerName', width: 12 },
    { key: 'createBy', width: 12 },
    { key: 'admitTime', format: 'dateTime', width: 20 },
    { key: 'createTime', format: 'dateTime', width: 20 },
  ]),
};

const plainReads = reads(list);

export const admissions: Handlers<typeof routes> = {
  async page(input, context) {
    const found = await plainReads.page(input, context);
    return { ...found, records: found.records.map(inYuan) };
  },
  get: ({ id }, context) => readAdmission(context, id),
  export: exporting(routes.export, sheet),

  // A page that lost the answer sends the same once more.
  submit: (form, context) =>
    once(context, routes.submit, form, () => (form.id === undefined ? ask(form, context) : askAgain({ ...form, id: form.id }, context))),

  async withdraw({ id }, context) {
    const closed = closedAdmission(await needOwn(context, id), 'withdrawn');
    if (closed !== null) throw conflict(closed);
    await withdrawApproval(context, { kind: 'admission', businessId: id });
    return true;
  },

  admit: (form, context) => once(context, routes.admit, form, () => admit(form, context)),

  async cancel({ id, version, reason }, context) {
    await readOne(list, id, context);
    return apply(admissionMachine, context, { id, version }, { action: 'cancel', reason });
  },
};
