/** Assessments as their parts take them, and where their pages are. */
import { assessments, type AssessmentForm } from '#contract/assessments/assessments.ts';
import type { DueCause } from '#contract/assessments/due-causes.rules.ts';
import type { Answers, Facts } from '#contract/assessments/evaluate.rules.ts';
import type { Output } from '#contract/http.ts';
import type { RowOf } from '#web/ui/data-table.tsx';

export type AssessmentRow = RowOf<typeof assessments.page>;
export type AssessmentDetail = Output<typeof assessments.get>;
/** What shows anything else once an assessment has changed. */
export const assessmentChanges = [assessments.page, assessments.get, assessments.due, assessments.ofPerson];

export const ASSESSMENTS = '/assessment/index';
export const assessmentAddress = (id: number) => `/assessment/detail?id=${id}`;
export const signAddress = (id: number) => `/assessment/detail?id=${id}&sign=true`;
export const draftAddress = (id: number) => `/assessment/form?id=${id}`;
/** `cause` says why, where the person was due. */
export const newAssessmentAddress = (person: number, scale: string, cause?: DueCause) =>
  `/assessment/form?person=${person}&scale=${scale}${cause === undefined ? '' : `&cause=${cause}`}`;
/** Once more of the same person by the same scale. */
export const againAddress = (id: number) => `/assessment/form?again=${id}`;

/** What is written down of an assessment. */
export interface Written {
  answers: Answers;
  facts: Facts;
  head: Omit<AssessmentForm, 'answers' | 'facts'>;
}
