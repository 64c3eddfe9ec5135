/** Service recipients: finding, registering, moving between beds, leaving. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { people as routes } from '#contract/elderly/people.ts';
import { matching, readOne, reads, shownBy, withColumns } from '../lists/crud.ts';
import { removing } from '../lists/removals.ts';
import { openIf } from '../db/sealed-fields.ts';
import { db } from '../db/tenant.ts';
import { conflict } from '../errors.ts';
import type { Context } from '../context.ts';
import type { Handlers } from '../http/implement.ts';
import { writeLog } from '../http/operation-log.ts';
import { needQuota } from '../db/quotas.ts';
import { exporting } from '../transfers/exports.ts';
import { importing } from '../transfers/imports.ts';
import { noteLevel } from './arrangements.ts';
import { peopleRows } from './people-rows.ts';
import { peopleImport } from './people-import.ts';
import { lock, moveBed } from './person-locks.ts';
import { personSheet } from './people-sheet.ts';
import { personRemoval } from './removals.ts';
import { followFirstContact } from './first-contacts.ts';
import {
  checkForm,
  columnsOf,
  contactAfter,
  hasGone,
  identityColumns,
  isAway,
  refuseKnownIdentity,
  refuseTwin,
  refuseWhileLeaving,
  status,
  type PersonForm,
} from './registrations.ts';
import { phone } from '../db/sealed-phones.ts';
import { contactsOf } from './person-contacts.ts';

/** Registers a person, with their bed; gives the id. Throws 422 when they are here already, 409 when the bed is taken. */
export async function register(input: PersonForm, context: Context): Promise<number> {
  const { tx, session } = context;
  checkForm(input, context);
  await refuseTwin(tx, input.userName, input.mobile ?? null, null);
  await refuseKnownIdentity(context, input, null);
  await needQuota(tx, 'people');
  const now = input.status ?? status.inCare;
  const bedId = hasGone(now) ? null : (input.bedId ?? null);
  await moveBed(tx, null, bedId, isAway(now));
  const made = await tx.row<{ id: number }>(
    db
      .insertInto('people')
      .values({
        ...columnsOf(input),
        ...identityColumns(input, context),
        tenant_id: session.tenantId,
        bed_id: bedId,
        created_by: session.userId,
      })
      .returning('id'),
  );
  const { id } = made as { id: number };
  await context.emit('person.changed', { personId: id, ...(bedId === null ? {} : { bedBefore: null }) });
  return id;
}

/** The id of the record that a person's was merged into; that of their own else. */
async function keptOf(id: number, { tx }: Context): Promise<number> {
  const merged = await tx.row<{ into: number }>(sql`
    select merged_into as into from people where tenant_id = ${tx.tenantId} and id = ${id} and merged_into is not null`);
  return merged?.into ?? id;
}

/** The whole identity number of a person whom the session reaches. */
async function identityOf(id: number, { tx, deps }: Context): Promise<string | null> {
  const row = await tx.row(db.selectFrom('people').select('identity_sealed').where('tenant_id', '=', tx.tenantId).where('id', '=', id));
  return openIf(deps.secrets, tx.tenantId, 'people.identity_sealed', row?.identity_sealed ?? null);
}

export const people: Handlers<typeof routes> = {
  page: (input, context) => reads(peopleRows(context.session, context.deps.secrets)).page(input, context),
  // The address of a record that was merged leads to the one that was kept.
  async get({ id: asked, masked }, context) {
    const id = await keptOf(asked, context);
    const person = await readOne(peopleRows(context.session), id, context);
    const whole = masked !== true && person.identityNumber !== null && context.session.permissions.has(routes.reveal.access);
    if (!whole) return person;
    await writeLog(context, routes.reveal, { id }, 0);
    return { ...person, identityNumber: await identityOf(id, context) };
  },

  async reveal({ id }, context) {
    await readOne(peopleRows(context.session), id, context);
    return { identityNumber: await identityOf(id, context) };
  },

  async phones({ id }, context) {
    const { mobile } = await readOne({ ...peopleRows(context.session), shown: (row) => row }, id, context);
    return { mobile, contacts: (await contactsOf(context.tx, id)).map(({ notes: _notes, ...contact }) => contact) };
  },

  create: register,

  async update(input, context) {
    const { tx, session } = context;
    const { id, version } = input;
    const before = { id, ...(await lock(id, context)) };
    checkForm(input, context, before);
    if (version !== undefined && version !== before.version)
      throw conflict('服务对象已被他人修改，请刷新后重试', await readOne(peopleRows(session), id, context));
    const { userName, mobile = before.mobile } = input;
    if (userName !== before.name || mobile !== before.mobile) await refuseTwin(tx, userName, mobile, id);
    await refuseKnownIdentity(context, input, id);
    const now = input.status ?? before.status;
    if (hasGone(now) && !hasGone(before.status)) await refuseWhileLeaving(tx, id);
    const { bedId: wanted = before.bed_id } = input;
    const bedId = hasGone(now) ? null : wanted;
    await moveBed(tx, before.bed_id, bedId, isAway(now));
    await tx.run(
      db
        .updateTable('people')
        .set({
          ...columnsOf(input, before),
          ...identityColumns(input, context, before.identity),
          bed_id: bedId,
          version: sql`version + 1`,
          updated_at: sql`now()`,
        })
        .where('tenant_id', '=', session.tenantId)
        .where('id', '=', id),
    );
    await noteLevel(context, before, input.careLevel);
    await followFirstContact(tx, id, before, contactAfter(input, before), input.contactRelation);
    const moved = bedId !== before.bed_id || (now === status.inCare) !== (before.status === status.inCare);
    await context.emit('person.changed', { personId: id, ...(moved ? { bedBefore: before.bed_id } : {}) });
    return true;
  },

  ...removing(personRemoval),

  async findByMobile({ mobile }, { tx, session, deps }) {
    const options = peopleRows(session);
    const ofNumber = matching({ ...options, filters: {} }, {}, session).where('mobile', '=', phone(mobile));
    const found = await tx.row(
      withColumns<z.input<typeof routes.get.output>>(ofNumber, options.columns)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(1),
    );
    return found ? shownBy(options, found, { deps }) : null;
  },

  export: exporting(routes.export, personSheet),
  ...importing(routes, peopleImport(register)),
};
