/** One thing that can be set: what it is, how it stands, what can be done. */
import type { ReactNode } from 'react';
import './setting-row.css';

interface Props {
  title: string;
  text: ReactNode;
  tag?: ReactNode;
  /** The buttons. */
  children: ReactNode;
}

export const SettingRow = ({ title, text, tag, children }: Props) => (
  <section className="y-setting-row" aria-label={title}>
    <div>
      <h3>
        {title} {tag}
      </h3>
      <p>{text}</p>
    </div>
    <div className="y-setting-actions">{children}</div>
  </section>
);
