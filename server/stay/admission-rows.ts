/** Admissions as they are read: the list, one with the record that it makes, one that is changed. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { maskedIdentity } from '#contract/elderly/identity-numbers.rules.ts';
import type { Admission, admissions as routes, AdmissionDetail } from '#contract/stay/admissions.ts';
import type { Context } from '../context.ts';
import { openIf } from '../db/sealed-fields.ts';
import type { Secrets } from '../db/secrets.ts';
import { db, type Tx } from '../db/tenant.ts';
import { notFound } from '../errors.ts';
import { contains, equals, from, readOne, to, type ListOf } from '../lists/crud.ts';
import { scoped } from '../lists/data-scope.ts';
import { placeOfBed } from '../rooms/places.ts';
import { toYuan } from '#contract/fields.ts';
import { inYuan as termsInYuan, termFields } from './contract-rows.ts';
import { phoneIs } from '../lists/phone-search.ts';

export const NOUN = '入住申请';

/** 定金 that is held: of the enquiry that an application comes of, else its own. */
const held = () => sql<number>`(select coalesce(sum(m.amount_fen), 0)::bigint from earnest_movements m
  where m.tenant_id = admissions.tenant_id and (m.enquiry_id = admissions.enquiry_id or m.admission_id = admissions.id))`;

/** Seen by those of the department that the person is to belong to, and by who asked. */
export const list: ListOf<typeof routes.page, 'admissions'> = {
  table: 'admissions',
  noun: NOUN,
  scope: scoped({ department: 'department_id', owners: ['user_id'] }),
  columns: {
    id: 'id',
    number: 'number',
    state: 'state',
    enterType: 'enter_type',
    oldmanId: 'person_id',
    enquiryId: 'enquiry_id',
    userName: 'person_name',
    gender: 'gender',
    birthDate: 'birth_date',
    mobile: 'mobile',
    earnest: held,
    careLevel: 'care_level',
    bedId: 'bed_id',
    place: () => placeOfBed(sql.ref('admissions.tenant_id'), sql.ref('admissions.bed_id')),
    admitDate: 'admit_on',
    trialDate: 'trial_until',
    endDate: 'ends_on',
    ...termFields,
    caseId: 'case_id',
    contractId: 'contract_id',
    admitTime: 'admitted_at',
    admitName: 'admitted_by',
    cancelReason: 'cancel_reason',
    createBy: 'user_name',
    createId: 'user_id',
    version: 'version',
    createTime: 'created_at',
  },
  filters: {
    number: contains('number'),
    userName: contains('person_name'),
    mobile: phoneIs('admissions.mobile'),
    oldmanId: equals('person_id'),
    state: equals('state'),
    enterType: equals('enter_type'),
    earnest: (_eb, value) => (value ? sql`${held()} > 0` : sql`true`),
    admitStart: from('admit_on'),
    admitEnd: to('admit_on'),
  },
  sorts: { admit_date: 'admit_on' },
};

/** A row whose money is yuan. */
export const inYuan = (row: z.input<typeof Admission>): z.input<typeof Admission> => ({
  ...termsInYuan(row),
  earnest: toYuan(row.earnest),
});

export async function lockAdmission(tx: Tx, id: number) {
  const row = await tx.row(db.selectFrom('admissions').selectAll().where('tenant_id', '=', tx.tenantId).where('id', '=', id).forUpdate());
  if (!row) throw notFound(NOUN);
  return row;
}
export type AdmissionRow = Awaited<ReturnType<typeof lockAdmission>>;

/** The whole identity number of an admission. */
export const identityOf = (keys: Pick<Secrets, 'fields'>, tenantId: number, row: { identity_sealed: string | null }): string | null =>
  openIf(keys, tenantId, 'admissions.identity_sealed', row.identity_sealed);

/** One admission with all that it says, as far as the session reaches. Throws 404. */
export async function readAdmission(context: Context, id: number): Promise<z.input<typeof AdmissionDetail>> {
  const { tx, deps } = context;
  const shown = await readOne(list, id, context);
  const rest = await tx.row(
    db
      .selectFrom('admissions')
      .select([
        'identity_sealed',
        'address',
        'contact_name',
        'contact_phone',
        'contact_relation',
        'department_id',
        'flags',
        'remarks',
        'assessment',
      ])
      .where('tenant_id', '=', tx.tenantId)
      .where('id', '=', id),
  );
  const identity = identityOf(deps.secrets, tx.tenantId, rest!);
  return {
    ...inYuan(shown),
    identityNumber: identity && maskedIdentity(identity),
    address: rest!.address,
    contactName: rest!.contact_name,
    contactPhone: rest!.contact_phone,
    contactRelation: rest!.contact_relation,
    departmentId: rest!.department_id,
    flags: rest!.flags,
    remarks: rest!.remarks,
    assessment: rest!.assessment,
  };
}
