/** The frame of a page that families open from a link or a code, without signing in: what it is, and of which institution. */
import type { ReactNode } from 'react';
import { BrandMark } from '#web/shell/brand-mark.tsx';
import './public-page.css';

interface Props {
  title: string;
  /** The institution, once it is known. */
  tenantName: string | null | undefined;
  children: ReactNode;
}

export const PublicPage = ({ title, tenantName, children }: Props) => (
  <main className="y-open-page">
    <header>
      <BrandMark size={36} />
      <div>
        <h1>{title}</h1>
        {tenantName && <p>{tenantName}</p>}
      </div>
    </header>
    {children}
  </main>
);
