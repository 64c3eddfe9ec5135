/** The kinds of notes of one person: each asks what was seen with large choices; what has no more to say is noted at once. */
import { Button, Input, InputNumber } from 'antd';
import { useState } from 'react';
import { useStore } from 'zustand';
import { MOST_ML, type NoteDetails } from '#contract/care/care-charts.rules.ts';
import { noteKindNames, noteKinds, type NoteKind } from '#contract/care/care-notes.ts';
import { noteFields, quickChoices, type NoteField } from '#web/care/note-choices.ts';
import { DraftDialog } from '#web/ui/draft-dialog.tsx';
import { pickGuard } from '#web/ui/pick-guard.ts';
import { Time } from '#web/ui/time.tsx';
import { useWriting } from './kept.tsx';
import { recordNote } from './note-state.ts';
import { notesOf } from './notes.ts';
import { carer, giveUp } from './state.ts';
import type { Step } from './steps.ts';
import type { Resident } from './walks.ts';

interface FieldProps {
  field: NoteField;
  value: NoteDetails[keyof NoteDetails];
  onChange: (value: string | number | undefined) => void;
}

/** One thing that a note may say. */
function Field({ field, value, onChange }: FieldProps) {
  const { label, choices, numeric } = field;
  return (
    <label>
      {label}
      {choices ? (
        <select
          value={value ?? ''}
          onChange={({ target }) => onChange(target.value === '' ? undefined : numeric ? Number(target.value) : target.value)}
        >
          <option value="">可不选</option>
          {Object.entries(choices).map(([key, text]) => (
            <option key={key} value={key}>
              {text}
            </option>
          ))}
        </select>
      ) : (
        <InputNumber
          size="large"
          inputMode="numeric"
          min={1}
          max={MOST_ML}
          precision={0}
          value={(value as number | undefined) ?? null}
          onChange={(ml) => onChange(ml ?? undefined)}
        />
      )}
    </label>
  );
}

interface AskProps {
  kind: NoteKind;
  name: string;
  onNote: (values: NoteDetails, text: string) => void;
  onClose: () => void;
}

/** What a note says beside its kind. */
function Ask({ kind, name, onNote, onClose }: AskProps) {
  const [values, setValues] = useState<NoteDetails>({});
  const [text, setText] = useState('');
  const said = () => Object.values(values).some((value) => value !== undefined) || text !== '';
  const note = (all: NoteDetails) => onNote(JSON.parse(JSON.stringify(all)) as NoteDetails, text.trim());
  return (
    <DraftDialog
      title={`${name}：${noteKinds[kind]}`}
      okText="记录"
      cancelText="取消"
      okButtonProps={{ size: 'large' }}
      cancelButtonProps={{ size: 'large' }}
      isDirty={said}
      onOk={() => note(values)}
      onClose={onClose}
    >
      <div className="c-care-form">
        <div className="c-note-quick">
          {quickChoices(kind).map(({ label, values: quick }) => (
            <Button key={label} size="large" onClick={() => note({ ...values, ...quick })}>
              {label}
            </Button>
          ))}
        </div>
        {noteFields[kind].map((field) => (
          <Field
            key={field.name}
            field={field}
            value={values[field.name]}
            onChange={(value) => setValues((before) => ({ ...before, [field.name]: value }))}
          />
        ))}
        <label>
          说明
          <Input size="large" maxLength={200} value={text} onChange={({ target }) => setText(target.value)} />
        </label>
      </div>
    </DraftDialog>
  );
}

/** A note that is not sent yet. */
function Waiting({ step }: { step: Step }) {
  return (
    <li className="c-care" aria-label={step.title}>
      <header>
        <Time value={step.at} />
        <b>{step.title}</b>
        <Button size="large" onClick={() => void giveUp(step)}>
          撤销
        </Button>
      </header>
      <p className="c-care-how">{step.problem ? step.problem.text : '已记录，待上传'}</p>
    </li>
  );
}

export function NotePad({ person }: { person: Resident }) {
  const write = useWriting();
  const steps = useStore(carer, (state) => state.steps);
  const [asking, setAsking] = useState<NoteKind | null>(null);
  // A double tap notes once; another kind a moment later is no double tap.
  const [guards] = useState(() => Object.fromEntries(noteKindNames.map((kind) => [kind, pickGuard()])));
  const note = async (kind: NoteKind, values: NoteDetails, text: string) => {
    if (!guards[kind]?.()) return;
    setAsking(null);
    await write(() => recordNote(person, kind, values, text));
  };
  const press = (kind: NoteKind) => (kind === 'disinfect' ? void note(kind, {}, '') : setAsking(kind));
  return (
    <>
      <div className="c-notes" role="group" aria-label={`${person.userName}的照护随记`}>
        {noteKindNames.map((kind) => (
          <Button key={kind} size="large" onClick={() => press(kind)}>
            {noteKinds[kind]}
          </Button>
        ))}
      </div>
      <ul className="c-cares" aria-label="刚才的记录">
        {notesOf(steps, person.id).map((step) => (
          <Waiting key={step.id} step={step} />
        ))}
      </ul>
      {asking && (
        <Ask
          kind={asking}
          name={person.userName}
          onNote={(values, text) => void note(asking, values, text)}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  );
}
