/** Where an application stands, and where a flow does. */
import { Tag } from 'antd';
import { caseStateLabels, caseStates } from '#contract/approvals/approval-cases.rules.ts';

const COLORS: Record<number, string> = {
  [caseStates.running]: 'processing',
  [caseStates.approved]: 'success',
  [caseStates.rejected]: 'error',
  [caseStates.withdrawn]: 'default',
  [caseStates.returned]: 'warning',
};

export const CaseTag = ({ state }: { state: number }) => (
  <Tag color={COLORS[state] ?? 'default'} variant="outlined">
    {caseStateLabels[state]}
  </Tag>
);

/** A flow may be in use and have changes that are not: both are said. */
export function FlowTags({ enabled, published, changed }: { enabled: boolean; published: number | null; changed: boolean }) {
  if (published === null) return <Tag color="warning">未发布</Tag>;
  return (
    <>
      <Tag color={enabled ? 'success' : 'default'} variant="outlined">
        {enabled ? `已发布 v${published}` : '已停用'}
      </Tag>
      {changed && <Tag color="warning">有未发布的修改</Tag>}
    </>
  );
}

export const DEFINITIONS = '/approval/definition/index';
export const definitionAddress = (id: number) => `/approval/definition/detail?id=${id}`;
