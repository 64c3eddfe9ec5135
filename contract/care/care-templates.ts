/** 照护模板: what a plan of an ability level usually says. Those that are shipped are proposals until the institution has verified them. */
import { z } from 'zod';
import { crudRoutes } from '../crud.ts';
import { clearable, int, required, text } from '../fields.ts';
import { CareTemplate, parts } from './care-plans.ts';

export const careTemplates = crudRoutes('/members/careplantemplate', '照护模板', {
  permission: 'members_oldmanplan',
  row: CareTemplate,
  form: {
    name: required(40, '请填写模板名称'),
    /** Dictionary `anergy`; null: of any. */
    anergy: clearable(int(0, 20)),
    ...parts,
    verified: z.boolean().default(false),
    remarks: clearable(text(300)),
  },
  query: { name: text(40).optional(), anergy: int(0, 20).optional() },
});
