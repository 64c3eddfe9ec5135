/**
 * Answers that were typed and not submitted, in the browser's storage: one draft per user,
 * questionnaire and job. They are gone once submitted, when the person signs out, and after
 * three days. Small enough for the login page, which wipes.
 */
const PREFIX = 'yian.draft.';
/** As long as the carer's phone keeps anything. */
export const DRAFT_MS = 72 * 3_600_000;

export interface DraftOf {
  tenantId: number;
  userId: number;
  /** The questionnaire's. */
  key: string;
  jobId: number | null;
}

export interface AnswerDraft {
  values: Record<string, unknown>;
  /** Epoch milliseconds. */
  at: number;
  /** Of the record that is being corrected; 0 for a new one. What somebody else has changed since is not overwritten by a draft. */
  version: number;
}

type Person = Pick<DraftOf, 'tenantId' | 'userId'>;
/** What `localStorage` is. */
type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

const ownedBy = ({ tenantId, userId }: Person) => `${PREFIX}${tenantId}.${userId}.`;
const nameOf = (draft: DraftOf) => `${ownedBy(draft)}${draft.jobId ?? 0}.${draft.key}`;

function parse(text: string | null): AnswerDraft | null {
  try {
    const draft = JSON.parse(text ?? 'null') as AnswerDraft | null;
    return typeof draft?.at === 'number' && typeof draft.values === 'object' ? draft : null;
  } catch {
    return null;
  }
}

function removeWhere(shelf: Shelf, unwanted: (name: string) => boolean): void {
  const names = Array.from({ length: shelf.length }, (_, index) => shelf.key(index) ?? '');
  for (const name of names) if (name.startsWith(PREFIX) && unwanted(name)) shelf.removeItem(name);
}

/** The draft for the record's version, null when there is none; what is older than three days goes away, whoever typed it. */
export function readDraft(of: DraftOf, version: number, now: number, shelf: Shelf = localStorage): AnswerDraft | null {
  removeWhere(shelf, (name) => {
    const at = parse(shelf.getItem(name))?.at;
    return at === undefined || now - at > DRAFT_MS || at - now > DRAFT_MS;
  });
  const draft = parse(shelf.getItem(nameOf(of)));
  return draft?.version === version ? draft : null;
}

/** Gives whether there was room for it. */
export function writeDraft(of: DraftOf, draft: AnswerDraft, shelf: Shelf = localStorage): boolean {
  try {
    shelf.setItem(nameOf(of), JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

export const removeDraft = (of: DraftOf, shelf: Shelf = localStorage): void => shelf.removeItem(nameOf(of));

/** Whoever signs out leaves nothing behind. */
export function wipeDrafts(person: Person, shelf: Shelf = localStorage): void {
  const own = ownedBy(person);
  removeWhere(shelf, (name) => name.startsWith(own));
}
