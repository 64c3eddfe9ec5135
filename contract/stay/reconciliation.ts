/** 入住对账: where beds, residents, contracts and accounts say different things. It is read, never kept: what is mended is gone from it. */
import { z } from 'zod';
import { page, paging, text } from '../fields.ts';
import { get } from '../http.ts';
import { exportRoute } from '../transfers/transfers.ts';
import { findingKindLabels } from './reconciliation.rules.ts';

const BASE = '/members/stayreconciliation';

export const StayFinding = z.object({
  id: z.number(),
  /** findingKinds of reconciliation.rules.ts. */
  kind: z.number(),
  /** Null where it is a bed alone. */
  oldmanId: z.number().nullable(),
  oldmanName: z.string().nullable(),
  place: z.string().nullable(),
  /** What was found, in words. */
  finding: z.string(),
});

const query = {
  kind: z.coerce
    .number()
    .refine((kind) => kind in findingKindLabels, { error: '对账项目不正确' })
    .optional(),
  oldmanName: text(20).optional(),
};

export const reconciliation = {
  page: get(`${BASE}/page`, '入住对账', {
    access: 'members_stayreconciliation_view',
    input: z.object({ ...paging, ...query }),
    output: page(StayFinding),
  }),
  export: exportRoute(`${BASE}/export`, '入住对账', 'members_stayreconciliation_export', query),
};
