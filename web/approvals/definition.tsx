/** /approval/definition/detail?id=…: the designer of a flow: its form and steps on the left, how it is drawn on the right. */
import { Skeleton } from 'antd';
import { useSearchParams } from 'react-router';
import { approvalDefinitions } from '#contract/approvals/approval-definitions.ts';
import { useCall } from '#web/api/call.ts';
import { useTabLabel } from '#web/shell/tab-context.ts';
import { MissingPage } from '#web/shell/missing-page.tsx';
import { DEFINITIONS } from './approval-tags.tsx';
import { FlowDesigner } from './flow-designer.tsx';

export default function DefinitionPage() {
  const [params] = useSearchParams();
  const id = Number(params.get('id')) || 0;
  const query = useCall(approvalDefinitions.get, { id }, { enabled: id > 0, quiet: true, refetchOnWindowFocus: false });
  useTabLabel(query.data ? `流程 ${query.data.name}` : null);
  if (query.data) return <FlowDesigner key={id} definition={query.data} onReload={() => query.refetch()} />;
  if (id === 0 || query.isError)
    return <MissingPage error={query.error} noun="审批流程" back={DEFINITIONS} onRetry={() => void query.refetch()} />;
  return <Skeleton active className="y-page-loading" paragraph={{ rows: 12 }} />;
}
