/** What belongs to a job beside time and place: consumables, questionnaires, files, what was written down and who signed. */
import { FormOutlined, FileSearchOutlined } from '@ant-design/icons';
import { Button, Descriptions, Tag } from 'antd';
import { UNFINISHED } from '#contract/questionnaires/questionnaire-results.ts';
import { jobStatus, orderStatus } from '#contract/work-orders/work-orders.rules.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { showMessage } from '#web/api/messages.ts';
import { session } from '#web/api/session.ts';
import { go } from '#web/shell/go.ts';
import { useMay } from '#web/ui/may.ts';
import { ResultItem } from '#web/ui/result-item.tsx';
import type { OrderJob } from './order-calls.ts';
import './work-order-detail.css';

type Asked = OrderJob['projectUserVoList'][number];

/** Where a questionnaire of a job is filled in. */
export const writeAddress = (key: string, jobId: number) => `/questionnaire/write?key=${encodeURIComponent(key)}&jobId=${jobId}`;

/**
 * As the server decides it: the carer of the job, staff who were named, and dispatchers,
 * who act for them; also after the job is finished, because a follow-up is asked for then.
 */
function useMayFill(): (asked: Asked, job: OrderJob, orderState: number) => boolean {
  const may = useMay();
  const me = session.getState().user?.id;
  return ({ userId, resultId }, { status, serverUserId }, orderState) =>
    resultId === null &&
    status !== jobStatus.cancelled &&
    orderState !== orderStatus.cancelled &&
    (may(workOrders.dispatch) || (may(workOrders.start) && (serverUserId === me || userId === me)));
}

function Questionnaire({ asked, job, orderState }: { asked: Asked; job: OrderJob; orderState: number }) {
  const mayFill = useMayFill();
  const view = () => (asked.resultId === null ? showMessage('warning', UNFINISHED) : go(`/questionnaire/view?id=${asked.resultId}`));
  return (
    <li>
      <span>{asked.name}</span>
      {asked.required && <Tag color="red">必填</Tag>}
      {asked.userName && <Tag>填写人：{asked.userName}</Tag>}
      {asked.resultId === null ? <Tag>未完成</Tag> : <Tag color="success">已完成</Tag>}
      {asked.abnormal.map((text) => (
        <Tag key={text} color="error">
          {text}
        </Tag>
      ))}
      {asked.resultTime && <time dateTime={asked.resultTime.replace(' ', 'T')}>{asked.resultTime}</time>}
      <span className="y-paper-buttons y-no-print">
        {mayFill(asked, job, orderState) && (
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

export function JobPapers({ job, orderState }: { job: OrderJob; orderState: number }) {
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
            <Questionnaire key={asked.questionId} asked={asked} job={job} orderState={orderState} />
          ))}
        </ul>
      ),
    },
    files.length > 0 && { key: 'files', label: '附件', children: <ResultItem kind="files" value={files} /> },
    visit?.result && { key: 'result', label: '服务记录', children: <span className="y-result-text">{visit.result}</span> },
    visit?.unsignedReason && { key: 'unsigned', label: '未签名', children: visit.unsignedReason },
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
