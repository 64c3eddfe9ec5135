/** 约束 on the phone: who is to be looked at, loosened or released, with or without a network. */
import { Button, Empty, Input, Segmented } from 'antd';
import { useState } from 'react';
import { useStore } from 'zustand';
import {
  bloodLabels,
  dueOf,
  dueTexts,
  lookConcerns,
  restrainedMoodLabels,
  restrainedSkinLabels,
  restraintKinds,
  restraintReasons,
  restraintStates,
} from '#contract/care/restraint-commands.rules.ts';
import { useQuarterMinute } from '#web/ui/clock.ts';
import { DraftDialog } from '#web/ui/draft-dialog.tsx';
import { pickGuard } from '#web/ui/pick-guard.ts';
import { Place } from '#web/ui/place.tsx';
import { State } from '#web/ui/state.tsx';
import { Time } from '#web/ui/time.tsx';
import { Head } from './head.tsx';
import { NothingKept, ReadAt, useWriting } from './kept.tsx';
import { restraintOfStep, restraintsNow, type Restraint, type RestraintStep } from './restraint-steps.ts';
import { carer, recordRestraint } from './state.ts';
import { useWanted } from './wanted.ts';
import './care.css';
import './round.css';

interface Asking {
  row: Restraint;
  kind: RestraintStep;
}
type Body = Record<string, unknown>;
const LOOKS = [
  ['blood', '血运', bloodLabels],
  ['skin', '皮肤', restrainedSkinLabels],
  ['mood', '情绪', restrainedMoodLabels],
] as const;
const NEXT = { look: '应观察', loosen: '应松解', release: '应解除' };
const TITLES: Record<RestraintStep, string> = { restraintBegin: '开始约束', restraintLook: '登记观察', restraintEnd: '解除约束' };

/** What is said of a look or a release. */
function Question({ asking, onDone, onClose }: { asking: Asking; onDone: (body: Body) => void; onClose: () => void }) {
  const { row, kind } = asking;
  const [look, setLook] = useState({ blood: 1, skin: 1, mood: 1 });
  const [loosened, setLoosened] = useState(false);
  const [note, setNote] = useState('');
  const looking = kind === 'restraintLook';
  const needed = kind === 'restraintEnd' || (looking && lookConcerns(look).length > 0);
  return (
    <DraftDialog
      title={`${row.oldmanName}：${TITLES[kind]}`}
      okText={TITLES[kind]}
      cancelText="取消"
      okButtonProps={{ disabled: needed && note.trim() === '', size: 'large' }}
      cancelButtonProps={{ size: 'large' }}
      isDirty={() => note !== '' || loosened || lookConcerns(look).length > 0}
      onOk={() => onDone({ ...(looking ? { ...look, loosened } : {}), ...(kind === 'restraintBegin' ? {} : { note: note.trim() }) })}
      onClose={onClose}
    >
      <div className="c-care-form">
        {kind === 'restraintBegin' && (
          <p>
            {restraintKinds[row.kind]}，最多{row.hours}小时。{row.instruction}
          </p>
        )}
        {looking && (
          <Segmented
            block
            size="large"
            aria-label="观察或松解"
            value={loosened ? 'yes' : 'no'}
            options={[
              { value: 'no', label: '只观察' },
              { value: 'yes', label: '已松解活动' },
            ]}
            onChange={(value) => setLoosened(value === 'yes')}
          />
        )}
        {looking &&
          LOOKS.map(([name, label, words]) => (
            <div key={name}>
              {label}
              <Segmented
                block
                size="large"
                aria-label={label}
                value={look[name]}
                options={Object.entries(words).map(([value, text]) => ({ value: Number(value), label: text }))}
                onChange={(value) => setLook((before) => ({ ...before, [name]: value }))}
              />
            </div>
          ))}
        {kind !== 'restraintBegin' && (
          <label>
            {looking ? '说明' : '解除时的情况'}
            <Input
              size="large"
              maxLength={200}
              value={note}
              placeholder={needed ? '请写明情况和处理' : '可不填'}
              onChange={({ target }) => setNote(target.value)}
            />
          </label>
        )}
      </div>
    </DraftDialog>
  );
}

interface CardProps {
  row: Restraint;
  waits: boolean;
  now: number;
  onAct: (kind: RestraintStep) => void;
}

function Card({ row, waits, now, onAct }: CardProps) {
  const due = dueOf(row, now);
  const late = due !== null && due.at <= now;
  const begun = row.state === restraintStates.begun;
  return (
    <li className="c-care" data-late={late || undefined} aria-label={`${row.oldmanName} ${restraintKinds[row.kind]}`}>
      <header>
        <b>{row.oldmanName}</b>
        <Place place={row.place} />
        <State of="restraint" value={row.state} />
      </header>
      <p>
        {restraintKinds[row.kind]} · {row.reasonNote || restraintReasons[row.reason]}
      </p>
      {due && (
        <p className={late ? 'c-missing' : 'c-care-how'} role={late ? 'alert' : undefined}>
          {late ? dueTexts[due.what] : NEXT[due.what]} <Time value={due.at} age={late} />
        </p>
      )}
      {begun && (
        <p className="c-care-how">
          上次观察 <Time value={row.lookTime} age />
          ，最晚 <Time value={row.limitTime} /> 解除
        </p>
      )}
      {waits && <p className="c-care-how">已记录，待上传</p>}
      <footer>
        {begun ? (
          <>
            <Button size="large" danger={late && due.what === 'release'} onClick={() => onAct('restraintEnd')}>
              解除
            </Button>
            <Button size="large" type="primary" onClick={() => onAct('restraintLook')}>
              登记观察
            </Button>
          </>
        ) : (
          <Button size="large" type="primary" onClick={() => onAct('restraintBegin')}>
            开始约束
          </Button>
        )}
      </footer>
    </li>
  );
}

export function RestraintPage() {
  const write = useWriting();
  const kept = useStore(carer, (state) => state.kept?.restraints ?? null);
  const steps = useStore(carer, (state) => state.steps);
  const now = useQuarterMinute();
  const [asking, setAsking] = useState<Asking | null>(null);
  const [counts] = useState(() => pickGuard());
  useWanted('restraint');
  if (!kept) return <NothingKept what="约束单" />;
  const rows = restraintsNow(kept, steps, now);
  const waiting = new Set(steps.map(restraintOfStep));
  const save = async ({ row, kind }: Asking, body: Body) => {
    if (!counts()) return;
    setAsking(null);
    await write(() => recordRestraint(row, kind, `${TITLES[kind]} ${restraintKinds[row.kind]}`, body));
  };
  return (
    <article>
      <Head title="约束" hint={<ReadAt at={kept.readAt} />} back={{}} />
      {rows.length === 0 && <Empty className="c-empty" description="没有正在执行的约束" />}
      <ul className="c-cares">
        {rows.map((row) => (
          <Card key={row.id} row={row} now={now} waits={waiting.has(row.id)} onAct={(kind) => setAsking({ row, kind })} />
        ))}
      </ul>
      {asking && <Question asking={asking} onDone={(body) => void save(asking, body)} onClose={() => setAsking(null)} />}
    </article>
  );
}
