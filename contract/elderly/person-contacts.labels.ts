/** What the fields of a person's contacts are called. */
import type { LabelsOf } from '../labels.ts';
import type { PersonContact } from './person-contacts.ts';

export const personContactLabels = {
  name: '姓名',
  phone: '电话',
  relation: { title: '与服务对象关系', dictionary: 'relation' },
  notes: '备注',
} satisfies LabelsOf<{ row: typeof PersonContact }>;
