/** What the public pages have in common on which families book: their frame, the way back to a booking, and how it is shown and cancelled. */
import { useState, type ButtonHTMLAttributes, type FormEvent, type ReactNode } from 'react';
import type { CallError } from '#web/api/refusals.ts';
import { weekdayText } from '#contract/visitors/visitor-slots.rules.ts';
import { Problem, Submit } from './field.tsx';
import { PlainField, PlainPage, textIn, useOneAtATime } from './plain-fields.tsx';
import { PlainForm } from './plain-parts.tsx';
import './booking-parts.css';

export type BookingTab = 'book' | 'find';

export const BookingButton = ({ danger = false, ...button }: ButtonHTMLAttributes<HTMLButtonElement> & { danger?: boolean }) => (
  <button type="button" className="x-book-button" data-danger={danger || undefined} {...button} />
);

/** Buttons beside each other. */
export const BookingActs = ({ children, label }: { children: ReactNode; label?: string }) => (
  <div className="x-booked-acts" {...(label ? { role: 'group', 'aria-label': label } : {})}>
    {children}
  </div>
);

interface FrameProps {
  title: string;
  /** Of the tab that books. */
  bookLabel: string;
  /** Null until the page is known. */
  tenantName: string | null;
  failed: CallError | null;
  tab: BookingTab;
  /** Null where the tabs are not shown. */
  onTab: ((tab: BookingTab) => void) | null;
  children: ReactNode;
}

export function BookingFrame({ title, bookLabel, tenantName, failed, tab, onTab, children }: FrameProps) {
  if (failed) {
    const lost = failed.status === 0 || failed.status >= 500 || failed.status === 429;
    return (
      <PlainPage title={title} hint={lost ? '暂时打不开' : '请向机构索取新的预约码'} back={false}>
        <p className="x-book-end" role="alert">
          {lost ? failed.message : '预约链接无效或已停用'}
        </p>
        {lost && <BookingButton onClick={() => location.reload()}>重试</BookingButton>}
      </PlainPage>
    );
  }
  const tabs = { book: bookLabel, find: '我的预约' };
  return (
    <PlainPage title={title} hint={tenantName ?? '正在打开…'} back={false}>
      <div className="x-book">
        {onTab && (
          <div className="x-book-tabs" role="tablist" aria-label={title}>
            {(['book', 'find'] as const).map((key) => (
              <button key={key} type="button" role="tab" aria-selected={tab === key} onClick={() => onTab(key)}>
                {tabs[key]}
              </button>
            ))}
          </div>
        )}
        {children}
      </div>
    </PlainPage>
  );
}

export interface OwnBooking {
  code: string;
  phone: string;
}

export function FindBooking<T>({ find, onFound }: { find: (own: OwnBooking) => Promise<T>; onFound: (booking: T, phone: string) => void }) {
  const { busy, problem, say, run } = useOneAtATime();
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const own = { code: textIn(event.currentTarget, 'code'), phone: textIn(event.currentTarget, 'phone') };
    if (own.code === '' || own.phone === '') return say('请输入预约码和手机号');
    const booking = await run(() => find(own));
    if (booking) onFound(booking, own.phone);
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

interface CardProps {
  state: string;
  /** It waits for a decision. */
  waits: boolean;
  open: boolean;
  facts: readonly (readonly [label: string, text: string])[];
  /** Above the facts. */
  picture?: ReactNode;
  /** Beside the button that cancels. */
  acts?: ReactNode;
  /** Why it cannot be cancelled here. */
  hint?: string | null;
  /** Null where it cannot be cancelled. */
  cancel: (() => Promise<unknown>) | null;
  onCancelled: () => void;
  onBack: () => void;
}

export function BookedCard({ state, waits, open, facts, picture, acts, hint, cancel, onCancelled, onBack }: CardProps) {
  const [sure, setSure] = useState(false);
  const { busy, problem, run } = useOneAtATime();
  const end = async () => {
    if (cancel && (await run(cancel))) onCancelled();
  };
  return (
    <section className="x-booked" aria-label="预约详情">
      <p role="status" className="x-booked-state" data-open={open || undefined}>
        {state}
        {waits && '，结果会用短信告诉您'}
      </p>
      {picture}
      <dl>
        {facts.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <Problem>{problem}</Problem>
      {hint && <p className="x-book-hint">{hint}</p>}
      {cancel && !sure && (
        <BookingActs>
          {acts}
          <BookingButton onClick={() => setSure(true)}>取消预约</BookingButton>
        </BookingActs>
      )}
      {cancel && sure && (
        <BookingActs label="确定取消预约吗">
          <BookingButton onClick={() => setSure(false)}>保留</BookingButton>
          <BookingButton danger disabled={busy} onClick={() => void end()}>
            确定取消
          </BookingButton>
        </BookingActs>
      )}
      <BookingButton onClick={onBack}>返回</BookingButton>
    </section>
  );
}

/** One of many days, `yyyy-MM-dd` each. */
export const DayChoice = ({
  legend,
  days,
  day,
  onDay,
}: {
  legend: string;
  days: readonly string[];
  day: string;
  onDay: (day: string) => void;
}) => (
  <fieldset className="x-book-days">
    <legend>{legend}</legend>
    <div>
      {days.map((one) => (
        <label key={one}>
          <input type="radio" name="day" value={one} checked={one === day} onChange={() => onDay(one)} />
          <span>{weekdayText(one)}</span>
          <b>{one.slice(5)}</b>
        </label>
      ))}
    </div>
  </fieldset>
);

/** A list of large choices; each is a label with its input. */
export const Choices = ({ legend, children }: { legend: string; children: ReactNode }) => (
  <fieldset className="x-book-choices">
    <legend>{legend}</legend>
    {children}
  </fieldset>
);

/** A time in a list of choices, and how much of it is left. */
export const TimeChoice = ({
  full,
  chosen,
  onChoose,
  left,
  children,
}: {
  full: boolean;
  chosen: boolean;
  onChoose: () => void;
  left: string;
  children: ReactNode;
}) => (
  <label data-full={full || undefined}>
    <input type="radio" name="time" disabled={full} checked={chosen} onChange={onChoose} />
    {children}
    <small>{left}</small>
  </label>
);
