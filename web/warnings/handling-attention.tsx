/** Giving a warning to a colleague and putting its reminders off; and, in a block of its own, who was told of it. */
import { BellOutlined, UserSwitchOutlined } from '@ant-design/icons';
import { Button, Form, Input, InputNumber, Tag } from 'antd';
import { useState } from 'react';
import { channelLabels, deliveryLabels } from '#contract/warnings/policies.rules.ts';
import { isOpen } from '#contract/warnings/warnings.rules.ts';
import { warnings } from '#contract/warnings/warnings.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { useQuarterMinute } from '#web/ui/clock.ts';
import { toMillis } from '#web/ui/display.ts';
import { useMay } from '#web/ui/may.ts';
import { WARNING_ROUTES } from './acknowledging.ts';
import { AssignDialog } from './assign-dialog.tsx';
import { HandlingEvidence } from './handling-evidence.tsx';
import type { WarningRow } from './use-open-warnings.ts';

/** The newest; more on request. */
const SHOWN = 5;
const COLORS: Record<number, string> = { 1: 'processing', 2: 'success', 3: 'error' };

interface Snooze {
  minutes: number | null;
  reason?: string;
}

function SnoozeDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const [form] = Form.useForm<Snooze>();
  const reason = Form.useWatch('reason', form) ?? '';
  const send = useSend(warnings.snooze, { changes: WARNING_ROUTES, onSuccess: onClose });
  return (
    <FormDialog
      form={form}
      title="暂缓提醒"
      cancelText="返回"
      width={420}
      disabled={reason.trim() === ''}
      pending={send.isPending}
      initial={{ minutes: 30 }}
      onSubmit={({ minutes }) => send.mutate({ id, minutes: minutes ?? 30, reason: reason.trim() })}
      onClose={onClose}
    >
      <Form.Item name="minutes">
        <InputNumber<number> aria-label="暂缓分钟数" min={5} max={720} step={15} precision={0} prefix="暂缓" suffix="分钟" />
      </Form.Item>
      <Form.Item name="reason">
        <Input aria-label="暂缓原因" placeholder="请输入原因，如：正在充电" maxLength={100} />
      </Form.Item>
    </FormDialog>
  );
}

export function HandlingAttention({ row }: { row: WarningRow }) {
  const may = useMay();
  const now = useQuarterMinute();
  const [dialog, setDialog] = useState<'snooze' | 'assign' | null>(null);
  const assign = useSend(warnings.assign, { changes: WARNING_ROUTES });
  const open = isOpen(row.isDisposed);
  const snoozed = row.snoozeTime !== null && toMillis(row.snoozeTime) > now;
  return (
    <section className="w-block" aria-label="指派与提醒">
      <h3>指派与提醒</h3>
      <div className="w-attention">
        <span>
          {row.assigneeName === null ? (
            <span className="w-faint">尚未指派</span>
          ) : (
            <>
              由 <b>{row.assigneeName}</b> 负责
            </>
          )}
        </span>
        {snoozed && (
          <Tag color="warning">
            暂缓至 {row.snoozeTime?.slice(11, 16)}：{row.snoozeReason}
          </Tag>
        )}
        {open && may(warnings.assign) && (
          <Button size="small" icon={<UserSwitchOutlined aria-hidden />} loading={assign.isPending} onClick={() => setDialog('assign')}>
            指派
          </Button>
        )}
        {open && row.severity > 1 && may(warnings.snooze) && (
          <Button size="small" icon={<BellOutlined aria-hidden />} onClick={() => setDialog('snooze')}>
            暂缓提醒
          </Button>
        )}
        <HandlingEvidence id={row.id} />
      </div>
      {dialog === 'snooze' && <SnoozeDialog id={row.id} onClose={() => setDialog(null)} />}
      {dialog === 'assign' && (
        <AssignDialog row={row} onPick={(userId) => assign.mutate({ id: row.id, userId })} onClose={() => setDialog(null)} />
      )}
    </section>
  );
}

/** Below all that is pressed: how many there are is known late. */
export function HandlingDeliveries({ id }: { id: number }) {
  const { data: entries = [] } = useCall(warnings.deliveries, { id }, { quiet: true, staleTime: 0 });
  const [whole, setWhole] = useState(false);
  const shown = whole ? entries : entries.slice(-SHOWN);
  if (entries.length === 0) return null;
  return (
    <section className="w-block" aria-label="通知记录">
      <h3>通知记录</h3>
      <ul className="w-deliveries">
        {shown.map((one) => (
          <li key={one.id}>
            <time>{one.createTime.slice(5)}</time>
            <span>{one.userName ?? one.target ?? '--'}</span>
            <span>{channelLabels[one.channel] ?? one.channel}</span>
            <Tag color={COLORS[one.state] ?? 'default'} title={one.error ?? undefined}>
              {deliveryLabels[one.state]}
              {one.error && `：${one.error}`}
            </Tag>
          </li>
        ))}
      </ul>
      {entries.length > shown.length && (
        <Button type="link" size="small" onClick={() => setWhole(true)}>
          全部 {entries.length} 条通知
        </Button>
      )}
    </section>
  );
}
