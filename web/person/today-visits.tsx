/** Who visited a person last, who is to come, who is restricted, and the outing that is open. */
import { Alert, Button } from 'antd';
import { outingStates } from '#contract/visitors/outing-commands.rules.ts';
import { outings } from '#contract/visitors/outings.ts';
import { restrictedVisitors } from '#contract/visitors/restricted-visitors.ts';
import { visitorRecords } from '#contract/visitors/visitor-records.ts';
import { people } from '#contract/elderly/people.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { go } from '#web/shell/go.ts';
import { useQuarterMinute } from '#web/ui/clock.ts';
import { DictionaryTag } from '#web/ui/dictionary-tag.tsx';
import { formatTime, toMillis } from '#web/ui/display.ts';
import { useMay } from '#web/ui/may.ts';
import { State } from '#web/ui/state.tsx';
import { Time } from '#web/ui/time.tsx';
import { TodayPart } from './today-part.tsx';
import './today.css';

const FEW = 3;
const { planned, out } = outingStates;

/** The outing that is planned or goes on, with its one press. */
function OpenOuting({ personId }: { personId: number }) {
  const may = useMay();
  const now = useQuarterMinute();
  const { data } = useCall(outings.page, { oldmanId: personId, current: 1, size: FEW }, { quiet: true });
  const changes = { changes: [outings.page, people.get] };
  const leave = useSend(outings.leave, changes);
  const back = useSend(outings.return, changes);
  const open = data?.records.find(({ state }) => state === planned || state === out);
  if (!open) return null;
  const { id, version, state, dueTime, companionName, companionPhone, destination } = open;
  const late = state === out && toMillis(dueTime) <= now;
  return (
    <Alert
      type={late ? 'error' : 'info'}
      showIcon
      title={state === out ? (late ? '外出超时未归' : '外出中') : '已登记外出'}
      description={
        <>
          {destination}，{companionName} {companionPhone} 陪同，应于 <Time value={dueTime} /> 返回
        </>
      }
      action={
        state === out
          ? may(outings.return) && (
              <Button size="small" type="primary" loading={back.isPending} onClick={() => back.mutate({ id, version })}>
                登记返回
              </Button>
            )
          : may(outings.leave) && (
              <Button size="small" type="primary" loading={leave.isPending} onClick={() => leave.mutate({ id, version })}>
                登记离开
              </Button>
            )
      }
    />
  );
}

function RestrictedLines({ personId }: { personId: number }) {
  const now = useQuarterMinute();
  const { data } = useCall(restrictedVisitors.page, { oldmanId: personId, current: 1, size: 20 }, { quiet: true });
  const today = formatTime(now, 'yyyy-MM-dd');
  const held = (data?.records ?? []).filter(({ startDate, endDate }) => startDate <= today && (endDate === null || endDate >= today));
  if (held.length === 0) return null;
  return (
    <Alert
      type="error"
      showIcon
      title={`受限访客 ${held.length} 人`}
      description={held.map(({ id, visitorName, visitorPhone, reason }) => (
        <div key={id}>
          {visitorName} {visitorPhone} {reason}
        </div>
      ))}
    />
  );
}

export function TodayVisits({ personId, name }: { personId: number; name: string }) {
  const query = useCall(visitorRecords.page, { oldmanId: personId, current: 1, size: FEW }, { quiet: true });
  const more = () => go(`/visitors/index?tab=bookings&oldmanName=${encodeURIComponent(name)}`);
  return (
    <>
      <TodayPart title="探访与外出" query={query} more={{ label: '全部访客', onClick: more }} empty={() => null}>
        {({ records }) => (
          <>
            <OpenOuting personId={personId} />
            <RestrictedLines personId={personId} />
            {records.length === 0 && <p className="p-nothing">没有探访记录</p>}
            <ul className="p-lines">
              {records.map(({ id, startTime, arriveTime, visitorName, relation, state }) => (
                <li key={id}>
                  <Time value={arriveTime ?? startTime} />
                  <span>{visitorName}</span>
                  <DictionaryTag type="relation" value={relation} />
                  <State of="visitor" value={state} />
                </li>
              ))}
            </ul>
          </>
        )}
      </TodayPart>
    </>
  );
}
