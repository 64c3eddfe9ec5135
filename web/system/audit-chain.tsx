/** /admin/audit/index 审计存证: the chain over both logs, its proof, the signed heads and a copy for others. */
import { CheckCircleFilled, CloseCircleFilled, DownloadOutlined, SafetyCertificateOutlined } from '@ant-design/icons';
import { Alert, Button, Progress, Select, Tag, Tooltip, Typography } from 'antd';
import { useRef, useState } from 'react';
import type { Output } from '#contract/http.ts';
import { audits } from '#contract/system/audits.ts';
import { call, useCall } from '#web/api/call.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { MISSING, thousands } from '#web/ui/display.ts';
import { useDownload } from '#web/ui/downloads.ts';
import { useMay } from '#web/ui/may.ts';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { tableLabels } from '#contract/system/table-labels.ts';
import { titled } from '#contract/labels.ts';
import { auditLabels } from '#contract/system/audits.labels.ts';
import './audit-chain.css';

const Filter = labelledFilter(auditLabels);

type SealRow = RowOf<typeof audits.page>;
type Verdict = Output<typeof audits.verify>;

const KINDS = [
  { value: 1, label: '操作日志' },
  { value: 2, label: '变更记录' },
];

const Hash = ({ value }: { value: string }) => (
  <Tooltip title={value}>
    <code className="g-hash">{value.slice(0, 16)}…</code>
  </Tooltip>
);

const columns: Column<SealRow>[] = titled(auditLabels, [
  { key: 'seq', width: 96, align: 'right', pin: 'left', render: ({ seq }) => thousands(seq) },
  { key: 'kind', width: 100, render: ({ kind }) => <Tag>{kind === 1 ? '操作日志' : '变更记录'}</Tag> },
  { key: 'title', width: 180, render: ({ title }) => (title === null ? MISSING : (tableLabels[title] ?? title)) },
  { key: 'createBy', width: 130 },
  { key: 'createTime', width: 172 },
  { key: 'hash', width: 200, minor: 1, render: ({ hash }) => <Hash value={hash} /> },
  { key: 'sealedTime', width: 172 },
]);

const filters = (
  <Filter name="kind">
    <Select allowClear placeholder="请选择" options={KINDS} />
  </Filter>
);

/** Follows the whole chain, a part a call; stops when the page is left. */
function useProof() {
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const [running, setRunning] = useState(false);
  const stop = useRef(false);
  const start = async () => {
    setRunning(true);
    stop.current = false;
    try {
      let after = 0;
      for (;;) {
        const part = await call(audits.verify, { after });
        setVerdict(part);
        if (part.done || stop.current) break;
        after = part.last;
      }
    } catch {
      // The refusal has been shown.
      setVerdict(null);
    } finally {
      setRunning(false);
    }
  };
  return { verdict, running, start, cancel: () => (stop.current = true) };
}

function Result({ verdict }: { verdict: Verdict }) {
  if (!verdict.done) return null;
  const { problem, warning } = verdict;
  if (problem === null && warning !== null)
    return (
      <Alert
        type="warning"
        showIcon
        title={`记录未被改动，但${warning.text}`}
        description={`从存证序号 ${thousands(warning.seq)} 起没有签名存证。请联系平台管理员，用另一台机器上的日志核对。`}
      />
    );
  if (problem === null)
    return (
      <Alert
        type="success"
        showIcon
        icon={<CheckCircleFilled />}
        title={`验证通过：${thousands(verdict.total)} 条存证首尾相接，与签名存证一致`}
      />
    );
  const which = problem.kind === null ? '' : `，${problem.kind === 1 ? '操作日志' : '变更记录'}编号 ${problem.rowId}`;
  return (
    <Alert
      type="error"
      showIcon
      icon={<CloseCircleFilled />}
      title={`验证未通过：${problem.text}`}
      description={`第一处问题：存证序号 ${problem.seq}${which}。请保留现场并联系平台管理员。`}
    />
  );
}

export default function AuditChain() {
  const may = useMay();
  const status = useCall(audits.status, {}, { refetchInterval: 30_000 });
  const { verdict, running, start, cancel } = useProof();
  const download = useDownload();
  const head = status.data?.heads[0];
  return (
    <div className="y-list-page">
      <section className="g-audit-head" aria-label="存证状态">
        <dl>
          <div>
            <dt>已存证</dt>
            <dd>{status.data ? thousands(status.data.sealed) : MISSING}</dd>
          </div>
          <div>
            <dt>待存证</dt>
            <dd>{status.data?.waiting ?? MISSING}</dd>
          </div>
          <div>
            <dt>最近存证</dt>
            <dd>{status.data?.sealedTime ?? MISSING}</dd>
          </div>
          <div>
            <dt>最近签名</dt>
            <dd>{head ? `序号 ${thousands(head.seq)}` : '尚无'}</dd>
          </div>
          {status.data?.headStart && (
            <div>
              <dt>签名存证起点</dt>
              <dd>
                序号 {thousands(status.data.headStart.seq)} 之后（{status.data.headStart.at.slice(0, 10)} 起）
              </dd>
            </div>
          )}
          <div>
            <dt>链首存证值</dt>
            <dd>
              {status.data?.headHash ? (
                <Typography.Text copyable={{ text: status.data.headHash }}>{status.data.headHash.slice(0, 24)}…</Typography.Text>
              ) : (
                MISSING
              )}
            </dd>
          </div>
        </dl>
        <div className="g-audit-tools">
          <Button type="primary" icon={<SafetyCertificateOutlined />} loading={running} onClick={() => void start()}>
            验证
          </Button>
          {running && <Button onClick={cancel}>停止</Button>}
          {may(audits.export) && (
            <Button
              icon={<DownloadOutlined />}
              loading={download.bytes !== null}
              onClick={() => void download.start(audits.export, { startTime: null, endTime: null }, '审计存证.zip')}
            >
              导出存证包
            </Button>
          )}
        </div>
        {running && verdict && (
          <Progress percent={verdict.total ? Math.floor((verdict.last / verdict.total) * 100) : 100} size="small" aria-label="验证进度" />
        )}
        {verdict && <Result verdict={verdict} />}
      </section>
      <DataTable name="audit-chain" noun="存证" route={audits.page} columns={columns} filters={filters} rowKey="seq" />
    </div>
  );
}
