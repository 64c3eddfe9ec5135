/** Of several jobs that an action is open to: all of them, or one. */
import { Radio } from 'antd';
import { serverNow } from '#web/api/server-clock.ts';
import { shortTime } from '#web/ui/display.ts';
import type { OrderJob } from './order-calls.ts';

interface Props {
  jobs: readonly OrderJob[];
  /** Null is all of them. */
  value: number | null;
  onChange: (jobId: number | null) => void;
}

export function JobChoice({ jobs, value, onChange }: Props) {
  if (jobs.length < 2) return null;
  return (
    <Radio.Group
      className="y-job-choice"
      aria-label="服务"
      value={value ?? 0}
      onChange={(event) => onChange(Number(event.target.value) || null)}
      options={[
        { value: 0, label: `全部 ${jobs.length} 项服务` },
        ...jobs.map(({ id, serverProjectName, serverTime, serverUserName }) => ({
          value: id,
          label: `${serverProjectName}（${shortTime(serverTime, serverNow())}${serverUserName ? `，${serverUserName}` : ''}）`,
        })),
      ]}
    />
  );
}
