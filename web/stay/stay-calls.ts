/** What pages read anew after an admission or a contract has changed. */
import type { Output } from '#contract/http.ts';
import { beds } from '#contract/rooms/beds.ts';
import { admissions } from '#contract/stay/admissions.ts';
import { contracts } from '#contract/stay/contracts.ts';
import { earnests } from '#contract/stay/earnests.ts';
import { enquiries } from '#contract/stay/enquiries.ts';

export const admissionChanges = { changes: [admissions.page, admissions.get, beds.page, earnests.read] };
export const contractChanges = { changes: [contracts.page, contracts.ofPerson, contracts.get] };

export type Contract = Output<typeof contracts.get>;
export const enquiryChanges = { changes: [enquiries.page, enquiries.get, enquiries.forecast] };
export const earnestChanges = { changes: [earnests.read, admissions.page, admissions.get] };
export type EarnestHeld = Output<typeof earnests.read>;
export type EarnestLine = EarnestHeld['lines'][number];
