/** /approval/definition/detail?id=…: the designer of a flow: its form and steps on the left, how it is drawn on the right. */
import { Button, Result, Skeleton } from 'antd';
import { useSearchParams } from 'react-router';
import { approvalDefinitions } from '#contract/approvals/approval-definitions.ts';
import { useCall } from '#web/api/call.ts';
import { go } from '#web/shell/go.ts';
import { useTabLabel } from '#web/shell/tab-context.ts';
import { DEFINITIONS } from './approval-tags.tsx';
import { FlowDesigner } from './flow-designer.tsx';

export default function DefinitionPage() {
  const [params] = useSearchParams();
  const id = Number(params.get('id')) || 0;
  const query = useCall(approvalDefinitions.get, { id }, { enabled: id > 0, quiet: true, refetchOnWindowFocus: false });
  useTabLabel(query.data ? `流程 ${query.data.name}` : null);
  const back = (
    <Button key="back" type="primary" onClick={() => go(DEFINITIONS)}>
      返回审批流程
    </Button>
  );
  if (id === 0) return <Result status="404" title="审批流程不存在" extra={back} />;
  if (query.data) return <FlowDesigner key={id} definition={query.data} onReload={() => query.refetch()} />;
  if (query.isError)
    return (
      <Result
        status={query.error.status === 404 ? '404' : 'warning'}
        title={query.error.message}
        extra={[
          back,
          <Button key="again" onClick={() => void query.refetch()}>
            重试
          </Button>,
        ]}
      />
    );
  return <Skeleton active className="y-page-loading" paragraph={{ rows: 12 }} />;
}
