/** What came of a job so far: how many cases have which result, and which key of its notice. */
import { Tag } from 'antd';
import { callCaseResults, callJobs } from '#contract/calls/call-jobs.ts';
import { useCall } from '#web/api/call.ts';
import './case-results.css';

interface Props {
  jobId: number;
  /** The result that the list shows alone. */
  chosen: number | undefined;
  onChoose: (result: number | undefined) => void;
}

export function CaseResults({ jobId, chosen, onChoose }: Props) {
  const { data } = useCall(callJobs.results, { id: jobId }, { quiet: true });
  if (!data || (data.results.length === 0 && data.keys.length === 0)) return null;
  return (
    <p className="y-case-results">
      {data.results.length > 0 && <span>按结果查看</span>}
      {data.results.map(({ result, cases }) => (
        <Tag.CheckableTag key={result} checked={chosen === result} onChange={(checked) => onChoose(checked ? result : undefined)}>
          {callCaseResults[result]} {cases}
        </Tag.CheckableTag>
      ))}
      {data.keys.map(({ key, name, cases }) => (
        <Tag key={`${key}${name}`}>
          按 {key} {name}：{cases}
        </Tag>
      ))}
    </p>
  );
}
