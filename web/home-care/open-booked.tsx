/** A booking as family sees it: how it stands, who comes and when, and how it is cancelled. */
import { useState, type FormEvent } from 'react';
import { bookingStateLabels } from '#contract/home-care/home-booking-commands.rules.ts';
import { Problem, Submit } from '#web/login/field.tsx';
import { PlainField, textIn, useOneAtATime } from '#web/login/plain-fields.tsx';
import { PlainForm } from '#web/login/plain-parts.tsx';
import { formatTime } from '#web/ui/display.ts';
import { askHome, type Booking } from './open-calls.ts';
import { wishText } from './wish-text.ts';

export function FindForm({ onFound }: { onFound: (booking: Booking, phone: string) => void }) {
  const { busy, problem, say, run } = useOneAtATime();
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const [code, phone] = [textIn(event.currentTarget, 'code'), textIn(event.currentTarget, 'phone')];
    if (code === '' || phone === '') return say('请输入预约码和手机号');
    const booking = await run(() => askHome<Booking>('POST', '/find', { code, phone }));
    if (booking) onFound(booking, phone);
  }
  return (
    <PlainForm onSubmit={(event) => void submit(event)} aria-label="查询预约">
      <PlainField name="code" label="预约码" maxLength={8} autoComplete="off" autoCapitalize="characters" />
      <PlainField name="phone" label="预约时的手机号" type="tel" inputMode="numeric" maxLength={11} autoComplete="tel-national" />
      <Problem>{problem}</Problem>
      <Submit busy={busy} label="查询" doing="正在查询…" />
    </PlainForm>
  );
}

interface Props {
  booking: Booking;
  phone: string;
  cancelHours: number;
  onChanged: (booking: Booking) => void;
  onBack: () => void;
}

export function OpenBooked({ booking, phone, cancelHours, onChanged, onBack }: Props) {
  const [sure, setSure] = useState(false);
  const { busy, problem, run } = useOneAtATime();
  const { code, state, projects, oldmanName, serverTime, serverUserName, reason, cancellable } = booking;
  const cancel = async () => {
    const done = await run(() => askHome<boolean>('POST', '/cancel', { code, phone }));
    if (done) onChanged({ ...booking, state: 4, cancellable: false, serverTime: null, serverUserName: null });
  };
  const facts: [string, string][] = [
    ['预约码', code],
    ['老人', oldmanName],
    ['服务', projects.map(({ name }) => name).join('、')],
    serverTime ? ['上门时间', formatTime(serverTime, 'yyyy-MM-dd HH:mm')] : ['期望时间', wishText(booking)],
    ...(state === 2 ? [['服务人员', serverUserName ?? '正在安排'] as [string, string]] : []),
    ...(reason ? [['原因', reason] as [string, string]] : []),
  ];
  return (
    <section className="hc-open-booked" aria-label="预约详情">
      <p role="status" className="hc-open-state" data-open={state <= 2 || undefined}>
        {bookingStateLabels[state]}
        {state === 1 && '，结果会用短信告诉您'}
      </p>
      <dl>
        {facts.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <Problem>{problem}</Problem>
      {state === 2 && !cancellable && <p className="hc-open-hint">距上门不足 {cancelHours} 小时，如需取消请打电话与机构联系。</p>}
      {cancellable && !sure && (
        <button type="button" className="hc-open-button" onClick={() => setSure(true)}>
          取消预约
        </button>
      )}
      {cancellable && sure && (
        <div className="hc-open-acts" role="group" aria-label="确定取消预约吗">
          <button type="button" className="hc-open-button" onClick={() => setSure(false)}>
            保留
          </button>
          <button type="button" className="hc-open-button hc-open-danger" disabled={busy} onClick={() => void cancel()}>
            确定取消
          </button>
        </div>
      )}
      <button type="button" className="hc-open-button" onClick={onBack}>
        返回
      </button>
    </section>
  );
}
