/** Notes of care on the phone: whom they are of, and what waits of them. Pure. */
import { noteKinds, type NoteKind } from '#contract/care/care-notes.ts';
import { detailsText, type NoteDetails } from '#contract/care/care-charts.rules.ts';
import { textOf } from '#contract/time.ts';
import type { Step } from './steps.ts';
import type { Resident } from './walks.ts';

/** A note can be taken back so long: then it is sent. */
export const NOTE_HELD_MS = 10_000;

/** The input of a note of a person at a moment. */
export const noteBody = (personId: number, kind: NoteKind, at: number, values: NoteDetails, text: string) => ({
  oldmanId: personId,
  kind,
  time: textOf(at),
  values,
  text,
});

/** `翻身，左侧 皮肤完好`: what a note says, for the list of what waits. */
export function noteTitle(kind: NoteKind, values: NoteDetails, text: string): string {
  return [noteKinds[kind], detailsText(kind, values), text].filter(Boolean).join('，');
}

/** What was noted of a person here and is not sent yet, the newest first. */
export const notesOf = (steps: readonly Step[], personId: number): Step[] =>
  steps.filter(({ kind, body }) => kind === 'note' && body.oldmanId === personId).sort((a, b) => b.at - a.at);

/** The people of a part of the house whose name or place has the words typed. */
export function found(
  people: readonly Resident[],
  { building, floor, words }: { building: string | null; floor: string | null; words: string },
): Resident[] {
  return people.filter(
    (person) =>
      (building === null || person.building === building) &&
      (floor === null || person.floor === floor) &&
      (words === '' || `${person.userName} ${person.place ?? ''}`.includes(words)),
  );
}
