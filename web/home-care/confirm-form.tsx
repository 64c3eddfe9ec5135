/** Confirming a booking: who it is, when exactly, and who goes; the three who suit best are named. */
import { Alert, App, Button, Form, Input } from 'antd';
import { useState } from 'react';
import { halfOf, proposedTime } from '#contract/home-care/areas.rules.ts';
import { homeBookings } from '#contract/home-care/home-bookings.ts';
import type { BoardOverlap } from '#contract/work-orders/boards.ts';
import type { z } from 'zod';
import { useCall, useSend } from '#web/api/call.ts';
import { serverNow } from '#web/api/server-clock.ts';
import { Day } from '#web/ui/day.tsx';
import { shortTime } from '#web/ui/display.ts';
import { ResidentField } from '#web/ui/resident-field.tsx';
import { Candidates } from '#web/work-orders/board-candidates.tsx';
import { useMayRankStaff } from '#web/work-orders/may-rank.ts';
import { bookingChanges, type Booking } from './home-calls.ts';
import { wishText } from './wish-text.ts';

const BEST = 3;

/** What is at the same time, of a refusal that says so. */
export const overlapsOf = (data: unknown): z.output<typeof BoardOverlap>[] | null => (Array.isArray(data) && data.length > 0 ? data : null);

/** `今天 09:00 王秀英·助浴；…`. */
export const overlapText = (overlaps: readonly { serverTime: string; label: string }[]): string =>
  overlaps.map(({ serverTime, label }) => `${shortTime(serverTime, serverNow())} ${label}`).join('；');

/** Whether a half day is still free, and what a reason is needed for. */
function Room({ booking, serverTime }: { booking: Booking; serverTime: string }) {
  const { address, longitude: lng, latitude: lat, day, half } = booking;
  const { data } = useCall(homeBookings.offer, { address, lng, lat }, { quiet: true, staleTime: 10_000 });
  const at = { day: serverTime.slice(0, 10), half: halfOf(serverTime.slice(11, 16)) };
  if (!data) return null;
  if (data.area === null) return <Alert type="warning" showIcon title="地址不在服务区域内，确认需填写例外原因" />;
  const found = data.halves.find((one) => one.day === at.day && one.half === at.half);
  // Its own place is taken already.
  const free = found ? found.free + (at.day === day && at.half === half ? 1 : 0) : 0;
  if (free > 0) return <Alert type="success" showIcon title={`${wishText(at)}可安排，余 ${free} 次`} />;
  const others = data.halves.filter((one) => one.free > 0).slice(0, 3);
  return (
    <Alert
      type="warning"
      showIcon
      title={found ? `${wishText(at)}已约满，确认需填写例外原因` : `${wishText(at)}不在服务时间内，确认需填写例外原因`}
      {...(others.length > 0 ? { description: `最近可约：${others.map(wishText).join('、')}` } : {})}
    />
  );
}

export function ConfirmForm({ booking }: { booking: Booking }) {
  const { modal } = App.useApp();
  const mayRank = useMayRankStaff();
  const [person, setPerson] = useState<number | null>(booking.oldmanId);
  const [serverTime, setServerTime] = useState(() => proposedTime(null, booking.day, booking.half, serverNow()));
  const [carer, setCarer] = useState<{ id: number; name: string } | null>(null);
  const [reason, setReason] = useState('');
  const confirm = useSend(homeBookings.confirm, {
    ...bookingChanges,
    once: true,
    onError: (error) => {
      const overlaps = overlapsOf(error.data);
      if (overlaps === null) return;
      modal.confirm({
        title: `${carer?.name ?? ''}这个时间还有其他服务，仍要确认？`,
        content: overlapText(overlaps),
        okText: '仍要确认',
        cancelText: '返回',
        onOk: () => send(true),
      });
    },
  });
  const send = (force: boolean) =>
    confirm.mutate({
      id: booking.id,
      version: booking.version,
      oldmanId: person,
      serverTime,
      serverUserId: carer?.id ?? null,
      overrideReason: reason.trim() || null,
      force,
    });
  const [first] = booking.projects;
  return (
    <section className="hc-confirm" aria-label="确认预约">
      <h3>确认预约</h3>
      <Form layout="vertical" className="hc-confirm-form" onFinish={() => send(false)}>
        <Form.Item name="oldmanId" initialValue={booking.oldmanId} label="服务对象" required>
          <ResidentField onChange={setPerson} />
        </Form.Item>
        <Form.Item name="oldmanName" initialValue={booking.oldmanId === null ? '' : booking.oldmanName} hidden>
          <Input />
        </Form.Item>
        <Form.Item label="上门时间" htmlFor="home-time" required>
          <Day id="home-time" withTime value={serverTime} onChange={(time) => time && setServerTime(time)} />
        </Form.Item>
        {booking.others.length > 0 && (
          <div className="hc-line">
            备选：
            {booking.others.map((wish) => (
              <Button key={wishText(wish)} size="small" onClick={() => setServerTime(proposedTime(null, wish.day, wish.half, serverNow()))}>
                {wishText(wish)}
              </Button>
            ))}
          </div>
        )}
        <Room booking={booking} serverTime={serverTime} />
        <Form.Item label="服务人员" extra={carer ? undefined : '不选则确认后在派单看板安排'}>
          {carer ? (
            <span className="hc-line">
              <b>{carer.name}</b>
              <Button size="small" onClick={() => setCarer(null)}>
                不指定
              </Button>
            </span>
          ) : person === null ? (
            '先选择服务对象'
          ) : mayRank && first ? (
            <Candidates
              key={`${person} ${serverTime}`}
              chooses
              most={BEST}
              current={null}
              ranking={{ oldmanId: person, serverTime, serverProjectId: first.id }}
              onPick={({ userId, name }) => setCarer({ id: userId, name })}
            />
          ) : (
            '没有派单权限，确认后由调度安排'
          )}
        </Form.Item>
        <Form.Item label="例外原因" htmlFor="home-override" extra="区域外、服务时间外或已约满时填写">
          <Input id="home-override" value={reason} maxLength={200} onChange={({ target }) => setReason(target.value)} />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={confirm.isPending} disabled={person === null}>
          确认并生成工单
        </Button>
      </Form>
    </section>
  );
}
