/** /screen/calls 呼叫大屏: calls for help, queues, seats and today's figures, for the call room. */
import { useEffect, useRef } from 'react';
import { callPhaseLabels, callPhases, seatStates } from '#contract/calls/seat-states.rules.ts';
import { callWallboard, type CallWallboard } from '#contract/screens/call-wallboard.ts';
import { toMillis } from '#web/ui/display.ts';
import { useMay } from '#web/ui/may.ts';
import { listenForTouch, play } from '#web/warnings/alarm-sound.ts';
import { spanText } from '#web/warnings/durations.ts';
import { Bars, counted, Figure, Panel } from './charts.tsx';
import { Seats } from './call-seats.tsx';
import { Stage } from './stage.tsx';
import { useScreen, type Watched } from './use-screen.ts';
import { Waiting } from './waiting.tsx';
import './calls.css';

const TITLE = '呼叫大屏';
/** Calls and seats are read as they change: many events of one command together. */
const URGENT = ['call.', 'seat.'];
const WITHIN_MS = 50;

const percentOf = (part: number | null) => (part === null ? '–' : String(Math.round(part * 100)));
const since = (time: string, now: number) => spanText(Math.max(0, now - toMillis(time)) / 1000);

function Strip({ today, queues, now }: { today: CallWallboard['today']; queues: CallWallboard['queues']; now: number }) {
  const waiting = queues.reduce((sum, queue) => sum + queue.waiting + queue.ringing, 0);
  const longest = queues.flatMap(({ longestSince }) => longestSince ?? []).toSorted()[0];
  const late = queues.some(({ longestSince, levelSeconds }) => longestSince !== null && now - toMillis(longestSince) > levelSeconds * 1000);
  const gaveUp = today.inMenu + today.inQueue + today.inRing;
  return (
    <div className="s-strip">
      <Figure
        label="正在等待"
        value={counted(waiting)}
        unit="人"
        note={longest ? `最长 ${since(longest, now)}` : '没有人在等'}
        tone={late ? 'alarm' : waiting > 0 ? 'warn' : undefined}
      />
      <Figure label="今日呼入" value={counted(today.offered)} unit="通" note={`接听 ${counted(today.answered)}`} />
      <Figure
        label="服务水平"
        value={percentOf(today.level)}
        unit={today.level === null ? undefined : '%'}
        note={`目标内接听 ${counted(today.quick)}`}
        tone={today.level !== null && today.level < 0.8 ? 'warn' : undefined}
      />
      <Figure label="今日放弃" value={counted(gaveUp)} unit="通" note={`短时 ${today.short} 另计`} tone={gaveUp > 0 ? 'warn' : undefined} />
      <Figure
        label="平均等待"
        value={today.averageWait === null ? '–' : spanText(today.averageWait)}
        note={`最长 ${spanText(today.longestWait)}`}
      />
      <Figure label="今日呼出" value={counted(today.outbound)} unit="通" note={`接通 ${counted(today.connected)}`} />
    </div>
  );
}

function Help({ help, now }: { help: CallWallboard['help']; now: number }) {
  if (help.length === 0) return null;
  return (
    <section className="s-call-help" role="alert" aria-label="求助来电">
      {help.map(({ id, number, name, phase, startTime, groupName, seatName }) => (
        <p key={id} data-waits={seatName === null || undefined}>
          <b>求助来电</b>
          <span>{name || number || '未知号码'}</span>
          <span>{groupName}</span>
          <em>{seatName === null ? `${callPhaseLabels[phase] ?? ''}，等待接听` : `${seatName} 正在通话`}</em>
          <time>{since(startTime, now)}</time>
        </p>
      ))}
    </section>
  );
}

function Queue({ queue, now }: { queue: CallWallboard['queues'][number]; now: number }) {
  const { name, waiting, ringing, longestSince, levelSeconds, onDuty, ready, offered, answered, level } = queue;
  const late = longestSince !== null && now - toMillis(longestSince) > levelSeconds * 1000;
  return (
    <li data-tone={late ? 'alarm' : waiting > 0 || onDuty === 0 ? 'warn' : undefined}>
      <h3>{name}</h3>
      <b>
        {waiting + ringing}
        <small>人等待{ringing > 0 && `，振铃 ${ringing}`}</small>
      </b>
      <p>{longestSince === null ? '没有人在等' : `最长 ${since(longestSince, now)}（目标 ${levelSeconds} 秒）`}</p>
      <p>{onDuty === 0 ? '没有坐席值守' : `空闲 ${ready} / 值守 ${onDuty}`}</p>
      <p className="s-dim">
        今日 {answered} / {offered}，服务水平 {percentOf(level)}
        {level !== null && '%'}
      </p>
    </li>
  );
}

/** Rings once when a call for help begins that was not here at the last reading. */
function useChime(help: CallWallboard['help']): void {
  const known = useRef<ReadonlySet<number> | null>(null);
  useEffect(() => {
    const ids = new Set(help.map(({ id }) => id));
    const fresh = known.current !== null && [...ids].some((id) => !known.current?.has(id));
    known.current = ids;
    if (fresh) play('critical');
  }, [help]);
}

function Wall({ board, watched }: { board: CallWallboard; watched: Watched<CallWallboard> }) {
  const { help, queues, seats, today, byHour } = board;
  const now = watched.serverNow;
  useChime(help);
  const talking = seats.filter(({ state }) => state >= seatStates.inbound && state !== seatStates.monitoring).length;
  const onDuty = seats.filter(({ state }) => state !== seatStates.offline).length;
  const hours = byHour.filter(({ offered }) => offered > 0);
  const alarmed = help.some(({ phase }) => phase === callPhases.queued || phase === callPhases.ringing);
  return (
    <Stage {...watched} title={TITLE} name={board.tenantName} alarmed={alarmed}>
      <main className="s-calls">
        <Help help={help} now={now} />
        <Strip today={today} queues={queues} now={now} />
        <div className="s-calls-body">
          <Panel title="排队" note={`${queues.length} 个技能组`}>
            {queues.length === 0 ? (
              <p className="s-none">没有启用的技能组</p>
            ) : (
              <ul className="s-call-queues">
                {queues.map((queue) => (
                  <Queue key={queue.groupId} queue={queue} now={now} />
                ))}
              </ul>
            )}
          </Panel>
          <Panel title="坐席" note={`值守 ${onDuty}，通话 ${talking}`}>
            {seats.length === 0 ? <p className="s-none">没有登记坐席</p> : <Seats seats={seats} now={now} />}
          </Panel>
          <Panel title="今日各时段" note="亮色为接听">
            {hours.length === 0 ? (
              <p className="s-none">今天还没有来电</p>
            ) : (
              <Bars
                bars={hours.map(({ hour, offered, answered }) => ({
                  label: `${hour}时`,
                  value: offered,
                  part: answered,
                  text: `${answered}/${offered}`,
                }))}
              />
            )}
          </Panel>
        </div>
      </main>
    </Stage>
  );
}

function Board() {
  useEffect(listenForTouch, []);
  const watched = useScreen(callWallboard.read, { urgent: URGENT, within: WITHIN_MS }) as Watched<CallWallboard>;
  const { data, error } = watched;
  return data && error?.status !== 403 ? <Wall board={data} watched={watched} /> : <Waiting title={TITLE} error={error} />;
}

export default function CallScreenPage() {
  const may = useMay();
  return may(callWallboard.read) ? <Board /> : <Waiting title={TITLE} denied />;
}
