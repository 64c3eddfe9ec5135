/** What every page before the application looks like: the picture, and beside it one column under the name of the product. */
import type { ReactNode } from 'react';
import { useDocumentTitle, useSystemTitle } from '#web/api/system-title.ts';
import { BrandMark } from '#web/shell/brand-mark.tsx';
import { LoginScene } from './login-scene.tsx';
import './login.css';
import './login-ways.css';

export function LoginPage({ children }: { children: ReactNode }) {
  const title = useSystemTitle();
  useDocumentTitle('');
  return (
    <main className="l-page">
      <LoginScene />
      <section className="l-side">
        <div className="l-form">
          <header className="l-head">
            <BrandMark size={40} />
            <div>
              <h1 data-long={title.length > 6 || undefined}>{title}</h1>
              <p>养老机构与居家养老管理平台</p>
            </div>
          </header>
          {children}
        </div>
        <footer className="l-foot">© 2026 {title}</footer>
      </section>
    </main>
  );
}
