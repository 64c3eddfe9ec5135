/** Who suits a job: each with the score and, in sentences, what it is made of. */
import { Alert, Button, Skeleton } from 'antd';
import { useState } from 'react';
import { boards } from '#contract/work-orders/boards.ts';
import { partLabels } from '#contract/work-orders/feasibility.rules.ts';
import type { Output } from '#contract/http.ts';
import { useCall } from '#web/api/call.ts';
import './board-parts.css';

export type Candidate = Output<typeof boards.candidates>[number];

const grade = (score: number) => (score >= 0.7 ? 'good' : score >= 0.35 ? 'fair' : 'poor');

/** The parts of a score. */
export function Parts({ parts }: Pick<Candidate, 'parts'>) {
  return (
    <ul className="b-parts">
      {parts.map(({ key, score, why }) => (
        <li key={key} data-grade={grade(score)}>
          <b>{partLabels[key]}</b>
          <meter min={0} max={1} value={score} aria-label={`${partLabels[key]} ${Math.round(score * 100)} 分`} />
          <span>{why}</span>
        </li>
      ))}
    </ul>
  );
}

interface Props {
  jobId: number;
  /** Another time than the job's own. */
  at?: string | undefined;
  /** Already doing it. */
  current: number | null;
  /** Shown before all are asked for. */
  most: number;
  onPick: (candidate: Candidate) => void;
}

export function Candidates({ jobId, at, current, most, onPick }: Props) {
  const [everybody, setEverybody] = useState(false);
  const { data, isPending, isError, error, refetch } = useCall(
    boards.candidates,
    { jobId, ...(at ? { at } : {}) },
    { quiet: true, staleTime: 10_000 },
  );
  if (isPending) return <Skeleton active paragraph={{ rows: 4 }} />;
  if (isError) return <Alert type="warning" showIcon title={error.message} action={<Button onClick={() => void refetch()}>重试</Button>} />;
  if (data.length === 0) return <p className="b-none">没有可派的服务人员</p>;
  const suitable = data.filter(({ blocks }) => blocks.length === 0);
  const shown = everybody ? data : data.slice(0, suitable.length ? most : 3);
  return (
    <>
      {suitable.length === 0 && <p className="b-none">没有完全合适的人员，以下为最接近的：</p>}
      <ol className="b-candidates">
        {shown.map((candidate, index) => {
          const { userId, name, departmentName, score, blocks, parts } = candidate;
          return (
            <li key={userId} data-blocked={blocks.length > 0 || undefined}>
              <details open={index === 0}>
                <summary>
                  <b>{name}</b>
                  <span>{departmentName}</span>
                  {blocks.map((block) => (
                    <em key={block}>{block}</em>
                  ))}
                  <output aria-label="匹配度">{score} 分</output>
                </summary>
                <Parts parts={parts} />
              </details>
              <Button
                size="small"
                type={blocks.length ? 'default' : 'primary'}
                disabled={userId === current}
                onClick={() => onPick(candidate)}
              >
                {userId === current ? '已派' : blocks.length ? '仍派' : '派单'}
                <span className="y-unseen">给{name}</span>
              </Button>
            </li>
          );
        })}
      </ol>
      {shown.length < data.length && (
        <Button type="link" size="small" onClick={() => setEverybody(true)}>
          显示全部 {data.length} 人
        </Button>
      )}
    </>
  );
}
