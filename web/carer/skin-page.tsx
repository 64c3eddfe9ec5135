/** 皮肤观察 on the phone: what is not healed yet, a look at it with photos, and what was found anew, with or without a network. */
import { PlusOutlined } from '@ant-design/icons';
import { Button, Empty } from 'antd';
import { useState } from 'react';
import { useStore } from 'zustand';
import { kindProblem, skinText } from '#contract/care/skin-commands.rules.ts';
import { DraftDialog } from '#web/ui/draft-dialog.tsx';
import { pickGuard } from '#web/ui/pick-guard.ts';
import { Place } from '#web/ui/place.tsx';
import { Time } from '#web/ui/time.tsx';
import { Head } from './head.tsx';
import { NothingKept, ReadAt, useWriting } from './kept.tsx';
import { visit } from './place.ts';
import { SkinFields, type SkinValues } from './skin-fields.tsx';
import { recordLook } from './skin-state.ts';
import { findingOfStep, newFindings, skinNow, type Finding, type SkinLook } from './skin-steps.ts';
import { carer } from './state.ts';
import { useWanted } from './wanted.ts';
import './care.css';
import './round.css';

function Look({ finding, onDone, onClose }: { finding: Finding; onDone: (look: SkinLook) => void; onClose: () => void }) {
  const [first] = useState<SkinValues>(() => ({ kind: finding.kind, length: finding.length, width: finding.width, note: '', photos: [] }));
  const [values, setValues] = useState(first);
  const { kind, note, ...rest } = values;
  const wrong = kind === null ? '请选择类别' : kindProblem(finding.kind, kind);
  return (
    <DraftDialog
      title={`${finding.oldmanName}：登记观察`}
      okText="登记"
      cancelText="取消"
      okButtonProps={{ disabled: wrong !== null, size: 'large' }}
      cancelButtonProps={{ size: 'large' }}
      isDirty={() => values !== first}
      onOk={() => kind !== null && onDone({ kind, note: note.trim(), ...rest })}
      onClose={onClose}
    >
      <div className="c-care-form">
        <SkinFields values={values} wrong={wrong} change={(part) => setValues((now) => ({ ...now, ...part }))} />
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
  const found = newFindings(steps);
  const save = async (finding: Finding, look: SkinLook) => {
    if (!counts()) return;
    setAsking(null);
    await write(() => recordLook(finding, look));
  };
  return (
    <article>
      <Head title="皮肤观察" hint={<ReadAt at={kept.readAt} />} back={{}} />
      {kept.total > kept.records.length && <p className="c-missing">未愈合的超过{kept.records.length}项，其余请在电脑上登记</p>}
      <Button size="large" block icon={<PlusOutlined aria-hidden />} onClick={() => visit({ skin: { add: true, person: null } })}>
        新增皮肤记录
      </Button>
      {findings.length === 0 && found.length === 0 && <Empty className="c-empty" description="没有未愈合的皮肤记录" />}
      <ul className="c-cares" aria-label="皮肤记录">
        {found.map(({ id, personName, title, problem }) => (
          <li key={id} className="c-care" data-late={problem !== null || undefined} aria-label={`${personName} ${title}`}>
            <header>
              <b>{personName}</b>
            </header>
            <p>{title}</p>
            <p className="c-care-how">{problem === null ? '已记录，待上传' : '未能上传，请在“需处理”中查看'}</p>
          </li>
        ))}
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
