/** Whom the institution told, when, how and what they said. */
import { Button, Tag } from 'antd';
import { useState } from 'react';
import { closedIncident } from '#contract/incidents/incident-commands.rules.ts';
import { incidents, noticeWays } from '#contract/incidents/incidents.ts';
import { useMay } from '#web/ui/may.ts';
import { Time } from '#web/ui/time.tsx';
import type { Incident } from './incident-calls.ts';
import { NoticeDialog } from './notice-dialog.tsx';
import './incidents.css';

const KINDS = { family: '家属', authority: '主管部门', written: '书面报告' } as const;

export function Notices({ incident }: { incident: Incident }) {
  const may = useMay();
  const [asked, setAsked] = useState<'family' | 'authority' | null>(null);
  const open = closedIncident(incident, 'tell') === null;
  const { notices, people, untold } = incident;
  return (
    <section className="n-part-card" aria-label="告知与报告">
      <header>
        <h2>告知与报告</h2>
        <div className="n-list-extra y-no-print">
          {open && people.length > 0 && may(incidents.tellFamily) && <Button onClick={() => setAsked('family')}>登记告知家属</Button>}
          {open && may(incidents.tellAuthority) && <Button onClick={() => setAsked('authority')}>登记报告主管部门</Button>}
        </div>
      </header>
      {untold.length > 0 && <p className="n-late">尚未告知家属：{untold.map(({ name }) => name).join('、')}</p>}
      {notices.length === 0 && untold.length === 0 && <p className="n-none">没有告知记录</p>}
      <ul className="n-rows">
        {notices.map(({ id, kind, oldmanName, time, way, who, toldBy, answer }) => (
          <li key={id}>
            <Tag>{KINDS[kind]}</Tag>
            <span>
              {oldmanName !== null && people.length > 1 ? `${oldmanName}：` : ''}
              {who}
            </span>
            <small>
              <Time value={time} />　{noticeWays[way]}　{toldBy}
            </small>
            {answer && <p>{answer}</p>}
          </li>
        ))}
      </ul>
      {asked && <NoticeDialog incident={incident} kind={asked} onClose={() => setAsked(null)} />}
    </section>
  );
}
