/** The figures above a list: how much there is, and how much of it needs care. A figure with a list behind it leads to its rows. */
import { Link } from 'react-router';
import './figures.css';

export interface Figure {
  label: string;
  value: string;
  /** Behind the figure, in small letters. */
  note?: string;
  tone?: 'good' | 'warning' | 'error' | undefined;
  /** The address of its rows. */
  to?: string;
  /** Shows its rows in the list below; pressed while the list shows them. */
  onClick?: () => void;
  pressed?: boolean;
}

function Content({ label, value, note }: Figure) {
  return (
    <>
      <span>{label}</span>
      <b>
        {value} {note && <small>{note}</small>}
      </b>
    </>
  );
}

export function Figures({ label, figures }: { label: string; figures: readonly Figure[] }) {
  return (
    <div className="y-sums" role="group" aria-label={label}>
      {figures.map((figure) =>
        figure.onClick ? (
          <button key={figure.label} type="button" data-tone={figure.tone} aria-pressed={figure.pressed} onClick={figure.onClick}>
            <Content {...figure} />
          </button>
        ) : figure.to ? (
          <Link key={figure.label} to={figure.to} data-tone={figure.tone}>
            <Content {...figure} />
          </Link>
        ) : (
          <div key={figure.label} data-tone={figure.tone}>
            <Content {...figure} />
          </div>
        ),
      )}
    </div>
  );
}
