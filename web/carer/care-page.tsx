/** The care tasks of a shift on the phone, with or without a network: one tap each, a question where two are needed or a value. */
import { CheckOutlined } from '@ant-design/icons';
import { Button, Empty, Input, InputNumber } from 'antd';
import { useState } from 'react';
import { useStore } from 'zustand';
import { isOpenPhase, notDoneReasons, OTHER_REASON, taskPhases } from '#contract/care/care-tasks.rules.ts';
import { MOST_TASKS } from '#contract/care/care-tasks.ts';
import { useQuarterMinute } from '#web/ui/clock.ts';
import { DraftDialog } from '#web/ui/draft-dialog.tsx';
import { pickGuard } from '#web/ui/pick-guard.ts';
import { Place } from '#web/ui/place.tsx';
import { State } from '#web/ui/state.tsx';
import { Time } from '#web/ui/time.tsx';
import { careNow, inCareOrder, type CareTask } from './care-steps.ts';
import { Head } from './head.tsx';
import { NothingKept, useWriting } from './kept.tsx';
import { carer, recordCare, type CareDeed } from './state.ts';
import { useWanted } from './wanted.ts';
import './care.css';
import './round.css';

type Helpers = readonly { id: number; name: string }[];
interface Asking {
  task: CareTask;
  what: 'care' | 'careNot';
}

/** What a task asks for before it is written down. */
function Question({
  asking,
  helpers,
  onDone,
  onClose,
}: {
  asking: Asking;
  helpers: Helpers;
  onDone: (deed: CareDeed) => void;
  onClose: () => void;
}) {
  const { task, what } = asking;
  const [second, setSecond] = useState<number | null>(null);
  const [value, setValue] = useState<number | null>(null);
  const [reason, setReason] = useState<number | null>(null);
  const [note, setNote] = useState('');
  const done = what === 'care';
  const ready = done
    ? (!task.two || second !== null) && (task.unit === null || value !== null)
    : reason !== null && (reason !== OTHER_REASON || note.trim() !== '');
  const save = () =>
    onDone(
      done
        ? { task, kind: 'care', body: { secondUserId: second, value, note: note.trim() || null } }
        : { task, kind: 'careNot', body: { reason, note: note.trim() || null } },
    );
  return (
    <DraftDialog
      title={`${task.oldmanName}：${task.name}${done ? '' : '未完成'}`}
      okText={done ? '完成' : '登记'}
      cancelText="取消"
      okButtonProps={{ disabled: !ready, size: 'large' }}
      cancelButtonProps={{ size: 'large' }}
      isDirty={() => note.trim() !== '' || value !== null}
      onOk={save}
      onClose={onClose}
    >
      <div className="c-care-form">
        {done && task.two && (
          <label>
            另一名护理员
            <select value={second ?? ''} onChange={(event) => setSecond(Number(event.target.value) || null)}>
              <option value="">请选择</option>
              {helpers.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
        {done && task.unit !== null && (
          <label>
            数值（{task.unit}）
            <InputNumber size="large" inputMode="decimal" min={0} max={99_999} value={value} onChange={setValue} />
          </label>
        )}
        {!done && (
          <label>
            原因
            <select value={reason ?? ''} onChange={(event) => setReason(Number(event.target.value) || null)}>
              <option value="">请选择原因</option>
              {Object.entries(notDoneReasons).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </label>
        )}
        <label>
          说明
          <Input size="large" maxLength={200} value={note} onChange={(event) => setNote(event.target.value)} />
        </label>
      </div>
    </DraftDialog>
  );
}

interface CardProps {
  task: CareTask;
  waits: boolean;
  onAct: (what: Asking['what']) => void;
}

function Card({ task, waits, onAct }: CardProps) {
  const open = isOpenPhase(task.state) && task.state !== taskPhases.later;
  return (
    <li className="c-care" data-late={task.state === taskPhases.overdue || undefined} aria-label={`${task.oldmanName} ${task.name}`}>
      <header>
        <b>{task.oldmanName}</b>
        <Place place={task.place} />
        <State of="careTask" value={task.state} />
      </header>
      <p>
        <Time value={task.dueTime} /> {task.name}
        {task.two && ' · 双人'} · {task.minutes}分钟
      </p>
      {task.instruction && open && <p className="c-care-how">{task.instruction}</p>}
      {waits && <p className="c-care-how">已记录，待上传</p>}
      {open && (
        <footer>
          <Button size="large" onClick={() => onAct('careNot')}>
            未完成
          </Button>
          <Button size="large" type="primary" icon={<CheckOutlined aria-hidden />} onClick={() => onAct('care')}>
            完成
          </Button>
        </footer>
      )}
    </li>
  );
}

export function CarePage() {
  const write = useWriting();
  const care = useStore(carer, ({ kept }) => kept?.care ?? null);
  const steps = useStore(carer, (state) => state.steps);
  const now = useQuarterMinute();
  const [asking, setAsking] = useState<Asking | null>(null);
  // What is done moves away, and the task of another person comes beneath the finger.
  const [counts] = useState(() => pickGuard());
  useWanted('care');

  if (!care) return <NothingKept what="照护任务" />;
  const tasks = inCareOrder(careNow(care, steps, now).tasks);
  const waiting = new Set(steps.flatMap(({ kind, body }) => (kind === 'care' || kind === 'careNot' ? [body.id] : [])));
  const done = tasks.filter(({ state }) => state === taskPhases.done || state === taskPhases.notDone).length;
  const save = async (deed: CareDeed) => {
    setAsking(null);
    await write(() => recordCare(deed));
  };
  const act = (task: CareTask, what: Asking['what']) =>
    what === 'care' && !task.two && task.unit === null
      ? counts() && void save({ task, kind: 'care', body: { secondUserId: null, value: null, note: null } })
      : setAsking({ task, what });
  return (
    <article>
      <div className="c-round-head">
        <Head title="照护任务" hint="本班和下一班的任务" back={{}} />
        <b className="c-round-progress" role="status" aria-label={`已处理${done}项，共${tasks.length}项`}>
          {done}/{tasks.length}
        </b>
      </div>
      {care.more && (
        <p className="c-missing">
          任务超过{MOST_TASKS}项，手机只有前{MOST_TASKS}项，其余请在电脑上登记
        </p>
      )}
      {tasks.length === 0 && <Empty className="c-empty" description="这一班没有照护任务" />}
      <ul className="c-cares">
        {tasks.map((task) => (
          <Card key={task.id} task={task} waits={waiting.has(task.id)} onAct={(what) => act(task, what)} />
        ))}
      </ul>
      {asking && <Question asking={asking} helpers={care.helpers} onDone={(deed) => void save(deed)} onClose={() => setAsking(null)} />}
    </article>
  );
}
