/** 皮肤观察 on the phone: what is not healed yet, and a look at it with a photo, with or without a network. */
import { Button, Empty, Input, InputNumber } from 'antd';
import { useState } from 'react';
import { useStore } from 'zustand';
import { kindProblem, skinKinds, skinText } from '#contract/care/skin-commands.rules.ts';
import { DraftDialog } from '#web/ui/draft-dialog.tsx';
import { pickGuard } from '#web/ui/pick-guard.ts';
import { Place } from '#web/ui/place.tsx';
import { Time } from '#web/ui/time.tsx';
import { Head } from './head.tsx';
import { NothingKept, ReadAt, useWriting } from './kept.tsx';
import { PhotoField } from './photo-field.tsx';
import { findingOfStep, skinNow, type Finding } from './skin-steps.ts';
import { carer, recordLook, type SkinLook } from './state.ts';
import { useWanted } from './wanted.ts';
import './care.css';
import './round.css';

type Size = number | null;

function Look({ finding, onDone, onClose }: { finding: Finding; onDone: (look: SkinLook) => void; onClose: () => void }) {
  const [kind, setKind] = useState(finding.kind);
  const [length, setLength] = useState<Size>(finding.length);
  const [width, setWidth] = useState<Size>(finding.width);
  const [note, setNote] = useState('');
  const [photo, setPhoto] = useState<string | null>(null);
  const wrong = kindProblem(finding.kind, kind);
  const side = (label: string, value: Size, change: (value: Size) => void) => (
    <label>
      {label}（厘米）
      <InputNumber size="large" inputMode="decimal" min={0.1} max={100} step={0.1} precision={1} value={value} onChange={change} />
    </label>
  );
  return (
    <DraftDialog
      title={`${finding.oldmanName}：登记观察`}
      okText="登记"
      cancelText="取消"
      okButtonProps={{ disabled: wrong !== null, size: 'large' }}
      cancelButtonProps={{ size: 'large' }}
      isDirty={() => note !== '' || photo !== null || kind !== finding.kind || length !== finding.length || width !== finding.width}
      onOk={() => onDone({ kind, length, width, note: note.trim(), photos: photo === null ? [] : [photo] })}
      onClose={onClose}
    >
      <div className="c-care-form">
        <label>
          类别
          <select value={kind} onChange={({ target }) => setKind(Number(target.value))}>
            {Object.entries(skinKinds).map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </label>
        {wrong && <p className="c-missing">{wrong}</p>}
        {side('长', length, setLength)}
        {side('宽', width, setWidth)}
        <label>
          描述
          <Input size="large" maxLength={500} value={note} placeholder="可不填" onChange={({ target }) => setNote(target.value)} />
        </label>
        <PhotoField id="c-skin-photo" value={photo} onChange={setPhoto} />
      </div>
    </DraftDialog>
  );
}

export function SkinPage() {
  const write = useWriting();
  const kept = useStore(carer, (state) => state.kept?.skin ?? null);
  const steps = useStore(carer, (state) => state.steps);
  const [asking, setAsking] = useState<Finding | null>(null);
  const [counts] = useState(() => pickGuard());
  useWanted('skin');
  if (!kept) return <NothingKept what="皮肤记录" />;
  const waiting = new Set(steps.map(findingOfStep));
  const findings = skinNow(kept, steps);
  const save = async (finding: Finding, look: SkinLook) => {
    if (!counts()) return;
    setAsking(null);
    await write(() => recordLook(finding, look));
  };
  return (
    <article>
      <Head title="皮肤观察" hint={<ReadAt at={kept.readAt} />} back={{}} />
      {kept.total > kept.records.length && <p className="c-missing">未愈合的超过{kept.records.length}项，其余请在电脑上登记</p>}
      {findings.length === 0 && <Empty className="c-empty" description="没有未愈合的皮肤记录" />}
      <ul className="c-cares" aria-label="皮肤记录">
        {findings.map((finding) => (
          <li key={finding.id} className="c-care" aria-label={`${finding.oldmanName} ${skinText(finding)}`}>
            <header>
              <b>{finding.oldmanName}</b>
              <Place place={finding.place} />
            </header>
            <p>{skinText(finding)}</p>
            <p className="c-care-how">
              上次观察 <Time value={finding.seenTime} age />
            </p>
            {waiting.has(finding.id) && <p className="c-care-how">已记录，待上传</p>}
            <Button size="large" type="primary" onClick={() => setAsking(finding)}>
              登记观察
            </Button>
          </li>
        ))}
      </ul>
      {asking && <Look finding={asking} onDone={(look) => void save(asking, look)} onClose={() => setAsking(null)} />}
    </article>
  );
}
