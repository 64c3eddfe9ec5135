/** /t/{token}: a family writes what it wants, or finds it again with `?code=`. On a phone, without signing in, in plain elements. */
import { useEffect, useState } from 'react';
import type { CallError } from '#web/api/refusals.ts';
import { PublicPage } from '#web/shell/public-page.tsx';
import { ask, type Held } from './family-calls.ts';
import { FamilyFind } from './family-find.tsx';
import { FamilyThread } from './family-thread.tsx';
import { FamilyWrite } from './family-write.tsx';
import './family.css';

type View = 'write' | 'find';

export default function Family() {
  const code = new URLSearchParams(location.search).get('code') ?? '';
  const [tenantName, setTenantName] = useState<string | null>(null);
  const [failed, setFailed] = useState<CallError | null>(null);
  const [view, setView] = useState<View>(code ? 'find' : 'write');
  const [held, setHeld] = useState<Held | null>(null);
  useEffect(() => {
    document.title = '家属诉求';
    ask<{ tenantName: string }>('').then(({ tenantName: name }) => setTenantName(name), setFailed);
  }, []);
  const show = (next: Held) => {
    setHeld(next);
    // A reload finds it again.
    history.replaceState(null, '', `${location.pathname}?code=${next.ticket.code}`);
  };
  const lost = failed !== null && (failed.status === 0 || failed.status >= 500 || failed.status === 429);
  return (
    <PublicPage title="家属诉求" tenantName={tenantName}>
      {failed ? (
        <section className="y-open-end" role="alert">
          <h2>{failed.message}</h2>
          {lost && (
            <button type="button" className="y-open-act" onClick={() => location.reload()}>
              重试
            </button>
          )}
        </section>
      ) : tenantName === null ? (
        <p className="y-open-end" role="status">
          正在打开…
        </p>
      ) : held ? (
        <FamilyThread held={held} onChange={show} onLeave={() => (setHeld(null), setView('find'))} />
      ) : (
        <>
          <nav className="t-ways" aria-label="要做什么">
            <button type="button" aria-pressed={view === 'write'} onClick={() => setView('write')}>
              填写诉求
            </button>
            <button type="button" aria-pressed={view === 'find'} onClick={() => setView('find')}>
              查看答复
            </button>
          </nav>
          {view === 'write' ? <FamilyWrite onDone={show} /> : <FamilyFind code={code} onFound={show} />}
        </>
      )}
    </PublicPage>
  );
}
