/** Whether the server knows what was done to a job. */
import { CloudUploadOutlined, WarningFilled } from '@ant-design/icons';
import { Tag } from 'antd';
import { useStore } from 'zustand';
import { carer } from './state.ts';

export function SentMark({ jobId }: { jobId: number }) {
  const mark = useStore(carer, ({ steps }) => {
    const mine = steps.filter((step) => step.jobId === jobId);
    return mine.some(({ problem }) => problem) ? 'problem' : mine.length > 0 ? 'waiting' : null;
  });
  if (mark === null) return null;
  return mark === 'problem' ? (
    <Tag color="error" icon={<WarningFilled aria-hidden />}>
      需处理
    </Tag>
  ) : (
    <Tag color="warning" icon={<CloudUploadOutlined aria-hidden />}>
      待上传
    </Tag>
  );
}
