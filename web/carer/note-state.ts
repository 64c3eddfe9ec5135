/** A note of care, written down on the phone before it is sent. */
import type { NoteDetails } from '#contract/care/care-charts.rules.ts';
import type { NoteKind } from '#contract/care/care-notes.ts';
import { freshName } from '#web/api/fresh-name.ts';
import { NOTE_HELD_MS, noteBody, noteTitle } from './notes.ts';
import { NO_JOB, opened, reload } from './state.ts';
import type { Resident } from './walks.ts';

/** Writes down what was noted of a person now; it stays here for some seconds, so that a slip can be taken back. */
export async function recordNote(person: Resident, kind: NoteKind, values: NoteDetails, text: string): Promise<void> {
  const at = Date.now();
  await opened().attend({
    id: `note.${person.id}.${at}`,
    kind: 'note',
    ...NO_JOB,
    personName: person.userName,
    title: noteTitle(kind, values, text),
    at,
    key: freshName(),
    body: noteBody(person.id, kind, at, values, text),
    files: [],
    heldUntil: at + NOTE_HELD_MS,
  });
  await reload(true);
}
