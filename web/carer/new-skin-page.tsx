/** 新增皮肤记录 on the phone: a resident, then what was found, with or without a network. */
import { Button } from 'antd';
import { useState } from 'react';
import { useStore } from 'zustand';
import { bodyParts, sideLabels, type BodySide } from '#contract/body-parts.rules.ts';
import { Place } from '#web/ui/place.tsx';
import { Head } from './head.tsx';
import { PersonFlags } from './job-card.tsx';
import { NothingKept, ReadAt, useWriting } from './kept.tsx';
import { NamesList } from './names-list.tsx';
import { knownSkin, visit, type SkinPlace } from './place.ts';
import { SkinFields, type SkinValues } from './skin-fields.tsx';
import { recordFinding } from './skin-state.ts';
import { draftOfNew } from './skin-steps.ts';
import { carer } from './state.ts';
import { useStepDraft } from './visit-draft.ts';
import type { Resident } from './walks.ts';
import { useWanted } from './wanted.ts';
import './care.css';
import './round.css';

type Values = SkinValues & { part: string };
const EMPTY: Values = { part: '', kind: null, length: null, width: null, note: '', photos: [] };
/** Refused ones are not corrected here: they are given up and written down anew. */
const anew = (): Values => EMPTY;

function FindingForm({ person }: { person: Resident }) {
  const write = useWriting();
  const [pressed, setPressed] = useState(false);
  const { values, change, keeper } = useStepDraft(draftOfNew(person.id), null, EMPTY, anew);
  if (!values) return null;
  const { part, kind, note, ...rest } = values;
  const missing = [...(part === '' ? ['部位'] : []), ...(kind === null ? ['类别'] : [])];
  const save = async () => {
    setPressed(true);
    if (part === '' || kind === null) return;
    // Recording puts the draft away: nothing may bring it back.
    keeper.drop();
    if (await write(() => recordFinding(person, { part, kind, note: note.trim(), ...rest }))) visit({ skin: knownSkin }, true);
    else keeper.put(values);
  };
  return (
    <form
      className="c-form c-care-form"
      aria-label="新增皮肤记录"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <label>
        部位
        <select value={part} onChange={({ target }) => change({ part: target.value })}>
          {part === '' && <option value="">请选择</option>}
          {(Object.keys(sideLabels) as BodySide[]).map((side) => (
            <optgroup key={side} label={sideLabels[side]}>
              {bodyParts
                .filter((one) => one.side === side)
                .map(({ key, label }) => (
                  <option key={key} value={key}>
                    {label}
                  </option>
                ))}
            </optgroup>
          ))}
        </select>
      </label>
      <SkinFields values={values} wrong={null} change={change} />
      <footer className="c-foot">
        {pressed && missing.length > 0 && (
          <p role="alert" className="c-missing">
            还缺：{missing.join('、')}
          </p>
        )}
        <Button htmlType="submit" type="primary" block className="c-do">
          登记
        </Button>
      </footer>
    </form>
  );
}

export function NewSkinPage({ asked }: { asked: SkinPlace }) {
  const residents = useStore(carer, ({ kept }) => kept?.residents ?? null);
  useWanted('skin');
  if (!residents) return <NothingKept what="名单" />;
  const person = residents.people.find(({ id }) => id === asked.person);
  return (
    <article>
      <Head
        title={person ? `${person.userName}：新增皮肤记录` : '新增皮肤记录'}
        hint={person ? <Place place={person.place} /> : <ReadAt at={residents.readAt} />}
        back={{ skin: person ? { add: true, person: null } : knownSkin }}
      />
      {person ? (
        <>
          <p className="c-marks">
            <PersonFlags flags={person.flags} />
          </p>
          <FindingForm key={person.id} person={person} />
        </>
      ) : (
        <NamesList people={residents.people} onPick={(id) => visit({ skin: { add: true, person: id } }, true)} />
      )}
    </article>
  );
}
