/** 请假 on the carer's phone: asking for leave, and one's own of late. With a network only: who decides is told at once. */
import { Alert, App, Button, Empty, Form, Skeleton } from 'antd';
import { useState } from 'react';
import { useStore } from 'zustand';
import { closedLeave } from '#contract/staff-leave/leave-commands.rules.ts';
import { leaveText } from '#contract/staff-leave/leave-spans.rules.ts';
import { staffLeaves } from '#contract/staff-leave/staff-leaves.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { session } from '#web/api/session.ts';
import type { RowOf } from '#web/ui/data-table.tsx';
import { State } from '#web/ui/state.tsx';
import { LeaveForm, useSendLeave, type Leave } from './leave-form.tsx';
import './staff-leave.css';

const SHOWN = 20;
type Row = RowOf<typeof staffLeaves.mine>;

function Ask({ leave, onDone }: { leave: Leave | null; onDone: () => void }) {
  const [form] = Form.useForm();
  const { send, sending } = useSendLeave(leave, onDone);
  return (
    <section className="y-leave-card" aria-label={leave ? '修改请假' : '申请请假'}>
      <LeaveForm form={form} leave={leave} onSubmit={send} />
      <Button type="primary" size="large" block loading={sending} onClick={() => form.submit()}>
        {leave ? '重新提交' : '提交申请'}
      </Button>
      <Button size="large" block onClick={onDone}>
        取消
      </Button>
    </section>
  );
}

function Change({ id, onDone }: { id: number; onDone: () => void }) {
  const { data } = useCall(staffLeaves.get, { id });
  return data ? <Ask leave={data} onDone={onDone} /> : <Skeleton active paragraph={{ rows: 8 }} />;
}

function Own({ row, onChange }: { row: Row; onChange: () => void }) {
  const { modal } = App.useApp();
  const withdraw = useSend(staffLeaves.withdraw, { changes: [staffLeaves.mine, staffLeaves.get] });
  const ask = () =>
    void modal.confirm({
      title: '撤回这次请假申请？',
      okText: '撤回',
      cancelText: '取消',
      onOk: () => withdraw.mutateAsync({ id: row.id }).catch(() => {}),
    });
  const [changes, withdraws] = [closedLeave(row, 'edit') === null, closedLeave(row, 'withdrawn') === null];
  return (
    <li className="y-leave-card">
      <header>
        <b>
          {row.type} {row.days}天
        </b>
        <State of="leave" value={row.state} />
      </header>
      <span>{leaveText({ starts_at: row.startTime, ends_at: row.endTime })}</span>
      <span>{row.reason}</span>
      {(changes || withdraws) && (
        <footer>
          {changes && (
            <Button type="primary" size="large" onClick={onChange}>
              修改
            </Button>
          )}
          {withdraws && (
            <Button size="large" onClick={ask}>
              撤回
            </Button>
          )}
        </footer>
      )}
    </li>
  );
}

export default function PhoneLeaves({ online }: { online: boolean }) {
  const signedIn = useStore(session, ({ tokens }) => tokens !== null);
  const [asking, setAsking] = useState<'new' | number | null>(null);
  const own = useCall(staffLeaves.mine, { size: SHOWN }, { enabled: online && signedIn, quiet: true });
  const done = () => setAsking(null);
  if (!online || !signedIn) return <Alert type="warning" showIcon title={online ? '登录后才能申请请假' : '联网后才能申请请假'} />;
  if (asking !== null)
    return (
      <div className="y-leave-phone">{asking === 'new' ? <Ask leave={null} onDone={done} /> : <Change id={asking} onDone={done} />}</div>
    );
  return (
    <div className="y-leave-phone">
      <Button type="primary" size="large" block onClick={() => setAsking('new')}>
        申请请假
      </Button>
      {own.isError && <Alert type="error" showIcon title={own.error.message} />}
      {own.isPending && <Skeleton active paragraph={{ rows: 4 }} />}
      {own.data?.records.length === 0 && <Empty description="还没有请过假" />}
      <ul aria-label="我的请假">
        {own.data?.records.map((row) => (
          <Own key={row.id} row={row} onChange={() => setAsking(row.id)} />
        ))}
      </ul>
    </div>
  );
}
