/** The cards of the home page. */
import { RightOutlined } from '@ant-design/icons';
import { useId, type ReactNode } from 'react';
import { Link } from 'react-router';

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

export type Tone = 'calm' | 'primary' | 'warning' | 'error';

interface FigureProps {
  label: string;
  value: ReactNode;
  note?: ReactNode;
  /** Its list, with the filter that leaves what was counted; null when this person has no such page. */
  to: string | null;
  tone?: Tone;
}

/** One number that matters, and the way to what it counts. */
export function Figure({ label, value, note, to, tone = 'calm' }: FigureProps) {
  const content = (
    <>
      <span className="y-figure-value">{value}</span>
      <span className="y-figure-label">{label}</span>
      {note && <span className="y-figure-note">{note}</span>}
    </>
  );
  return to ? (
    <Link to={to} className="y-figure" data-tone={tone}>
      {content}
    </Link>
  ) : (
    <div className="y-figure" data-tone={tone}>
      {content}
    </div>
  );
}
