/** 我的探访 on the phone: whom to visit or call, and what was found there, with or without a network. */
import { EnvironmentOutlined, PhoneOutlined } from '@ant-design/icons';
import { Alert, Button, Empty, Result } from 'antd';
import { useState } from 'react';
import { useStore } from 'zustand';
import { telOf } from '#contract/phones.rules.ts';
import { ON_SITE, visitWays } from '#contract/visits/visit-plans.rules.ts';
import { EARLY_DAYS, visitPhases } from '#contract/visits/visit-tasks.rules.ts';
import { formatTime } from '#web/ui/display.ts';
import { useQuarterMinute } from '#web/ui/clock.ts';
import { State } from '#web/ui/state.tsx';
import { useWhereabouts } from '#web/work-orders/whereabouts.ts';
import { CaringForm } from './caring-form.tsx';
import { recordArrival } from './caring-state.ts';
import { caringNow, isDueCaring, outcomeId, visitOfStep, type CaringVisit } from './caring-steps.ts';
import { Head } from './head.tsx';
import { PersonFlags } from './job-card.tsx';
import { NothingKept, ReadAt, useWriting } from './kept.tsx';
import { goBack, visit as go, type VisitsPlace } from './place.ts';
import { carer } from './state.ts';
import type { Step } from './steps.ts';
import { useWanted } from './wanted.ts';
import './care.css';
import './round.css';

type Outcome = 'caringRecord' | 'caringMissed';

function Arrive({ visit }: { visit: CaringVisit }) {
  const write = useWriting();
  const [found] = useWhereabouts();
  const place = found.state === 'found' ? { lng: found.position.lng, lat: found.position.lat } : null;
  return (
    <Button size="large" block onClick={() => void write(() => recordArrival(visit, place))}>
      到达，开始探访
    </Button>
  );
}

const Telephone = ({ name, number }: { name: string; number: string | null }) =>
  number === null || number === '' ? null : (
    <a className="c-care-how" href={telOf(number)}>
      <PhoneOutlined aria-hidden /> {name} {number}
    </a>
  );

/** What is known before the door opens. */
function Facts({ visit }: { visit: CaringVisit }) {
  const { lastFinding, lastDay, missed, purpose, place, planName, closeDay, planWay, dueClock } = visit;
  return (
    <div className="c-care-form">
      {lastFinding !== null && <Alert type="warning" showIcon title={`上次发现：${lastFinding}`} description={lastDay} />}
      {missed > 0 && <Alert type="error" showIcon title={`此前连续${missed}次未见到人`} />}
      <p className="c-care-how">
        {planName}，{visitWays[planWay]} {dueClock}，最晚{closeDay}
      </p>
      {purpose !== '' && <p>{purpose}</p>}
      {place !== null && (
        <p>
          <EnvironmentOutlined aria-hidden /> {place}
        </p>
      )}
      <Telephone name="本人" number={visit.mobile} />
      <Telephone name={visit.contactName ?? '联系人'} number={visit.contactPhone} />
    </div>
  );
}

/** One visit: what is known, arriving, and what came of it; `refused`: what the server would not have of it. */
function One({ visit, refused }: { visit: CaringVisit; refused: Step | null }) {
  const [asked, setAsked] = useState<Outcome | null>(() => (refused ? (refused.kind as Outcome) : null));
  const open = isDueCaring(visit) || visit.state === visitPhases.later;
  return (
    <>
      <p className="c-marks">
        <State of="visitTask" value={visit.state} /> <PersonFlags flags={visit.flags} />
      </p>
      {!asked && <Facts visit={visit} />}
      {!open && <p className="c-care-how">已登记</p>}
      {open && !asked && (
        <footer className="c-care-form">
          {visit.planWay === ON_SITE && visit.state !== visitPhases.begun && <Arrive visit={visit} />}
          <Button type="primary" size="large" block onClick={() => setAsked('caringRecord')}>
            登记探访
          </Button>
          <Button size="large" block onClick={() => setAsked('caringMissed')}>
            未见到人
          </Button>
        </footer>
      )}
      {open && asked && <CaringForm visit={visit} kind={asked} refused={refused} onDone={() => goBack({ visits: { id: null } })} />}
    </>
  );
}

function Card({ visit, waiting }: { visit: CaringVisit; waiting: boolean }) {
  const { oldmanName, planWay, dueDay, dueClock, closeDay, place, state, lastFinding, missed } = visit;
  return (
    <li className="c-care" data-late={state === visitPhases.overdue || undefined} aria-label={oldmanName}>
      <header>
        <b>{oldmanName}</b>
        <span>
          {visitWays[planWay]} {state === visitPhases.later && dueDay.slice(5)} {dueClock}
        </span>
        <State of="visitTask" value={state} />
      </header>
      {place !== null && <p>{place}</p>}
      <p className="c-care-how">
        {visit.planName}，最晚{closeDay}
      </p>
      {lastFinding !== null && <p className="c-care-how">上次发现：{lastFinding}</p>}
      {missed > 0 && <p className="c-missing">此前连续{missed}次未见到人</p>}
      {waiting && <p className="c-care-how">已记录，待上传</p>}
      <Button size="large" onClick={() => go({ visits: { id: visit.id } })}>
        {isDueCaring(visit) ? '去探访' : '查看'}
      </Button>
    </li>
  );
}

export function CaringPage({ asked }: { asked: VisitsPlace }) {
  const kept = useStore(carer, (state) => state.kept?.caring ?? null);
  const steps = useStore(carer, (state) => state.steps);
  const today = formatTime(useQuarterMinute(), 'yyyy-MM-dd');
  useWanted('visits');
  if (!kept) return <NothingKept what="探访" />;
  const { visits } = caringNow(kept, steps, today);
  const visit = visits.find(({ id }) => id === asked.id);
  if (asked.id !== null && !visit)
    return (
      <Result
        status="info"
        title="该探访已不在您的列表中"
        subTitle="可能已登记、取消或改派他人"
        extra={
          <Button size="large" type="primary" onClick={() => go({ visits: { id: null } }, true)}>
            返回探访
          </Button>
        }
      />
    );
  if (visit) {
    const refused = steps.find(({ id, problem }) => id === outcomeId(visit.id) && problem !== null) ?? null;
    return (
      <article>
        <Head title={visit.oldmanName} hint={visit.planName} back={{ visits: { id: null } }} />
        <One key={visit.id} visit={visit} refused={refused} />
      </article>
    );
  }
  const waiting = new Set(steps.filter(({ problem }) => problem === null).map(visitOfStep));
  const later = visits.filter(({ state }) => state === visitPhases.later);
  const now = visits.filter(({ state }) => state !== visitPhases.later);
  const list = (of: readonly CaringVisit[], label: string) => (
    <ul className="c-cares" aria-label={label}>
      {of.map((one) => (
        <Card key={one.id} visit={one} waiting={waiting.has(one.id)} />
      ))}
    </ul>
  );
  return (
    <article>
      <Head title="我的探访" hint={<ReadAt at={kept.readAt} />} back={{}} />
      {now.length === 0 && <Empty className="c-empty" description="今天没有要办的探访" />}
      {list(now, '要办的探访')}
      {later.length > 0 && <h2>之后{EARLY_DAYS}天</h2>}
      {list(later, '之后的探访')}
    </article>
  );
}
