/** /home/{token}: family books care at home on a phone, without signing in, and looks it up again. */
import { useEffect, useState } from 'react';
import type { CallError } from '#web/api/refusals.ts';
import { PlainPage } from '#web/login/plain-fields.tsx';
import { askHome, type Booking, type Offer, type Page, type Where } from './open-calls.ts';
import { OpenAddress } from './open-address.tsx';
import { FindForm, OpenBooked } from './open-booked.tsx';
import { OpenForm } from './open-form.tsx';
import './open.css';

const TABS = [
  { key: 'book', label: '预约服务' },
  { key: 'find', label: '我的预约' },
] as const;

export default function OpenPage() {
  const [page, setPage] = useState<Page | null>(null);
  const [failed, setFailed] = useState<CallError | null>(null);
  const [tab, setTab] = useState<'book' | 'find'>('book');
  const [offered, setOffered] = useState<{ where: Where; offer: Offer } | null>(null);
  const [shown, setShown] = useState<{ booking: Booking; phone: string } | null>(null);
  useEffect(() => void askHome<Page>('GET', '').then(setPage, setFailed), []);
  if (failed) {
    const lost = failed.status === 0 || failed.status >= 500 || failed.status === 429;
    return (
      <PlainPage title="居家预约" hint={lost ? '暂时打不开' : '请向机构索取新的预约码'} back={false}>
        <p className="hc-open-end" role="alert">
          {lost ? failed.message : '预约链接无效或已停用'}
        </p>
        {lost && (
          <button type="button" className="hc-open-button" onClick={() => location.reload()}>
            重试
          </button>
        )}
      </PlainPage>
    );
  }
  const end = () => {
    setShown(null);
    setOffered(null);
  };
  return (
    <PlainPage title="居家预约" hint={page?.tenantName ?? '正在打开…'} back={false}>
      <div className="hc-open">
        {page && !shown && (
          <div className="hc-open-tabs" role="tablist" aria-label="居家预约">
            {TABS.map(({ key, label }) => (
              <button key={key} type="button" role="tab" aria-selected={tab === key} onClick={() => setTab(key)}>
                {label}
              </button>
            ))}
          </div>
        )}
        {!page ? null : shown ? (
          <OpenBooked {...shown} cancelHours={page.cancelHours} onChanged={(booking) => setShown({ ...shown, booking })} onBack={end} />
        ) : tab === 'find' ? (
          <FindForm onFound={(booking, phone) => setShown({ booking, phone })} />
        ) : offered ? (
          <OpenForm page={page} {...offered} onBooked={(booking, phone) => setShown({ booking, phone })} onBack={() => setOffered(null)} />
        ) : (
          <OpenAddress onFound={(where, offer) => setOffered({ where, offer })} />
        )}
      </div>
    </PlainPage>
  );
}
