/** The spreadsheet of self-registrations. The hash of a registrant's password is not among what the list reads. */
import type { z } from 'zod';
import { registrationStateLabels } from '#contract/onboarding/registration-reviews.rules.ts';
import type { RegistrationReview } from '#contract/onboarding/registration-reviews.ts';
import { titled } from '#contract/labels.ts';
import { registrationLabels } from '#contract/onboarding/registration-reviews.labels.ts';
import type { List } from '../lists/list.ts';
import type { Export } from '../transfers/exports.ts';

type Row = z.output<typeof RegistrationReview>;

export const registrationSheet = <Search>(list: List<Row, Search>): Export<Row, Search> => ({
  name: '注册',
  list: () => list,
  columns: titled(registrationLabels, [
    { key: 'name', width: 12 },
    { key: 'username', width: 18 },
    { key: 'phone', width: 14 },
    { key: 'state', value: ({ state }) => registrationStateLabels[state] ?? state, width: 12 },
    { key: 'tenantName', width: 28 },
    { key: 'tenantCode', width: 14 },
    { key: 'packageName', width: 16 },
    { key: 'address', width: 32 },
    { key: 'reason', width: 28 },
    { key: 'auditName', width: 12 },
    { key: 'auditTime', format: 'dateTime', width: 20 },
    { key: 'createTime', format: 'dateTime', width: 20 },
  ]),
});
