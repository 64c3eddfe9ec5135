/** Findings of the skin as their parts take them. */
import { skinFindings } from '#contract/care/skin-findings.ts';
import type { Output } from '#contract/http.ts';
import type { RowOf } from '#web/ui/data-table.tsx';

export type Finding = RowOf<typeof skinFindings.page>;
export type FindingDetail = Output<typeof skinFindings.get>;
/** What shows anything else once a finding has changed. */
export const skinChanges = [skinFindings.page, skinFindings.get];
