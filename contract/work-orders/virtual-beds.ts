/** 虚拟床位: those who are looked after at home, as if each home were a bed of the house. */
import { z } from 'zod';
import { id, int, page, paging, text } from '../fields.ts';
import { get } from '../http.ts';
import { exportRoute } from '../transfers/transfers.ts';

export const VirtualBed = z.object({
  /** The person's. */
  id: z.number(),
  userName: z.string(),
  gender: z.number().nullable(),
  age: z.number().nullable(),
  careLevel: z.number().nullable(),
  status: z.number(),
  address: z.string().nullable(),
  mobile: z.string().nullable(),
  /** Names of the packages that are in force. */
  packageNames: z.string().nullable(),
  deviceOnline: z.number(),
  deviceTotal: z.number(),
  /** The last service that was finished, and by whom. */
  lastVisitTime: z.string().nullable(),
  lastVisitName: z.string().nullable(),
  /** The first service that is still to come, or late. */
  nextVisitTime: z.string().nullable(),
  nextVisitName: z.string().nullable(),
  openWarnings: z.number(),
});

/** `overdue` without a number finds people who were not visited for so many days. */
export const OVERDUE_DAYS = 7;

const query = {
  userName: text(20).optional(),
  careLevel: int(0, 20).optional(),
  departmentId: id.optional(),
  /** No service was finished in so many days. */
  overdue: int(1, 365).optional(),
};

export const virtualBeds = {
  page: get('/business/bcroom/virtualPensionInfoPage', '虚拟床位列表', {
    access: 'business_virtualbed_view',
    input: z.object({ ...paging, ...query }),
    output: page(VirtualBed),
  }),
  export: exportRoute('/business/bcroom/exportVirtualBeds', '虚拟床位', 'business_virtualbed_export', query),
};
