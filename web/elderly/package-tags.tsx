/** How people's packages are shown: state, counts, when they end. */
import { Progress, Tag } from 'antd';
import dayjs from 'dayjs';
import { EXPIRES_SOON, packageState, packageStateLabels } from '#contract/elderly/person-packages.rules.ts';
import type { personPackages } from '#contract/elderly/person-packages.ts';
import type { RowOf } from '#web/ui/data-table.tsx';

export type PackageRow = RowOf<typeof personPackages.page>;
export type PackageProject = PackageRow['projects'][number];

const { pending, inUse, usedUp, expired, voided } = packageState;
const COLORS: Record<number, string> = {
  [pending]: 'processing',
  [inUse]: 'success',
  [usedUp]: 'default',
  [expired]: 'warning',
  [voided]: 'error',
};

export const PackageStateTag = ({ state }: { state: number }) => <Tag color={COLORS[state] ?? 'default'}>{packageStateLabels[state]}</Tag>;

/** Days until the last one, 0 on it; null for what does not run out any more. */
function daysLeft({ status, endDate }: Pick<PackageRow, 'status' | 'endDate'>): number | null {
  if (status !== inUse && status !== pending) return null;
  return dayjs(endDate).diff(dayjs().startOf('day'), 'day');
}

/** The last day, and how near it is. */
export function EndDate({ row }: { row: PackageRow }) {
  const days = daysLeft(row);
  return (
    <>
      {row.endDate}
      {days !== null && days <= EXPIRES_SOON && <span className="e-soon">{days === 0 ? '今天到期' : `还剩${days}天`}</span>}
    </>
  );
}

/** 助浴 3/4: what is left of each project. */
export const leftText = (projects: readonly PackageProject[]) =>
  projects.map(({ projectName, left, total }) => `${projectName} ${left}/${total}`).join('、');

/** How much of a project has been used. */
export function Counts({ project: { total, used, left } }: { project: PackageProject }) {
  return (
    <div className="e-counts">
      <Progress
        percent={total === 0 ? 100 : Math.round((used / total) * 100)}
        showInfo={false}
        size="small"
        aria-label={`已用${used}次，共${total}次`}
      />
      <span>
        剩余 <b>{left}</b> / {total} 次
      </span>
    </div>
  );
}
