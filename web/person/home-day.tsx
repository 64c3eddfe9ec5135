/** /ailecare/detail?id=&day=: one home, with its week, its devices and values, what is open, whom to call, and what comes. */
import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Button, Skeleton } from 'antd';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { devices } from '#contract/devices/devices.ts';
import { personContacts } from '#contract/elderly/person-contacts.ts';
import { people } from '#contract/elderly/people.ts';
import { vitals } from '#contract/health/vitals.ts';
import { homeBookings } from '#contract/home-care/home-bookings.ts';
import { homeDays } from '#contract/home-care/home-days.ts';
import { resultText } from '#contract/home-care/home-days.rules.ts';
import type { Output } from '#contract/http.ts';
import { dayOf, instantOf, nextDay, weekdayOf } from '#contract/time.ts';
import { weekdayText } from '#contract/visitors/visitor-slots.rules.ts';
import { warnings } from '#contract/warnings/warnings.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { useCall } from '#web/api/call.ts';
import { CallNote, callTo, type Calling } from '#web/elderly/call-note.tsx';
import { ageText, FlagTags, genderText } from '#web/elderly/person-tags.tsx';
import { wishText } from '#web/home-care/wish-text.ts';
import { HOME_DAYS, orderAddress, personAddress } from '#web/shell/addresses.ts';
import { go } from '#web/shell/go.ts';
import { MissingPage } from '#web/shell/missing-page.tsx';
import { useTabLabel } from '#web/shell/tab-context.ts';
import { PhoneLink } from '#web/ui/phone-link.tsx';
import { useToday } from '#web/ui/clock.ts';
import { DictionaryTag } from '#web/ui/dictionary-tag.tsx';
import { toMillis } from '#web/ui/display.ts';
import { useMay } from '#web/ui/may.ts';
import { State } from '#web/ui/state.tsx';
import { Time } from '#web/ui/time.tsx';
import { TodayDevices, TodayFamily, TodayVitals, TodayWarnings } from './today-parts.tsx';
import './home-day.css';
import './today.css';

type Home = Output<typeof homeDays.get>;
type Visit = Home['visits'][number];
const millis = (time: string | null) => (time === null ? null : toMillis(time));

function VisitLine({ visit }: { visit: Visit }) {
  const may = useMay();
  const { workOrderId, phase, serverProjectName, serverTime, minutes, serverUserName, checkInTime, checkOutTime } = visit;
  const result = resultText({ startsAt: toMillis(serverTime), minutes }, millis(checkInTime), millis(checkOutTime));
  return (
    <li>
      <State of="homeVisit" value={phase} />
      <b>{serverTime.slice(11, 16)}</b>
      {may(workOrders.get) ? <Link to={orderAddress(workOrderId)}>{serverProjectName}</Link> : <span>{serverProjectName}</span>}
      <span>{serverUserName ?? '未派单'}</span>
      <small>{result || `计划 ${minutes} 分钟`}</small>
    </li>
  );
}

/** The visits of a week, day by day; the chosen day stands out. */
function Week({ home, day, onDay }: { home: Home; day: string; onDay: (day: string) => void }) {
  const monday = nextDay(day, -((weekdayOf(instantOf(day)) + 6) % 7));
  const byDay = Map.groupBy(home.visits, ({ serverTime }) => serverTime.slice(0, 10));
  return (
    <section className="p-part" data-wide aria-label="一周上门">
      <header>
        <h3>一周上门</h3>
        <span className="p-week-acts">
          <Button size="small" icon={<LeftOutlined aria-hidden />} aria-label="上一周" onClick={() => onDay(nextDay(day, -7))} />
          {monday} 至 {nextDay(monday, 6)}
          <Button size="small" icon={<RightOutlined aria-hidden />} aria-label="下一周" onClick={() => onDay(nextDay(day, 7))} />
        </span>
      </header>
      {home.visits.length === 0 && <p className="p-nothing">这一周没有上门服务</p>}
      {Array.from({ length: 7 }, (_, at) => nextDay(monday, at)).map((one) => {
        const visits = byDay.get(one) ?? [];
        return visits.length === 0 ? null : (
          <section key={one} className="p-home-day" aria-label={one} data-chosen={one === day || undefined}>
            <h4>
              {weekdayText(one)} {one.slice(5)}
            </h4>
            <ul className="p-visits">
              {visits.map((visit) => (
                <VisitLine key={visit.id} visit={visit} />
              ))}
            </ul>
          </section>
        );
      })}
    </section>
  );
}

function HomePage({ home, day, onDay }: { home: Home; day: string; onDay: (day: string) => void }) {
  const may = useMay();
  const [call, setCall] = useState<Calling | null>(null);
  const { id, userName, gender, age, careLevel, status, mobile, address, flags, remarks, areaName, bookings } = home;
  const dial = (contact: string, phone: string) => {
    if (may(personContacts.addCall)) setCall(callTo(contact, phone));
  };
  return (
    <div className="p-home">
      <header>
        <h1>{userName}</h1>
        <State of="person" value={status} />
        <span>
          {genderText(gender)} {ageText(age)}
        </span>
        {careLevel !== null && <DictionaryTag type="care_level" value={careLevel} />}
        <FlagTags flags={flags} />
        {mobile && <PhoneLink phone={mobile} name={userName} oldmanId={id} onTel={() => dial(`${userName}（本人）`, mobile)} />}
        <span className="p-home-acts">
          <Button onClick={() => go(HOME_DAYS)}>返回</Button>
          {may(people.get) && <Button onClick={() => go(personAddress(id))}>档案</Button>}
        </span>
        <p>
          {address ?? '未登记地址'}
          {areaName && `（${areaName}）`}
        </p>
      </header>
      {call && <CallNote personId={id} call={call} onEnd={() => setCall(null)} />}
      <div className="p-today">
        <Week home={home} day={day} onDay={onDay} />
        {may(vitals.latest) && <TodayVitals personId={id} onMore={() => go(personAddress(id, 'health'))} />}
        {may(devices.page) && <TodayDevices personId={id} onMore={() => go(personAddress(id, 'device'))} />}
        {may(warnings.page) && <TodayWarnings personId={id} onMore={() => go(personAddress(id, 'warning'))} />}
        {may(personContacts.ofPerson) && <TodayFamily personId={id} onDial={dial} onEdit={undefined} />}
        <section className="p-part" aria-label="接下来的预约">
          <header>
            <h3>接下来的预约</h3>
          </header>
          {bookings.length === 0 && <p className="p-nothing">没有预约</p>}
          <ul className="p-visits">
            {bookings.map((booking) => (
              <li key={booking.id}>
                <State of="homeBooking" value={booking.state} />
                <b>{booking.serverTime ? <Time value={booking.serverTime} /> : wishText(booking)}</b>
                {may(homeBookings.get) ? (
                  <Link to={`/homebook?id=${booking.id}`}>{booking.projectNames}</Link>
                ) : (
                  <span>{booking.projectNames}</span>
                )}
              </li>
            ))}
          </ul>
        </section>
        <section className="p-part" aria-label="备注">
          <header>
            <h3>备注</h3>
          </header>
          <p className={remarks ? 'p-home-note' : 'p-nothing'}>{remarks ?? '没有备注'}</p>
        </section>
      </div>
    </div>
  );
}

export default function HomeDay() {
  const [params, setParams] = useSearchParams();
  const today = dayOf(useToday());
  const id = Number(params.get('id'));
  const asked = params.get('day') ?? '';
  const day = /^\d{4}-\d\d-\d\d$/.test(asked) ? asked : today;
  const known = Number.isSafeInteger(id) && id > 0;
  const { data, isError, error, refetch } = useCall(homeDays.get, { id, day }, { enabled: known, quiet: true, refetchInterval: 60_000 });
  useTabLabel(data?.userName);
  if (!known || (isError && (!data || error.status === 404)))
    return <MissingPage error={error} noun="服务对象" back={HOME_DAYS} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active className="y-page-loading" paragraph={{ rows: 10 }} />;
  const show = (next: string) => setParams({ id: String(id), day: next }, { replace: true });
  return <HomePage home={data} day={day} onDay={show} />;
}
