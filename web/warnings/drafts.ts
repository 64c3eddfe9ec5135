/** What was typed for a warning and not yet sent: another alarm may take the drawer in the middle of a sentence. */
export interface Draft {
  /** Undefined: nothing is chosen yet. */
  processMode?: number | undefined;
  isDisposed?: number | undefined;
  remark: string;
}

const drafts = new Map<number, Draft>();

export const draftOf = (id: number) => drafts.get(id) ?? null;
export const keepDraft = (id: number, draft: Draft) => void drafts.set(id, draft);
export const forgetDraft = (id: number) => void drafts.delete(id);
