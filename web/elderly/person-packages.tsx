/** 服务包 of a person: what they hold and what is left of it; another one is added from the head of the page. */
import { Button, Empty, Skeleton } from 'antd';
import { useState } from 'react';
import { personPackages } from '#contract/elderly/person-packages.ts';
import { packageState } from '#contract/elderly/person-packages.rules.ts';
import { useCall } from '#web/api/call.ts';
import { yuan } from '#web/ui/display.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { RemoveDialog, TotalDialog, type Removal } from './package-dialogs.tsx';
import { PackageDrawer, PackageProjects } from './package-drawer.tsx';
import { EndDate, PackageStateTag, type PackageProject, type PackageRow } from './package-tags.tsx';
import './packages.css';

/** Those that can be used come first. */
const ORDER = [
  packageState.inUse,
  packageState.pending,
  packageState.usedUp,
  packageState.expired,
  packageState.voided,
] as readonly number[];
const inOrder = (rows: readonly PackageRow[]) => rows.toSorted((a, b) => ORDER.indexOf(a.status) - ORDER.indexOf(b.status));
const isOver = (status: number) => status !== packageState.inUse && status !== packageState.pending;

export function PersonPackages({ person }: { person: { id: number; userName: string } }) {
  const [opened, setOpened] = useState<PackageRow | null>(null);
  const [total, setTotal] = useState<PackageProject | null>(null);
  const [removal, setRemoval] = useState<Removal | null>(null);
  const { data, isError, error, refetch } = useCall(personPackages.ofPerson, { id: person.id }, { quiet: true });
  if (isError && !data) {
    return <LoadFailed title={error.message} onAgain={() => void refetch()} />;
  }
  if (!data) return <Skeleton active paragraph={{ rows: 4 }} />;
  const usable = data.filter(({ status }) => status === packageState.inUse);
  const left = usable.reduce((sum, row) => sum + row.left, 0);
  return (
    <>
      <div className="e-packages-head">
        <span>
          共 {data.length} 个服务包，使用中 {usable.length} 个，剩余 {left} 次
        </span>
      </div>
      {data.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有服务包，可在页面上方添加" />}
      <ul className="e-packages">
        {inOrder(data).map((row) => (
          <li key={row.id} data-over={isOver(row.status) || undefined}>
            <header>
              <h3>{row.packageName}</h3>
              <PackageStateTag state={row.status} />
              <Button type="link" size="small" className="e-package-open" onClick={() => setOpened(row)}>
                使用和变更记录
              </Button>
            </header>
            <p>
              {row.startDate} 至 <EndDate row={row} />，{yuan(row.price)}
              {row.remarks && `，${row.remarks}`}
            </p>
            {row.voidReason && <p>作废原因：{row.voidReason}</p>}
            <PackageProjects row={row} onTotal={setTotal} onRemove={(project) => setRemoval({ row, project })} />
          </li>
        ))}
      </ul>
      {opened && <PackageDrawer key={opened.id} row={opened} onClose={() => setOpened(null)} />}
      {total && <TotalDialog project={total} onClose={() => setTotal(null)} />}
      {removal && <RemoveDialog {...removal} onClose={() => setRemoval(null)} />}
    </>
  );
}
