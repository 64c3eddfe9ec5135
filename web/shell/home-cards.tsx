/** The cards of the home page. */
import { RightOutlined } from '@ant-design/icons';
import type { UseQueryResult } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { Link } from 'react-router';

type Tone = 'calm' | 'primary' | 'warning' | 'error';

interface FigureProps<T> {
  icon: ReactNode;
  label: string;
  query: Pick<UseQueryResult<T>, 'data' | 'isError'>;
  value: (data: T) => number;
  note?: (data: T) => string;
  to: string | null;
  tone: (value: number) => Tone;
}

/** One number that matters, and the way to what it counts. */
export function Figure<T>({ icon, label, query: { data, isError }, value, note, to, tone }: FigureProps<T>) {
  const count = data === undefined ? null : value(data);
  const text = isError ? '暂时读取不到' : data !== undefined && note ? note(data) : null;
  const content = (
    <>
      <span className="y-figure-icon" aria-hidden>
        {icon}
      </span>
      <span className="y-figure-text">
        <span className="y-figure-label">{label}</span>
        <span className="y-figure-value">{count ?? (isError ? '--' : '…')}</span>
        {text && <span className="y-figure-note">{text}</span>}
      </span>
    </>
  );
  const shape = { className: 'y-figure', 'data-tone': tone(count ?? 0) };
  return to ? (
    <Link to={to} {...shape}>
      {content}
    </Link>
  ) : (
    <div {...shape}>{content}</div>
  );
}

interface PanelProps {
  title: string;
  /** Where all of it is; null when this person has no such page. */
  to: string | null;
  /** Takes the whole row. */
  wide?: boolean;
  children: ReactNode;
}

export function Panel({ title, to, wide, children }: PanelProps) {
  const id = useId();
  return (
    <section className="y-panel" data-wide={wide || undefined} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {to && (
          <Link to={to} aria-label={`查看全部${title}`}>
            查看全部 <RightOutlined aria-hidden />
          </Link>
        )}
      </header>
      {children}
    </section>
  );
}
