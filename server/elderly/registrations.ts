/** What is the same for everybody who is registered: alone by hand, or with thousands from a file. */
import { dayOf } from '#contract/time.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { people as routes } from '#contract/elderly/people.ts';
import type { Context } from '../context.ts';
import type { Tables } from '../db/tables.ts';
import type { Tx } from '../db/tenant.ts';
import { maskedIdentity, MASKED_IDENTITY } from '#contract/elderly/identity-numbers.rules.ts';
import { tell } from '../events.ts';
import { asRefusal, forbidden, invalid, refused } from '../errors.ts';
import { needPhone } from '../phones.ts';
import { needQuota } from '../db/quotas.ts';
import { fieldIndexes, sealField } from '../db/sealed-fields.ts';
import type { Saved } from '../transfers/declarations.ts';
import { reachesDepartment } from '../lists/data-scope.ts';
import { phone, sealedRows } from '../db/sealed-phones.ts';

export type PersonForm = z.output<typeof routes.create.input>;

/** Dictionary `oldman_status`. */
export const status = { inCare: 1, onLeave: 2, inHospital: 3, left: 4, deceased: 5 } as const;
export const isAway = (value: number) => value === status.onLeave || value === status.inHospital;
export const hasGone = (value: number) => value === status.left || value === status.deceased;

/** The column of the number, as the seal names it. */
const FIELD = 'people.identity_sealed';

/** The number that a form says; the masked one stands for what is on record. */
const identityOf = ({ identityNumber: number }: PersonForm) => (number && MASKED_IDENTITY.test(number) ? undefined : number);

/** By what the number of a form is found, under each key that there is. */
function indexesOf(form: PersonForm, { tx, deps }: Pick<Context, 'tx' | 'deps'>): string[] {
  const number = identityOf(form);
  return number ? fieldIndexes(deps.secrets, tx.tenantId, FIELD, number) : [];
}

/** The columns of a form's number, sealed; none where it leaves alone the number that is on record. */
export function identityColumns(form: PersonForm, { tx, deps }: Pick<Context, 'tx' | 'deps'>, known: string | null = null) {
  const number = identityOf(form);
  if (number === undefined || number === known) return {};
  if (number === null) return { identity_sealed: null, identity_index: null };
  const [index] = fieldIndexes(deps.secrets, tx.tenantId, FIELD, number);
  return { identity_sealed: sealField(deps.secrets, tx.tenantId, FIELD, number), identity_index: index };
}

/** A person's first contact as their row has it. */
export type FirstContact = Pick<Tables['people'], 'contact_name' | 'contact_phone'>;
const NOBODY: FirstContact = { contact_name: null, contact_phone: null };

/** The first contact once `form` is saved over `before`. */
export const contactAfter = (
  { contactName, contactPhone }: PersonForm,
  { contact_name, contact_phone }: FirstContact = NOBODY,
): FirstContact => ({
  contact_name: contactName === undefined ? contact_name : contactName,
  contact_phone: contactPhone === undefined ? contact_phone : contactPhone,
});
export const isNobody = ({ contact_name, contact_phone }: FirstContact) => contact_name === null && contact_phone === null;

/** Wire → columns; what is undefined is left alone. */
export const columnsOf = (form: PersonForm, before?: FirstContact) => ({
  name: form.userName,
  gender: form.gender,
  birth_date: form.birthDate,
  mobile: form.mobile,
  address: form.address,
  region_code: form.regionCode,
  longitude: form.lng,
  latitude: form.lat,
  status: form.status,
  service_type: form.serviceType,
  care_level: form.careLevel,
  ability: form.anergy,
  department_id: form.departmentId,
  carer_id: form.carerId,
  photo: form.avatar,
  contact_name: form.contactName,
  contact_phone: form.contactPhone,
  contact_relation: isNobody(contactAfter(form, before)) ? null : form.contactRelation,
  remarks: form.remarks,
  flags: form.flags,
});

/** What a person on record has already and may keep: a department that who edits them does not reach, numbers older than the rule. */
type Kept = Pick<Tables['people'], 'department_id' | 'mobile' | 'contact_phone'> & { identity: string | null };
const NOTHING: Kept = { department_id: null, mobile: null, contact_phone: null, identity: null };

/** Throws unless the form of a person may be saved; `before` is the row that it changes. */
export function checkForm(form: PersonForm, { session, deps }: Pick<Context, 'session' | 'deps'>, before: Kept = NOTHING): void {
  const { lng, lat, birthDate, departmentId, identityNumber } = form;
  const { identity: known } = before;
  if (identityNumber && MASKED_IDENTITY.test(identityNumber) && identityNumber !== (known && maskedIdentity(known)))
    throw invalid('请输入完整的身份证号');
  needPhone('person', form.mobile, before.mobile);
  needPhone('contact', form.contactPhone, before.contact_phone);
  const given = (value: number | null | undefined) => value !== null && value !== undefined;
  if (given(lng) !== given(lat) || Math.abs(lng ?? 0) > 180 || Math.abs(lat ?? 0) > 90) throw invalid('坐标不正确');
  const today = dayOf(deps.now());
  if (birthDate && (birthDate > today || birthDate < '1880-01-01')) throw invalid('请检查出生日期');
  if (departmentId && departmentId !== before.department_id && !reachesDepartment(session, departmentId))
    throw forbidden('只能选择本部门及下级部门');
}

const TWIN = '已有姓名和电话都相同的服务对象，请勿重复登记';
const KNOWN = '已有相同身份证号的服务对象，请勿重复登记';

/** Registrations of one number take turns. A lock stands for many numbers: those of a file would fill the server's table of locks. */
const lockNumbers = (tx: Tx, numbers: readonly string[]) =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended('person ' || ${tx.tenantId}::bigint || ' ' || slot, 0)) from (
    select distinct hashtext(number) & 255 as slot from unnest(${numbers}::text[]) as number order by 1) as slots`);

/** The same name with the same number is the same person. The lock makes two registrations at once take turns. */
export async function refuseTwin(tx: Tx, userName: string, mobile: string | null, except: number | null): Promise<void> {
  if (mobile === null) return;
  await lockNumbers(tx, [mobile]);
  const twin = await tx.row<{ id: number }>(sql`
    select id from people where tenant_id = ${tx.tenantId} and mobile = ${phone(mobile)} and name = ${userName} and deleted_at is null
      and id is distinct from ${except}::bigint`);
  if (twin) throw refused(TWIN, twin);
}

/** One person for one identity number; the unique index makes two registrations at once take turns. */
export async function refuseKnownIdentity(
  { tx, deps }: Pick<Context, 'tx' | 'deps'>,
  form: PersonForm,
  except: number | null,
): Promise<void> {
  const indexes = indexesOf(form, { tx, deps });
  if (indexes.length === 0) return;
  await lockNumbers(tx, indexes);
  const known = await tx.row<{ id: number; name: string }>(sql`
    select id, name from people where tenant_id = ${tx.tenantId} and identity_index = any(${indexes}::text[]) and deleted_at is null
      and id is distinct from ${except}::bigint`);
  if (known) throw refused(KNOWN, { id: known.id });
}

/** Before the first row of a file: its numbers are locked in one order, so that two files do not wait for each other. */
export async function lockAll(forms: readonly PersonForm[], { tx, deps }: Pick<Context, 'tx' | 'deps'>): Promise<void> {
  await lockNumbers(tx, [...new Set(forms.flatMap((form) => [form.mobile ?? [], indexesOf(form, { tx, deps })].flat()))]);
}

/**
 * Registers people without beds, whose numbers are locked, in one statement, as `create` would one
 * by one; says of each why not. Throws when the quota is used up.
 */
export async function registerMany(forms: readonly PersonForm[], context: Context): Promise<Saved[]> {
  const { tx, session } = context;
  const answers: Saved[] = forms.map((form) => {
    try {
      checkForm(form, context);
      return { problem: null };
    } catch (error) {
      return { problem: asRefusal(error)?.message ?? '数据不符合要求' };
    }
  });
  const twins = await tx.rows<{ at: number }>(sql`
    select at::int - 1 as at
    from unnest(${forms.map(({ userName }) => userName)}::text[],
      ${forms.map(({ mobile }) => phone(mobile ?? null))}::text[]) with ordinality as given (name, mobile, at)
    where exists (select from people p where p.tenant_id = ${tx.tenantId} and p.mobile = given.mobile and p.name = given.name
      and p.deleted_at is null)`);
  for (const { at } of twins) answers[at]!.problem ??= TWIN;
  const numbers = forms.flatMap((form, at) => indexesOf(form, context).map((index) => ({ index, at })));
  const known = await tx.rows<{ at: number }>(sql`
    select given.at from unnest(${numbers.map(({ index }) => index)}::text[], ${numbers.map(({ at }) => at)}::int[]) as given (index, at)
    where exists (select from people p where p.tenant_id = ${tx.tenantId} and p.identity_index = given.index and p.deleted_at is null)`);
  for (const { at } of known) answers[at]!.problem ??= KNOWN;
  const rows = forms.flatMap((form, at) => {
    if (answers[at]!.problem !== null) return [];
    const { service_type = 1, flags = [], ...columns } = columnsOf(form);
    return [{ ...columns, ...identityColumns(form, context), service_type, flags, status: form.status ?? status.inCare }];
  });
  if (rows.length === 0) return answers;
  await needQuota(tx, 'people', rows.length);
  const made = await tx.rows<{ id: number }>(sql`
    insert into people (tenant_id, created_by, name, gender, birth_date, identity_sealed, identity_index, mobile, address, region_code,
      longitude, latitude, status, service_type, care_level, ability, department_id, carer_id, photo, contact_name, contact_phone,
      contact_relation, remarks, flags)
    select ${tx.tenantId}::bigint, ${session.userId}::bigint, name, gender, birth_date, identity_sealed, identity_index, mobile, address,
      region_code, longitude, latitude, status, service_type, care_level, ability, department_id, carer_id, photo, contact_name,
      contact_phone, contact_relation, remarks, flags
    from jsonb_populate_recordset(null::people, ${sealedRows('people', rows)}::jsonb) returning id`);
  // The pages read their lists again at the last one; nothing hangs on these people yet that would have to follow them.
  tell('person.changed', [{ personId: made.at(-1)!.id }], tx);
  return answers;
}

/** Throws 422 while a check-out of the person is open: it sets the state when it is carried through. */
export async function refuseWhileLeaving(tx: Tx, personId: number): Promise<void> {
  const open = await tx.row(sql`select 1 from checkouts where tenant_id = ${tx.tenantId} and person_id = ${personId} and state < 3`);
  if (open) throw refused('正在办理退住，请在退住办理中完成');
}
