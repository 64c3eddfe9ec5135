/** One package of a person: what it holds, what was used of it by which order, and who changed it. */
import { Button, Descriptions, Tabs } from 'antd';
import { useState } from 'react';
import { personPackages } from '#contract/elderly/person-packages.ts';
import { packageState } from '#contract/elderly/person-packages.rules.ts';
import { personPackageLabels } from '#contract/elderly/person-packages.labels.ts';
import { useCall } from '#web/api/call.ts';
import { MISSING, yuan } from '#web/ui/display.ts';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { useMay } from '#web/ui/may.ts';
import { RowActions } from '#web/ui/row-actions.tsx';
import { labelledItems } from '#web/ui/labelled-items.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { RemoveDialog, TotalDialog, type Removal } from './package-dialogs.tsx';
import { PackageChanges, PackageUses } from './package-history.tsx';
import { Counts, EndDate, PackageStateTag, type PackageProject, type PackageRow } from './package-tags.tsx';
import './packages.css';

interface LinesProps {
  row: PackageRow;
  onTotal: (project: PackageProject) => void;
  onRemove: (project: PackageProject) => void;
}

/** The projects with their counts. */
export function PackageProjects({ row, onTotal, onRemove }: LinesProps) {
  const may = useMay();
  const editable = row.status !== packageState.voided && (may(personPackages.updateNum) || may(personPackages.removeProject));
  return (
    <ul className="e-lines" data-open={editable || undefined}>
      {row.projects.map((project) => (
        <li key={project.id}>
          <span className="e-line-name">{project.projectName}</span>
          <Counts project={project} />
          {editable && (
            <RowActions
              actions={[
                { label: '修改次数', onClick: () => onTotal(project), when: may(personPackages.updateNum) },
                {
                  label: '删除',
                  danger: true,
                  menu: true,
                  onClick: () => onRemove(project),
                  when: may(personPackages.removeProject) && project.used === 0 && row.projects.length > 1,
                },
              ]}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

interface Props {
  row: PackageRow;
  onClose: () => void;
}

export function PackageDrawer({ row: listed, onClose }: Props) {
  const may = useMay();
  const [total, setTotal] = useState<PackageProject | null>(null);
  const [removal, setRemoval] = useState<Removal | null>(null);
  const { data, isError, error, refetch } = useCall(personPackages.ofPerson, { id: listed.oldmanId }, { quiet: true });
  const row = data?.find(({ id }) => id === listed.id) ?? listed;
  const text = (value: string | null) => value ?? <span className="y-missing">{MISSING}</span>;
  const voids = row.used > 0;
  return (
    <SideDrawer
      title={`${row.oldmanName}的服务包：${row.packageName}`}
      open
      size="large"
      onClose={onClose}
      extra={
        may(personPackages.remove) &&
        row.status !== packageState.voided && (
          <Button danger onClick={() => setRemoval({ row })}>
            {voids ? '作废' : '删除'}
          </Button>
        )
      }
    >
      {isError && <LoadFailed title={error.message} onAgain={() => void refetch()} />}
      <Descriptions
        size="small"
        column={{ xs: 1, sm: 2, lg: 3 }}
        items={labelledItems(personPackageLabels, [
          { key: 'status', children: <PackageStateTag state={row.status} /> },
          { key: 'startDate', children: row.startDate },
          { key: 'endDate', children: <EndDate row={row} /> },
          { key: 'price', children: yuan(row.price) },
          { key: 'createBy', children: text(row.createBy) },
          { key: 'createTime', children: row.createTime },
          row.voidReason && { key: 'voidReason', children: row.voidReason, span: 'filled' as const },
          { key: 'remarks', children: text(row.remarks), span: 'filled' as const },
        ])}
      />
      <PackageProjects row={row} onTotal={setTotal} onRemove={(project) => setRemoval({ row, project })} />
      <Tabs
        items={[
          { key: 'uses', label: '使用记录', children: <PackageUses id={row.id} /> },
          { key: 'changes', label: '变更记录', children: <PackageChanges id={row.id} /> },
        ]}
        destroyOnHidden
      />
      {total && <TotalDialog project={total} onClose={() => setTotal(null)} />}
      {removal && (
        <RemoveDialog
          {...removal}
          onClose={() => setRemoval(null)}
          onRemoved={removal.project || voids ? () => setRemoval(null) : onClose}
        />
      )}
    </SideDrawer>
  );
}
