/** What can be said of a note with one more press, and the fields of all that it may say. */
import {
  bathKinds,
  bristolLabels,
  intakeWays,
  outputWays,
  skinLooks,
  sleepKinds,
  stoolAmounts,
  turnPositions,
  urineColours,
  type NoteDetails,
} from '#contract/care/care-charts.rules.ts';
import type { NoteKind } from '#contract/care/care-notes.ts';

export interface NoteField {
  name: keyof NoteDetails;
  label: string;
  /** Absent: millilitres. */
  choices?: Readonly<Record<string, string>>;
  /** The value is a number. */
  numeric?: true;
}

const ml: NoteField = { name: 'ml', label: '毫升数' };
const skin: NoteField = { name: 'skin', label: '皮肤', choices: skinLooks };

/** The first of them is that of the quick choices. */
export const noteFields: Readonly<Record<NoteKind, readonly NoteField[]>> = {
  water: [ml],
  intake: [{ name: 'way', label: '途径', choices: intakeWays }, ml],
  meal: [ml],
  stool: [
    { name: 'bristol', label: '布里斯托分型', choices: bristolLabels, numeric: true },
    { name: 'amount', label: '量', choices: stoolAmounts },
    ml,
  ],
  urine: [ml, { name: 'colour', label: '颜色', choices: urineColours }],
  output: [{ name: 'way', label: '途径', choices: outputWays }, ml],
  sleep: [{ name: 'sleep', label: '睡眠情况', choices: sleepKinds }],
  mood: [],
  turn: [{ name: 'position', label: '体位', choices: turnPositions }, skin],
  bath: [{ name: 'bath', label: '方式', choices: bathKinds }, skin],
  disinfect: [],
  other: [],
};

const USUAL_ML: Partial<Record<NoteKind, readonly number[]>> = {
  water: [100, 150, 200, 250, 300],
  meal: [100, 200, 300],
  urine: [100, 200, 300, 400, 500],
};

export interface QuickChoice {
  label: string;
  values: NoteDetails;
}

/** One press more than the note itself; none where a kind says nothing more. */
export function quickChoices(kind: NoteKind): QuickChoice[] {
  const usual = USUAL_ML[kind];
  if (usual) return usual.map((amount) => ({ label: `${amount} ml`, values: { ml: amount } }));
  const [first] = noteFields[kind];
  if (!first?.choices) return [];
  return Object.entries(first.choices).map(([value, label]) => ({
    label,
    values: { [first.name]: first.numeric ? Number(value) : value },
  }));
}
