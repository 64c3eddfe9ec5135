/** 我的探访 on the carer's phone: what is to be visited or called up to today. With a network only: photos and answers are sent at once. */
import { EnvironmentOutlined } from '@ant-design/icons';
import { Alert, Button, Empty, Skeleton } from 'antd';
import { useState } from 'react';
import { useStore } from 'zustand';
import { ON_SITE, visitWays } from '#contract/visits/visit-plans.rules.ts';
import { visitPhases } from '#contract/visits/visit-tasks.rules.ts';
import { visitTasks } from '#contract/visits/visit-tasks.ts';
import { useCall } from '#web/api/call.ts';
import { session } from '#web/api/session.ts';
import { PhoneLink } from '#web/ui/phone-link.tsx';
import { useMay } from '#web/ui/may.ts';
import { State } from '#web/ui/state.tsx';
import { BeginButton } from './begin-button.tsx';
import { MissedDialog, RecordDrawer } from './record-dialogs.tsx';
import type { Visit } from './visit-calls.ts';
import './visits.css';

const SHOWN = 50;

/** One visit that is pressed: what was found before, and entering it. */
function Doing({ id, onDone }: { id: number; onDone: () => void }) {
  const { data: visit } = useCall(visitTasks.get, { id });
  const [asked, setAsked] = useState<'record' | 'missed' | null>(null);
  if (!visit) return <Skeleton active paragraph={{ rows: 6 }} />;
  return (
    <section className="vi-page" aria-label={`探访${visit.oldmanName}`}>
      {visit.lastFinding !== null && <Alert type="warning" showIcon title={`上次发现：${visit.lastFinding}`} />}
      {visit.missed > 0 && <Alert type="error" showIcon title={`此前连续${visit.missed}次未见到人`} />}
      {visit.planWay === ON_SITE && visit.state !== visitPhases.begun && <BeginButton visit={visit} block />}
      <Button type="primary" size="large" block onClick={() => setAsked('record')}>
        登记探访
      </Button>
      <Button size="large" block onClick={() => setAsked('missed')}>
        未见到人
      </Button>
      <Button size="large" block onClick={onDone}>
        返回
      </Button>
      {asked === 'record' && <RecordDrawer visit={visit} onClose={onDone} />}
      {asked === 'missed' && <MissedDialog visit={visit} onClose={onDone} />}
    </section>
  );
}

function Card({ visit, onPress }: { visit: Visit; onPress: () => void }) {
  return (
    <section className="vi-card" aria-label={visit.oldmanName}>
      <div className="vi-head">
        <h2>{visit.oldmanName}</h2>
        <span className="vi-quiet">
          {visitWays[visit.planWay]} {visit.dueClock}
        </span>
        <State of="visitTask" value={visit.state} />
      </div>
      {visit.place !== null && (
        <span>
          <EnvironmentOutlined aria-hidden /> {visit.place}
        </span>
      )}
      {visit.mobile !== null && <PhoneLink icon phone={visit.mobile} />}
      <span className="vi-quiet">
        {visit.planName}，最晚{visit.closeDay}
      </span>
      <Button size="large" block onClick={onPress}>
        去探访
      </Button>
    </section>
  );
}

export default function PhoneVisits({ online }: { online: boolean }) {
  const may = useMay();
  const signedIn = useStore(session, ({ tokens }) => tokens !== null);
  const [doing, setDoing] = useState<number | null>(null);
  const ready = signedIn && online;
  const { data, isError, refetch } = useCall(
    visitTasks.page,
    { mine: 'true', waiting: 'true', size: SHOWN },
    { quiet: true, enabled: ready && may(visitTasks.record) },
  );
  if (!ready) return <Alert type="warning" showIcon title="登记探访需要网络，请联网后再试" />;
  if (!may(visitTasks.record)) return <Empty description="没有登记探访的权限" />;
  if (doing !== null) return <Doing id={doing} onDone={() => setDoing(null)} />;
  if (isError) return <Button onClick={() => void refetch()}>没有读到，重试</Button>;
  if (!data) return <Skeleton active paragraph={{ rows: 6 }} />;
  return (
    <div className="vi-page">
      {data.records.length === 0 && <Empty description="今天没有要办的探访" />}
      {data.records.map((visit) => (
        <Card key={visit.id} visit={visit} onPress={() => setDoing(visit.id)} />
      ))}
    </div>
  );
}
