/** /activti/detail/{id}: one application, with what it says, where it stands, and what the caller may do. */
import { ArrowLeftOutlined, PrinterOutlined } from '@ant-design/icons';
import { App, Button, Descriptions, Skeleton } from 'antd';
import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { approvalCases } from '#contract/approvals/approval-cases.ts';
import { approvalPages } from '#contract/approvals/approval-kinds.ts';
import { useCall } from '#web/api/call.ts';
import { useSystemTitle } from '#web/api/system-title.ts';
import { APPROVALS } from '#web/shell/addresses.ts';
import { go } from '#web/shell/go.ts';
import { useTabLabel } from '#web/shell/tab-context.ts';
import { MissingPage } from '#web/shell/missing-page.tsx';
import { ResultItem } from '#web/ui/result-item.tsx';
import { Time } from '#web/ui/time.tsx';
import { CaseTag } from './approval-tags.tsx';
import { useCaseSend, type ApprovalCase } from './case-calls.ts';
import { CaseNotes } from './case-notes.tsx';
import { CaseProgress } from './case-progress.tsx';
import { DecideBar } from './decide-bar.tsx';
import { FlowDiagram } from './flow-diagram.tsx';
import { CopyDialog } from './hand-dialogs.tsx';
import { ResubmitDrawer } from './resubmit-drawer.tsx';
import './approvals.css';

function Actions({ found, reread }: { found: ApprovalCase; reread: () => void }) {
  const { modal } = App.useApp();
  const [dialog, setDialog] = useState<'copy' | 'resubmit' | null>(null);
  const withdraw = useCaseSend(approvalCases.withdraw, undefined, reread);
  const remind = useCaseSend(approvalCases.remind, undefined, reread);
  const { id, can, kind, name } = found;
  const ask = () =>
    void modal.confirm({
      title: '撤回申请？',
      content: '撤回后不再审批，可以重新发起。',
      okText: '撤回',
      cancelText: '取消',
      onOk: () => withdraw.mutateAsync({ id, comment: '' }).catch(() => {}),
    });
  // The row is changed on the page of its area.
  const page = approvalPages[kind]?.split('?')[0];
  return (
    <div className="ap-buttons ap-head-buttons y-no-print">
      {can.resubmit && (
        <Button type="primary" onClick={() => (page ? go(page) : setDialog('resubmit'))}>
          {page ? `到${name}修改` : '修改并重新提交'}
        </Button>
      )}
      {can.remind && (
        <Button loading={remind.isPending} onClick={() => remind.mutate({ id })}>
          催办
        </Button>
      )}
      {can.withdraw && (
        <Button loading={withdraw.isPending} onClick={ask}>
          撤回
        </Button>
      )}
      <Button onClick={() => setDialog('copy')}>抄送</Button>
      <Button icon={<PrinterOutlined aria-hidden />} onClick={() => print()}>
        打印
      </Button>
      {dialog === 'copy' && <CopyDialog id={id} onClose={() => setDialog(null)} />}
      {dialog === 'resubmit' && <ResubmitDrawer found={found} reread={reread} onClose={() => setDialog(null)} />}
    </div>
  );
}

/** The flow in words, for those who do not see the drawing. */
function FlowWords({ found }: { found: ApprovalCase }) {
  return (
    <ol className="y-unseen">
      {found.steps.map(({ id, name, closeTime, tasks }) => (
        <li key={id}>
          {name}：{closeTime === null ? '正在审批' : '已结束'}，{tasks.map(({ userName }) => userName).join('、')}
        </li>
      ))}
    </ol>
  );
}

function Shown({ found, reread }: { found: ApprovalCase; reread: () => void }) {
  const system = useSystemTitle();
  return (
    <article className="ap-page y-prints-alone">
      <header className="ap-head">
        <Button className="y-no-print" type="text" icon={<ArrowLeftOutlined aria-hidden />} onClick={() => go(APPROVALS)}>
          返回
        </Button>
        <h1>{found.title}</h1>
        <CaseTag state={found.state} />
        <Actions found={found} reread={reread} />
      </header>
      {found.taskId !== null && <DecideBar key={found.taskId} found={found} reread={reread} />}
      <div className="ap-body">
        <div className="ap-main">
          <section className="ap-card" aria-label="申请内容">
            <h2>申请内容</h2>
            <Descriptions
              size="small"
              column={{ xs: 1, md: 2 }}
              items={[
                { key: 'flow', label: '流程', children: found.name },
                { key: 'applicant', label: '申请人', children: found.applicantName },
                { key: 'created', label: '提交时间', children: <Time value={found.createTime} /> },
                { key: 'ended', label: '结束时间', children: <Time value={found.endTime} /> },
                ...found.facts.map(({ label, value, files }, at) => ({
                  key: `fact${at}`,
                  label,
                  children: files ? <ResultItem kind="files" value={files} /> : <span className="ap-said">{value || '无'}</span>,
                })),
              ]}
            />
          </section>
          <section className="ap-card" aria-label="流程图">
            <h2>流程图</h2>
            <FlowDiagram xml={found.diagram} taken={found.taken} current={found.current} label={`${found.name}的流程图`} />
            <p className="ap-legend" aria-hidden>
              <i data-mark="taken" /> 已经过
              <i data-mark="current" /> 正在审批
            </p>
            <FlowWords found={found} />
          </section>
          <CaseProgress found={found} />
        </div>
        <CaseNotes found={found} />
      </div>
      <footer className="ap-paper-foot">
        <span>{system}</span>
        <span>编号 {found.id}</span>
      </footer>
    </article>
  );
}

export default function ApprovalPage() {
  const path = useParams();
  const [params] = useSearchParams();
  const id = Number(path.id ?? params.get('id')) || 0;
  const query = useCall(approvalCases.get, { id }, { enabled: id > 0, quiet: true });
  useTabLabel(query.data ? query.data.title : null);
  if (query.data) return <Shown key={id} found={query.data} reread={() => void query.refetch()} />;
  if (id === 0 || query.isError)
    return <MissingPage error={query.error} noun="审批" back={APPROVALS} onRetry={() => void query.refetch()} />;
  return <Skeleton active className="y-page-loading" paragraph={{ rows: 12 }} />;
}
