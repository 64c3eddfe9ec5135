/** What a nurse has beside 现在 of her shift: the handovers, with the way to write one, and the next observations. */
import { EditOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Link } from 'react-router';
import { handoverStates } from '#contract/handovers/handover-commands.rules.ts';
import { handovers } from '#contract/handovers/handovers.ts';
import { seriesKinds } from '#contract/health/observations.rules.ts';
import { observations } from '#contract/health/observations.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { HANDOVERS, HandoverTag, handoverAddress } from '#web/handovers/handover-tags.tsx';
import { healthAddress } from '#web/shell/addresses.ts';
import { go } from '#web/shell/go.ts';
import { formatTime } from '#web/ui/display.ts';
import { useMay } from '#web/ui/may.ts';
import { Place } from '#web/ui/place.tsx';
import { Time } from '#web/ui/time.tsx';
import { Panel } from './home-cards.tsx';
import './home.css';

const SLOW = { quiet: true, staleTime: 10_000, refetchInterval: 60_000 } as const;
const FEW = 3;
/** So many tasks are read: several are one person's. */
const MOST_READ = 100;
/** A task's state. */
const NOT_DUE = 0;
const OBSERVATIONS = '/health/observation';

/** A draft is its author's alone: one in the list is the reader's own. */
export function Handovers() {
  const may = useMay();
  const { data } = useCall(handovers.page, { current: 1, size: FEW }, { ...SLOW, enabled: may(handovers.page) });
  const write = useSend(handovers.create, { changes: [handovers.page], onSuccess: (id) => go(handoverAddress(id)) });
  if (!data || !may(handovers.page)) return null;
  const draft = data.records.find(({ state }) => state === handoverStates.draft);
  return (
    <Panel title="交接班" to={HANDOVERS}>
      <ul className="y-side-lines">
        {data.records.map(({ id, state, startTime, endTime, authorName, receiverName }) => (
          <li key={id}>
            <Link to={handoverAddress(id)}>
              <Time value={startTime} /> 至 {formatTime(endTime, 'HH:mm')}
            </Link>
            <span>
              {authorName}
              {receiverName && ` → ${receiverName}`}
            </span>
            <HandoverTag state={state} />
          </li>
        ))}
        {data.records.length === 0 && <li>还没有交接班记录</li>}
      </ul>
      {may(handovers.create) && (
        <Button icon={<EditOutlined aria-hidden />} loading={write.isPending} onClick={() => write.mutate({})}>
          {draft ? '继续写交接' : '写交接'}
        </Button>
      )}
    </Panel>
  );
}

/** Each person's next one. What is due stands in 现在; nothing where no one is under observation. */
export function Observations() {
  const may = useMay();
  const { data } = useCall(
    observations.page,
    { current: 1, size: MOST_READ, ascs: 'due_time' },
    { ...SLOW, enabled: may(observations.page) },
  );
  const waiting = data?.records.filter(({ state }) => state === NOT_DUE) ?? [];
  const next = waiting.filter(({ oldmanId }, at) => waiting.findIndex((one) => one.oldmanId === oldmanId) === at);
  if (next.length === 0) return null;
  return (
    <Panel title="接下来的观察" to={OBSERVATIONS}>
      <ul className="y-side-lines">
        {next.slice(0, FEW).map(({ id, oldmanId, userName, place, kind, dueTime, orthostatic }) => (
          <li key={id}>
            <Time value={dueTime} />
            <Link to={healthAddress(oldmanId)}>{userName}</Link>
            <small>
              {seriesKinds[kind] ?? '观察'}
              {orthostatic && '，含体位性血压'} {place && <Place place={place} />}
            </small>
          </li>
        ))}
        {next.length > FEW && <li>另有 {next.length - FEW} 人</li>}
      </ul>
    </Panel>
  );
}
