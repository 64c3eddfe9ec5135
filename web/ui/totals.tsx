/** The sums of a page of statistics, each with what it is made of in small letters. */
import './totals.css';

export interface Total {
  label: string;
  value: string;
  hint?: string;
}

export const Totals = ({ label, totals }: { label: string; totals: readonly Total[] }) => (
  <dl className="y-totals" aria-label={label}>
    {totals.map(({ label: name, value, hint }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>
          {value} {hint && <small>{hint}</small>}
        </dd>
      </div>
    ))}
  </dl>
);
