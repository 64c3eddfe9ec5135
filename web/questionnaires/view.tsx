/** /questionnaire/view?id=… or ?key=…&jobId=…: what was answered, with the questions as they were then. */
import { EditOutlined, PrinterOutlined } from '@ant-design/icons';
import { Button, Result, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import type { Output } from '#contract/http.ts';
import { questionnaireResults } from '#contract/questionnaires/questionnaire-results.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { useCall } from '#web/api/call.ts';
import { go } from '#web/shell/go.ts';
import { ToTicket } from '#web/shell/to-ticket.tsx';
import { useTab, useTabLabel } from '#web/shell/tab-context.ts';
import { useMay } from '#web/ui/may.ts';
import { RichText } from '#web/ui/rich-text.tsx';
import { idIn, NotNamed } from './not-named.tsx';
import { AnswerList } from './answer-list.tsx';
import './questionnaires.css';

type Found = Output<typeof questionnaireResults.findResult>;

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <span>
    {label}：<b>{children}</b>
  </span>
);

/** Who changed what, the newest first. */
const EditHistory = ({ edits }: Pick<Found, 'edits'>) => (
  <section className="y-edits" aria-label="修改记录">
    <h2>修改记录</h2>
    {edits.map(({ id, userName, createTime, changes }) => (
      <div key={id}>
        <h3>
          {createTime} {userName}
        </h3>
        <ul>
          {changes.length === 0 && <li>显示的内容没有变化</li>}
          {changes.map(({ formItemId, label, before, after }) => (
            <li key={formItemId}>
              {label}：<del>{before || '未填写'}</del> 改为 <ins>{after || '未填写'}</ins>
            </li>
          ))}
        </ul>
      </div>
    ))}
  </section>
);

/** A record as a sheet; also in the drawer of a list. */
export function RecordSheet({ found, links = true }: { found: Found; links?: boolean }) {
  const may = useMay();
  const {
    projectName,
    describe,
    userName,
    personName,
    workNo,
    workOrderId,
    serverProjectName,
    createTime,
    updateTime,
    serialNumber,
    version,
  } = found;
  return (
    <article className="y-sheet">
      <header>
        <div className="y-sheet-head">
          <h1>{projectName}</h1>
          {links && (
            <div className="y-sheet-buttons">
              {found.editable && (
                <Button
                  icon={<EditOutlined aria-hidden />}
                  onClick={() => go(`/questionnaire/write?key=${found.projectKey}&jobId=${found.workOrderJobId}`)}
                >
                  修改
                </Button>
              )}
              <ToTicket kind="questionnaire-result" id={found.id} />
              <Button icon={<PrinterOutlined aria-hidden />} onClick={() => print()}>
                打印
              </Button>
            </div>
          )}
        </div>
        {describe && <RichText value={describe} className="y-sheet-describe" />}
        <div className="y-sheet-facts">
          <Fact label="提交序号">{serialNumber}</Fact>
          <Fact label="填写人">{userName ?? '公开填写'}</Fact>
          {personName && <Fact label="服务对象">{personName}</Fact>}
          {serverProjectName && <Fact label="服务项目">{serverProjectName}</Fact>}
          {workNo && (
            <Fact label="工单">
              {links && may(workOrders.get) ? (
                <Button type="link" size="small" onClick={() => go(`/order/workorder/detail?id=${workOrderId}&orderNo=${workNo}`)}>
                  {workNo}
                </Button>
              ) : (
                workNo
              )}
            </Fact>
          )}
          <Fact label="提交时间">{createTime}</Fact>
          {version > 1 && <Fact label="最后修改">{updateTime}</Fact>}
        </div>
      </header>
      <AnswerList items={found.projectItems} processData={found.processData} />
      {found.edits.length > 0 && <EditHistory edits={found.edits} />}
    </article>
  );
}

type Asked = { resultId: number } | { key: string; jobId: number };

function Viewing({ input }: { input: Asked }) {
  const tab = useTab();
  const query = useCall(questionnaireResults.findResult, input, { quiet: true });
  useTabLabel(query.data?.projectName);
  if (query.isError)
    return (
      <Result
        status="info"
        title={query.error.message}
        extra={[
          <Button key="again" type="primary" onClick={() => void query.refetch()}>
            重试
          </Button>,
          <Button key="back" onClick={tab.close}>
            返回
          </Button>,
        ]}
      />
    );
  return query.data ? <RecordSheet found={query.data} /> : <Skeleton active className="y-sheet" paragraph={{ rows: 10 }} />;
}

export default function ViewQuestionnaire() {
  const [params] = useSearchParams();
  const tab = useTab();
  const [resultId, jobId, key] = [idIn(params, 'id'), idIn(params, 'jobId'), params.get('key')];
  if (resultId !== null) return <Viewing input={{ resultId }} />;
  return key && jobId !== null ? <Viewing input={{ key, jobId }} /> : <NotNamed noun="问卷结果" onBack={tab.close} />;
}
