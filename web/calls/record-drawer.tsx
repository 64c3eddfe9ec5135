/** A call: what it was, who took part, what happened, its recordings. */
import { Button, Skeleton } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { callRecordLabels as labels } from '#contract/calls/call-records.labels.ts';
import { callInspections } from '#contract/calls/call-inspections.ts';
import { callRecords } from '#contract/calls/call-records.ts';
import {
  callEventLabels,
  durationText,
  endedByLabels,
  legKindLabels,
  legPartLabels,
  satisfactionLabels,
} from '#contract/calls/call-words.rules.ts';
import { callKindLabels, dispositionLabels } from '#contract/calls/seat-states.rules.ts';
import type { Output } from '#contract/http.ts';
import { useCall } from '#web/api/call.ts';
import { useMay } from '#web/ui/may.ts';
import { PersonLink } from '#web/elderly/person-link.tsx';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { FactList } from '#web/ui/fact-list.tsx';
import { MISSING } from '#web/ui/display.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { PhoneLink } from '#web/ui/phone-link.tsx';
import { Timeline } from '#web/ui/timeline.tsx';
import { endText, isInspectable } from './record-columns.tsx';
import { Recordings } from './recordings.tsx';
import './records.css';

const SendDialog = lazy(() => import('./quality/send-dialog.tsx'));

type Detail = Output<typeof callRecords.get>;
const clock = (time: string | null) => time?.slice(11, 19) ?? MISSING;

const Facts = ({ call }: { call: Detail }) => (
  <FactList
    className="cc-facts"
    facts={[
      [labels.kind, callKindLabels[call.kind]],
      [labels.disposition, endText(call)],
      [labels.caller, call.caller && <PhoneLink key="caller" phone={call.caller} />],
      [labels.callee, call.callee && <PhoneLink key="callee" phone={call.callee} />],
      [labels.oldmanName, call.oldmanId !== null && <PersonLink key="person" id={call.oldmanId} name={call.oldmanName} />],
      [labels.customerName, call.customerName],
      [labels.partyName, call.partyName],
      [labels.groupName, call.groupName],
      [labels.seatName, call.seatName],
      [labels.startTime, call.startTime],
      [labels.establishTime, call.establishTime],
      [labels.releaseTime, call.releaseTime],
      [labels.waitSeconds, durationText(call.waitSeconds)],
      [labels.talkSeconds, durationText(call.talkSeconds)],
      [labels.endedBy, endedByLabels[call.endedBy ?? 0]],
      [labels.keys, call.keys],
      [labels.outcome, call.outcome],
      [labels.summary, call.summary],
      [labels.satisfaction, satisfactionLabels[call.satisfaction ?? 0]],
    ]}
  />
);

const Legs = ({ legs }: { legs: Detail['legs'] }) => (
  <section>
    <h3>参与方</h3>
    <ul className="cr-lines">
      {legs.map(({ id, kind, part, name, address, connectTime, endTime, heldSeconds, lossPercent }) => (
        <li key={id}>
          <b>{name || address || legKindLabels[kind]}</b> {legKindLabels[kind]}
          {part > 1 && `（${legPartLabels[part]}）`} {connectTime === null ? '未接通' : `${clock(connectTime)} 至 ${clock(endTime)}`}
          {heldSeconds > 0 && ` 保持${durationText(heldSeconds)}`}
          {lossPercent !== null && lossPercent >= 1 && ` 丢包${lossPercent.toFixed(1)}%`}
        </li>
      ))}
    </ul>
  </section>
);

/** A detail that is a reason is said in words; one without a word is left out. */
const noteText = (detail: string) => dispositionLabels[detail] ?? (/^[A-Za-z]+$/.test(detail) ? null : detail);

const Events = ({ events }: { events: Detail['events'] }) => (
  <section>
    <h3>经过</h3>
    <Timeline
      entries={events.map(({ what, seatName, detail, time }) => ({
        time,
        title: callEventLabels[what] ?? what,
        userName: seatName,
        note: what === 'ended' ? null : noteText(detail),
      }))}
    />
  </section>
);

export default function RecordDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, isError, error, refetch } = useCall(callRecords.get, { id }, { quiet: true });
  const may = useMay();
  const [sending, setSending] = useState(false);
  return (
    <SideDrawer
      open
      size="large"
      title={data ? `通话 ${data.startTime}` : '通话'}
      onClose={onClose}
      extra={data && may(callInspections.create) && isInspectable(data) && <Button onClick={() => setSending(true)}>送质检</Button>}
    >
      {isError && !data && <LoadFailed title={error.message} onAgain={() => void refetch()} />}
      {!data && !isError && <Skeleton active paragraph={{ rows: 10 }} />}
      {data && (
        <div className="cr-call">
          <Facts call={data} />
          <Recordings recordings={data.recordingList} />
          {data.legs.length > 0 && <Legs legs={data.legs} />}
          {data.events.length > 0 && <Events events={data.events} />}
        </div>
      )}
      <Suspense fallback={null}>{sending && <SendDialog callId={id} onClose={() => setSending(false)} />}</Suspense>
    </SideDrawer>
  );
}
