/** What belongs to a job beside time and place: consumables, questionnaires, files, what was written down and who signed. */
import { FormOutlined, FileSearchOutlined } from '@ant-design/icons';
import { Button, Descriptions, Tag } from 'antd';
import { UNFINISHED } from '#contract/questionnaires/questionnaire-results.ts';
import { jobStatus } from '#contract/work-orders/work-orders.rules.ts';
import { showMessage } from '#web/api/messages.ts';
import { session } from '#web/api/session.ts';
import { go } from '#web/shell/go.ts';
import { ResultItem } from '#web/ui/result-item.tsx';
import type { OrderJob } from './order-calls.ts';

type Asked = OrderJob['projectUserVoList'][number];

/** Where a questionnaire of a job is filled in. */
export const writeAddress = (key: string, jobId: number) => `/questionnaire/write?key=${encodeURIComponent(key)}&jobId=${jobId}`;

/** Somebody on the way or on site fills in; so does whoever was named for the questionnaire. */
function mayFill({ userId }: Asked, { status, serverUserId }: OrderJob): boolean {
  const me = session.getState().user?.id;
  return (status === jobStatus.assigned || status === jobStatus.inProgress) && (userId ?? serverUserId) === me;
}

function Questionnaire({ asked, job }: { asked: Asked; job: OrderJob }) {
  const view = () => (asked.resultId === null ? showMessage('warning', UNFINISHED) : go(`/questionnaire/view?id=${asked.resultId}`));
  return (
    <li>
      <span>{asked.name}</span>
      {asked.required && <Tag color="red">必填</Tag>}
      {asked.resultId === null ? <Tag>未完成</Tag> : <Tag color="success">已完成</Tag>}
      {asked.resultTime && <time dateTime={asked.resultTime.replace(' ', 'T')}>{asked.resultTime}</time>}
      <span className="y-paper-buttons">
        {asked.resultId === null && mayFill(asked, job) && (
          <Button
            size="small"
            type="link"
            icon={<FormOutlined aria-hidden />}
            aria-label={`填写${asked.name}`}
            onClick={() => go(writeAddress(asked.key, job.id))}
          >
            填写
          </Button>
        )}
        <Button size="small" type="link" icon={<FileSearchOutlined aria-hidden />} aria-label={`查看${asked.name}`} onClick={view}>
          查看
        </Button>
      </span>
    </li>
  );
}

export function JobPapers({ job }: { job: OrderJob }) {
  const { workOrderJobMaterials: materials, projectUserVoList: questionnaires, workOrderJobFiles: files, workOrderServer: visit } = job;
  const over = job.status === jobStatus.finished;
  const items = [
    materials.length > 0 && {
      key: 'materials',
      label: over ? '耗材用量' : '计划耗材',
      children: (
        <ul className="y-paper-materials">
          {materials.map(({ id, materialName, quantity, unit }) => (
            <li key={id}>
              {materialName} × {quantity}
              {unit}
            </li>
          ))}
        </ul>
      ),
    },
    questionnaires.length > 0 && {
      key: 'questionnaires',
      label: '问卷',
      children: (
        <ul className="y-papers">
          {questionnaires.map((asked) => (
            <Questionnaire key={asked.questionId} asked={asked} job={job} />
          ))}
        </ul>
      ),
    },
    files.length > 0 && { key: 'files', label: '附件', children: <ResultItem kind="files" value={files} /> },
    visit?.result && { key: 'result', label: '服务记录', children: <span className="y-result-text">{visit.result}</span> },
    visit?.signature && {
      key: 'signature',
      label: '签名',
      children: (
        <span className="y-paper-signature">
          <ResultItem kind="signature" value={visit.signature} />
          {visit.signer && <span>签名人：{visit.signer}</span>}
        </span>
      ),
    },
  ].filter((item) => item !== false && item !== null && item !== undefined && item !== '');
  return items.length > 0 && <Descriptions size="small" column={1} items={items} className="y-job-papers" />;
}
