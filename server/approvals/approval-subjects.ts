/**
 * The seam between approvals and the areas that ask for them (docs/architecture.md, "To have something approved"): an area says once what
 * its rows show and what follows from each outcome. Its own tables stay its own; an approver sees the case and nothing else of the area.
 */
import type { ApprovalKind } from '#contract/approvals/approval-kinds.ts';
import type { Values } from '#contract/approvals/approval-conditions.rules.ts';
import type { Work } from '../context.ts';

export interface Fact {
  label: string;
  value: string;
  files?: readonly string[];
}

/** What an application says, read when it is submitted and when it is submitted again. */
export interface Described {
  title: string;
  /** What deciders read: all that they need, since they may not open the row. */
  facts: readonly Fact[];
  /** By the names of `approvalKinds[kind].variables`. */
  variables: Values;
  /** Users that the form names, by the names of `approvalKinds[kind].people`. */
  people: Readonly<Record<string, readonly number[]>>;
  /** The resident that it is about. */
  personId: number | null;
}

export type Outcome = 'approved' | 'rejected' | 'withdrawn' | 'returned';

export interface ApprovalSubject {
  /** Throws a refusal when the row cannot be asked for, or asked for again. */
  describe(work: Work, businessId: number): Promise<Described>;
  /**
   * What follows, in the transaction of the decision: what it throws undoes the decision. After `returned` the applicant may change the
   * row and submit it again; after the others it is over.
   */
  ended(work: Work, businessId: number, outcome: Outcome): Promise<void>;
}

const subjects = new Map<ApprovalKind, ApprovalSubject>();

/** Registers what an area says of its kind; called once per process from server/subscribers.ts. */
export function declareApproval(kind: Exclude<ApprovalKind, 'general'>, subject: ApprovalSubject): void {
  subjects.set(kind, subject);
}

/** Throws when no area has declared the kind: a process that forgot server/subscribers.ts. */
export function subjectOf(kind: ApprovalKind): ApprovalSubject {
  const subject = subjects.get(kind);
  if (!subject) throw new Error(`no area declares approvals of ${kind} in this process (server/subscribers.ts)`);
  return subject;
}
