/** The platform's list of those who registered themselves, and its decision where new institutions need one (REGISTRATION_APPROVAL). */
import { z } from 'zod';
import { id, ok, orNull, page, paging, text } from '../fields.ts';
import { guarding, identity, rights } from '../guards.ts';
import { get, ofPlatform, put } from '../http.ts';
import { exportRoute } from '../transfers/transfers.ts';

export const RegistrationReview = z.object({
  id: z.number(),
  name: z.string(),
  username: z.string(),
  phone: z.string(),
  /** contract/onboarding/registration-reviews.rules.ts */
  state: z.number(),
  tenantId: z.number().nullable(),
  tenantName: z.string().nullable(),
  tenantCode: z.string().nullable(),
  regionCode: z.string().nullable(),
  address: z.string().nullable(),
  packageCode: z.string().nullable(),
  packageName: z.string().nullable(),
  reason: z.string().nullable(),
  auditName: z.string().nullable(),
  auditTime: z.string().nullable(),
  /** When an unfinished one is given up. */
  expireTime: z.string(),
  version: z.number(),
  createTime: z.string(),
});

const search = {
  state: z.enum(['0', '1', '2', '3', '4', '5'], { error: '状态不正确' }).optional(),
  phone: text(20).optional(),
  /** Of the person or the institution. */
  name: text(50).optional(),
};

const guarded = guarding({ ...rights, ...identity });

export const registrationReviews = ofPlatform(
  '只有平台可以审核注册',
  guarded({
    page: get('/admin/registration/page', '注册列表', {
      access: 'sys_registration_view',
      input: z.object({ ...paging, ...search }),
      output: page(RegistrationReview),
    }),
    export: exportRoute('/admin/registration/export', '注册', 'sys_registration_export', search),
    /**
     * Status 1 opens the institution, whose trial begins now; 2 refuses it with a reason and
     * gives phone and sign-in name free. Both tell the registrant by SMS.
     */
    audit: put('/admin/registration/audit', '审核注册', {
      access: 'sys_registration_audit',
      input: z.object({
        id,
        status: z.enum(['1', '2'], { error: '请选择审核结果' }),
        reason: orNull(text(100)),
        version: z.int().optional(),
      }),
      output: ok,
      message: '操作成功',
    }),
  }),
);
