/** The buttons of one job on the detail page: the next step at hand, what stops or ends it below 更多. */
import { DownOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { JOB_ENDINGS, type JobEnding } from './order-actions.ts';
import type { OrderJob } from './order-calls.ts';

export const JOB_STEPS = ['start', 'finish', 'send', 'return'] as const;
type JobStep = (typeof JOB_STEPS)[number];

interface Props {
  job: OrderJob;
  steps: readonly JobStep[];
  endings: readonly JobEnding[];
  onAsk: (action: JobStep | JobEnding) => void;
}

export function JobButtons({ job, steps, endings, onAsk }: Props) {
  const labels: Record<JobStep, string> = {
    start: '签到',
    finish: '签退',
    send: job.serverUserId === null ? '派单' : '改派',
    return: '要求改派',
  };
  return (
    <span className="y-job-buttons y-no-print">
      {steps.map((step) => (
        <Button key={step} size="small" onClick={() => onAsk(step)}>
          {labels[step]}
        </Button>
      ))}
      {endings.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: endings.map((ending) => ({ key: ending, label: JOB_ENDINGS[ending], danger: ending === 'cancel' })),
            onClick: ({ key }) => onAsk(key as JobEnding),
          }}
        >
          <Button size="small" icon={<DownOutlined aria-hidden />} iconPlacement="end" aria-label={`${job.serverProjectName}的更多操作`}>
            更多
          </Button>
        </Dropdown>
      )}
    </span>
  );
}
