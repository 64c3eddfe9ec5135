/** A device's SOS and family numbers: kept here, and told to the device when it can be told. */
import { sql } from 'kysely';
import { deviceContacts as routes } from '#contract/devices/device-contacts.ts';
import type { Work } from '../context.ts';
import { readOne } from '../lists/crud.ts';
import type { Handlers } from '../http/implement.ts';
import { kindsOf, queueCommand } from './device-commands.ts';
import { deviceRows } from './device-rows.ts';
import { sealedRows } from '../db/sealed-phones.ts';

const SOS = 1;
const FAMILY = 2;

interface Row {
  kind: number;
  name: string | null;
  phone: string;
}

async function contactsOf({ tx }: Work, id: number) {
  const rows = await tx.rows<Row>(sql`
    select kind, name, phone from device_contacts where tenant_id = ${tx.tenantId} and device_id = ${id} order by kind, slot`);
  return {
    sosNumbers: rows.filter(({ kind }) => kind === SOS).map(({ phone }) => phone),
    contacts: rows.filter(({ kind }) => kind === FAMILY).map(({ name, phone }) => ({ name: name ?? '', phone })),
  };
}

export const deviceContacts: Handlers<typeof routes> = {
  async get({ id }, context) {
    await readOne(deviceRows(context.session), id, context);
    return contactsOf(context, id);
  },

  async save({ id, sosNumbers, contacts }, context) {
    await readOne(deviceRows(context.session), id, context);
    const { tx } = context;
    const device = (await tx.row(sql`select d.type, t.protocol, t.commands, t.fall_levels from devices d
        left join device_types t on t.tenant_id = d.tenant_id and t.id = d.type_id
      where d.tenant_id = ${tx.tenantId} and d.id = ${id} for update of d`)) as {
      type: string;
      protocol: string | null;
      commands: string[] | null;
      fall_levels: number[] | null;
    };
    const before = await contactsOf(context, id);
    await tx.run(sql`delete from device_contacts where tenant_id = ${tx.tenantId} and device_id = ${id}`);
    const rows = [
      ...sosNumbers.map((phone, index) => ({ kind: SOS, slot: index + 1, name: null, phone })),
      ...contacts.map(({ name, phone }, index) => ({ kind: FAMILY, slot: index + 1, name, phone })),
    ];
    await tx.run(sql`insert into device_contacts (tenant_id, device_id, kind, slot, name, phone)
      select ${tx.tenantId}, ${id}, kind, slot, name, phone
      from jsonb_to_recordset(${sealedRows('device_contacts', rows)}::jsonb) as r (kind smallint, slot smallint, name text, phone text)`);
    const kinds = kindsOf(device);
    const commandIds: number[] = [];
    const changed = (was: unknown, becomes: unknown) => JSON.stringify(was) !== JSON.stringify(becomes);
    if (kinds.includes('sosNumbers') && changed(before.sosNumbers, sosNumbers))
      commandIds.push(await queueCommand(context, id, 'sosNumbers', { numbers: sosNumbers }));
    // There is no word for an empty book: the numbers stay on the device until others are sent.
    if (kinds.includes('phoneBook') && contacts.length && changed(before.contacts, contacts))
      commandIds.push(await queueCommand(context, id, 'phoneBook', { contacts }));
    return { commandIds };
  },
};
