/** Whom a device calls: SOS numbers in the order of dialling, and the family's numbers. */
import { z } from 'zod';
import { id } from '../fields.ts';
import { get, put } from '../http.ts';
import { commandParameters, MOST_CONTACTS } from './device-commands.ts';

const numbers = commandParameters.sosNumbers.shape.numbers;
const contact = commandParameters.phoneBook.shape.contacts.element;

export const deviceContacts = {
  get: get('/tenant-device/device/{id}/contacts', '设备亲情号码', {
    access: 'tenant_device_view',
    input: z.object({ id }),
    output: z.object({ sosNumbers: z.array(z.string()), contacts: z.array(z.object({ name: z.string(), phone: z.string() })) }),
  }),
  /** Keeps them and tells the device; gives the commands that were queued. */
  save: put('/tenant-device/device/contacts', '修改设备亲情号码', {
    access: 'tenant_device_command',
    input: z.object({
      id,
      sosNumbers: numbers.refine((all) => new Set(all).size === all.length, { error: 'SOS号码不能重复' }),
      contacts: z
        .array(contact)
        .max(MOST_CONTACTS, { error: `亲情号码最多${MOST_CONTACTS}个` })
        .refine((all) => new Set(all.map(({ phone }) => phone)).size === all.length, { error: '亲情号码不能重复' }),
    }),
    output: z.object({ commandIds: z.array(z.number()) }),
    message: '保存成功',
  }),
};
