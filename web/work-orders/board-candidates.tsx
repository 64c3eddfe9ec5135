/** Who suits a job: each with the score and, in sentences, what it is made of. */
import { Button, Skeleton } from 'antd';
import { useState } from 'react';
import { boards } from '#contract/work-orders/boards.ts';
import { partLabels, wordsOf } from '#contract/work-orders/feasibility.rules.ts';
import type { Input, Output } from '#contract/http.ts';
import { useCall } from '#web/api/call.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
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

export interface ListProps<T extends Candidate> {
  people: readonly T[];
  /** Already doing it. */
  current: number | null;
  onPick: (candidate: T) => void;
  /** The button only fills a field in; it does not send. */
  chooses?: boolean | undefined;
}

const labelOf = (blocked: boolean) => (blocked ? '仍派' : '派单');

/** Each with a line of words, the score and its reasons, the first one opened, and the button that takes it. */
export function CandidateList<T extends Candidate>({ people, current, onPick, chooses = false }: ListProps<T>) {
  return (
    <ol className="b-candidates">
      {people.map((candidate, index) => {
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
                <small>{wordsOf(candidate).join(' · ')}</small>
              </summary>
              <Parts parts={parts} />
            </details>
            <Button
              size="small"
              type={blocks.length || chooses ? 'default' : 'primary'}
              disabled={userId === current}
              onClick={() => onPick(candidate)}
            >
              {chooses ? (userId === current ? '已选' : '选择') : userId === current ? '已派' : labelOf(blocks.length > 0)}
              <span className="y-unseen">{chooses ? name : `给${name}`}</span>
            </Button>
          </li>
        );
      })}
    </ol>
  );
}

/** A job as it stands, at its own time or at `at`; several orders together; or one that is only being planned. */
export type Ranking = Input<typeof boards.candidates>;

interface Props {
  ranking: Ranking;
  /** Already doing it. */
  current: number | null;
  /** Shown before all are asked for. */
  most: number;
  onPick: (candidate: Candidate) => void;
  chooses?: boolean;
}

export function Candidates({ ranking, current, most, onPick, chooses }: Props) {
  const [everybody, setEverybody] = useState(false);
  const { data, isPending, isError, error, refetch } = useCall(boards.candidates, ranking, { quiet: true, staleTime: 10_000 });
  if (isPending) return <Skeleton active className="b-candidates-asked" paragraph={{ rows: 4 }} />;
  if (isError) return <LoadFailed type="warning" title={error.message} onAgain={() => void refetch()} />;
  if (data.length === 0) return <p className="b-none">没有可派的服务人员</p>;
  const suitable = data.filter(({ blocks }) => blocks.length === 0);
  const shown = everybody ? data : data.slice(0, suitable.length ? most : 3);
  return (
    <>
      {suitable.length === 0 && <p className="b-none">没有完全合适的人员，以下为最接近的：</p>}
      <CandidateList people={shown} current={current} onPick={onPick} chooses={chooses} />
      {shown.length < data.length && (
        <Button type="link" size="small" onClick={() => setEverybody(true)}>
          显示全部 {data.length} 人
        </Button>
      )}
    </>
  );
}
