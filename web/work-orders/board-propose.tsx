/** 一键建议: who could do what nobody does yet. Nothing happens until it is accepted, and then job by job. */
import { Alert, Checkbox, Empty, Skeleton } from 'antd';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { boards } from '#contract/work-orders/boards.ts';
import { call } from '#web/api/call.ts';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { Parts } from './board-candidates.tsx';
import type { BoardJob, BoardSpan, Change } from './board-data.ts';
import { clockOf, dayOf } from './board-time.ts';
import { UrgencyTag } from './order-tags.tsx';

interface Props {
  span: BoardSpan;
  onMove: (job: BoardJob, change: Change) => Promise<boolean>;
  onClose: () => void;
}

type Result = 'sending' | 'done' | 'failed';
const results: Record<Result, string> = { sending: '派单中…', done: '已派单', failed: '未派出' };

export function BoardPropose({ span, onMove, onClose }: Props) {
  // What was proposed stays as it is while it is read: asked once, whatever happens on the board.
  const { data, isPending, error } = useQuery({
    queryKey: ['board-proposal', span],
    queryFn: ({ signal }) => call(boards.propose, span, { quiet: true, signal }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
  const [off, setOff] = useState<ReadonlySet<number>>(new Set());
  const [state, setState] = useState<ReadonlyMap<number, Result>>(new Map());
  const [running, setRunning] = useState(false);
  const suited = (data?.proposals ?? []).filter(({ userId }) => userId !== null);
  const left = (data?.proposals ?? []).filter(({ userId }) => userId === null);
  const chosen = suited.filter(({ job }) => !off.has(job.id) && state.get(job.id) !== 'done');
  const toggle = (id: number) => setOff((now) => new Set(now.has(id) ? [...now].filter((one) => one !== id) : [...now, id]));

  async function accept() {
    setRunning(true);
    for (const { job, userId } of chosen) {
      setState((now) => new Map(now).set(job.id, 'sending'));
      const worked = await onMove(job, { serverUserId: userId as number });
      setState((now) => new Map(now).set(job.id, worked ? 'done' : 'failed'));
    }
    setRunning(false);
  }

  return (
    <SideDrawer
      open
      size="medium"
      title="派单建议"
      onClose={onClose}
      confirmLabel={`派出所选 ${chosen.length} 项`}
      onConfirm={suited.length ? () => void accept() : undefined}
      confirming={running}
      confirmDisabled={chosen.length === 0}
    >
      {isPending && <Skeleton active paragraph={{ rows: 8 }} />}
      {error && <Empty description={error.message} />}
      {data && (
        <>
          <Alert
            type="info"
            showIcon
            title={`${suited.length} 项有合适的人员${left.length ? `，${left.length} 项没有` : ''}${data.cut ? '。待派的服务较多，这里是最紧急的一部分' : ''}`}
            description="按紧急程度和时间依次安排，已考虑技能、班次、时间与路程、连续照护和工作量。确认前不会保存。"
          />
          <ul className="b-proposals">
            {suited.map(({ job, userName, score, parts, why }) => {
              const result = state.get(job.id);
              return (
                <li key={job.id} data-result={result}>
                  <Checkbox
                    checked={!off.has(job.id)}
                    disabled={running || result === 'done'}
                    onChange={() => toggle(job.id)}
                    aria-label={`${job.oldmanName}的${job.serverProjectName}派给${userName}`}
                  />
                  <div>
                    <p>
                      <time>
                        {dayOf(job.serverTime).slice(5)} {clockOf(job.serverTime)}
                      </time>
                      <b>
                        {job.oldmanName}·{job.serverProjectName}
                      </b>
                      <UrgencyTag value={job.emergencyType} />
                      <span className="b-to">→ {userName}</span>
                      <output aria-label="匹配度">{score} 分</output>
                      {result && <em role="status">{results[result]}</em>}
                    </p>
                    <details>
                      <summary>{why}</summary>
                      <Parts parts={parts} />
                    </details>
                  </div>
                </li>
              );
            })}
          </ul>
          {left.length > 0 && (
            <>
              <h3 className="b-left">没有合适人员</h3>
              <ul className="b-proposals">
                {left.map(({ job, why }) => (
                  <li key={job.id}>
                    <span />
                    <div>
                      <p>
                        <time>
                          {dayOf(job.serverTime).slice(5)} {clockOf(job.serverTime)}
                        </time>
                        <b>
                          {job.oldmanName}·{job.serverProjectName}
                        </b>
                        <UrgencyTag value={job.emergencyType} />
                      </p>
                      <small>{why}</small>
                    </div>
                  </li>
                ))}
              </ul>
            </>
          )}
          {!running && state.size > 0 && (
            <p role="status" className="b-none">
              已派出 {[...state.values()].filter((one) => one === 'done').length} 项
              {[...state.values()].includes('failed') && '，未派出的可在看板上逐项处理'}
            </p>
          )}
        </>
      )}
    </SideDrawer>
  );
}
