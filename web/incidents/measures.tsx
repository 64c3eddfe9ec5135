/** 整改措施: who does what until when. */
import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { useStore } from 'zustand';
import { closedIncident } from '#contract/incidents/incident-commands.rules.ts';
import { incidentMeasures } from '#contract/incidents/incident-measures.ts';
import { incidentMeasureLabels as labels } from '#contract/incidents/incidents.labels.ts';
import { users } from '#contract/users/users.ts';
import { useSend } from '#web/api/call.ts';
import { serverNow } from '#web/api/server-clock.ts';
import { session } from '#web/api/session.ts';
import { Carried } from '#web/ui/carried.tsx';
import { Confirm } from '#web/ui/confirm.tsx';
import { Day } from '#web/ui/day.tsx';
import { formatTime } from '#web/ui/display.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { useMay } from '#web/ui/may.ts';
import { PickIdField } from '#web/ui/pick-field.tsx';
import { StaffPicker } from '#web/ui/staff-picker.tsx';
import { Time } from '#web/ui/time.tsx';
import { changes, type Incident } from './incident-calls.ts';
import './incidents.css';

type Measure = Incident['measureList'][number];
interface Values {
  text: string;
  ownerId?: number | null;
  ownerName?: string;
  dueDate: string;
}

function AddDialog({ incidentId, onClose }: { incidentId: number; onClose: () => void }) {
  const add = useSend(incidentMeasures.create, { ...changes, once: true, onSuccess: onClose });
  const today = formatTime(serverNow(), 'yyyy-MM-dd');
  return (
    <FormDialog<Values>
      title="新增整改措施"
      okText="保存"
      pending={add.isPending}
      onSubmit={({ text, ownerId, dueDate }) => add.mutate({ incidentId, text, ownerId: ownerId ?? null, dueDate })}
      onClose={onClose}
    >
      <Form.Item name="text" label={labels.text} rules={[{ required: true, whitespace: true, message: '请填写整改措施' }]}>
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 2 }} placeholder="如 床边加装护栏，夜间每小时巡视一次" />
      </Form.Item>
      <Form.Item name="ownerId" label={labels.ownerId}>
        <PickIdField
          nameIn="ownerName"
          route={users.page}
          placeholder="不指定"
          renderList={(pick, list) => (
            <StaffPicker title="选择负责人" {...list} onPick={({ userId, nickName }) => pick(userId, nickName)} />
          )}
        />
      </Form.Item>
      <Form.Item name="dueDate" label={labels.dueDate} rules={[{ required: true, message: '请选择完成期限' }]}>
        <Day notBefore={today} />
      </Form.Item>
      <Carried name="ownerName" />
    </FormDialog>
  );
}

function DoneDialog({ measure, onClose }: { measure: Measure; onClose: () => void }) {
  const finish = useSend(incidentMeasures.finish, { ...changes, onSuccess: onClose });
  const { id, version, text } = measure;
  return (
    <FormDialog<{ result?: string }>
      title="完成整改措施"
      okText="完成"
      pending={finish.isPending}
      onSubmit={({ result }) => finish.mutate({ id, version, result: result ?? null })}
      onClose={onClose}
    >
      <p>{text}</p>
      <Form.Item name="result" label={labels.result}>
        <Input.TextArea maxLength={300} autoSize={{ minRows: 2 }} placeholder="做了什么，效果如何" />
      </Form.Item>
    </FormDialog>
  );
}

export function Measures({ incident }: { incident: Incident }) {
  const may = useMay();
  const me = useStore(session, ({ user }) => user?.id ?? 0);
  const [open, setOpen] = useState<'add' | Measure | null>(null);
  const remove = useSend(incidentMeasures.remove, changes);
  const mayChange = closedIncident(incident, 'measure') === null && may(incidentMeasures.create);
  const today = formatTime(serverNow(), 'yyyy-MM-dd');
  return (
    <section className="n-part-card" aria-label="整改措施">
      <header>
        <h2>整改措施</h2>
        {mayChange && <Button onClick={() => setOpen('add')}>新增整改措施</Button>}
      </header>
      {incident.measureList.length === 0 && <p className="n-none">还没有整改措施</p>}
      <ul className="n-rows">
        {incident.measureList.map((one) => {
          const { id, text, ownerId, ownerName, dueDate, doneTime, doneBy, result } = one;
          const late = doneTime === null && dueDate < today;
          return (
            <li key={id}>
              <span>{text}</span>
              <small className={late ? 'n-late' : ''}>
                {ownerName ?? '未指定负责人'}　{dueDate} 前{late && '，已超期'}
              </small>
              {doneTime !== null && (
                <small>
                  {doneBy} <Time value={doneTime} /> 完成{result && `：${result}`}
                </small>
              )}
              {doneTime === null && (
                <div className="n-list-extra">
                  {(ownerId === me || may(incidentMeasures.create)) && may(incidentMeasures.finish) && (
                    <Button size="small" onClick={() => setOpen(one)}>
                      完成
                    </Button>
                  )}
                  {mayChange && (
                    <Confirm title="删除这条整改措施？" okButtonProps={{ danger: true }} onConfirm={() => remove.mutate({ id })}>
                      <Button size="small" danger>
                        删除
                      </Button>
                    </Confirm>
                  )}
                </div>
              )}
            </li>
          );
        })}
      </ul>
      {open === 'add' && <AddDialog incidentId={incident.id} onClose={() => setOpen(null)} />}
      {open !== null && open !== 'add' && <DoneDialog measure={open} onClose={() => setOpen(null)} />}
    </section>
  );
}
