/** 受限访客: who may not visit a resident, or not come into the house, with the reason and until when. */
import { z } from 'zod';
import { crudRoutes } from '../crud.ts';
import { clearable, date, id, int, required, text } from '../fields.ts';
import { mobile } from '../phones.ts';
import { identityNumber } from './visitor-records.ts';

export const RestrictedVisitor = z.object({
  id: z.number(),
  oldmanId: z.number().nullable(),
  oldmanName: z.string().nullable(),
  visitorName: z.string(),
  visitorPhone: z.string().nullable(),
  identityTail: z.string().nullable(),
  relation: z.number().nullable(),
  reason: z.string(),
  startDate: z.string(),
  endDate: z.string().nullable(),
  createdByName: z.string(),
  version: z.number(),
  createTime: z.string(),
});

const form = {
  /** Null: the whole house. */
  oldmanId: clearable(id),
  visitorName: required(20, '请输入受限访客姓名'),
  visitorPhone: clearable(mobile),
  identityNumber: clearable(identityNumber),
  relation: clearable(int(1, 99)),
  reason: required(200, '请填写限制原因'),
  startDate: date,
  endDate: clearable(date),
};

const VIEW = 'business_bcvisitorsrecord_view';
const CHANGE = 'business_bcvisitor_restrict';
const crud = crudRoutes('/business/bcvisitorrestrict', '受限访客', {
  permission: CHANGE,
  row: RestrictedVisitor,
  form,
  query: { visitorName: text(20).optional(), oldmanId: id.optional() },
});

export const restrictedVisitors = {
  page: { ...crud.page, access: VIEW },
  get: { ...crud.get, access: VIEW },
  create: { ...crud.create, access: CHANGE },
  update: { ...crud.update, access: CHANGE },
  remove: { ...crud.remove, access: CHANGE },
};
