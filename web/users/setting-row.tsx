/** One thing that can be set: what it is, how it stands, what can be done. */
import type { ReactNode } from 'react';

interface Props {
  title: string;
  text: ReactNode;
  tag?: ReactNode;
  /** The buttons. */
  children: ReactNode;
}

export const SettingRow = ({ title, text, tag, children }: Props) => (
  <section className="o-row" aria-label={title}>
    <div>
      <h3>
        {title} {tag}
      </h3>
      <p>{text}</p>
    </div>
    <div className="o-actions">{children}</div>
  </section>
);
