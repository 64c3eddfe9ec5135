/** /incident/index 不良事件; with `?add=1` the form is open, with `&warning=`, or `&person=` and `&type=`, filled from there. */
import { BarChartOutlined } from '@ant-design/icons';
import { Button, Input, Select } from 'antd';
import { Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { incidentStateLabels } from '#contract/incidents/incident-commands.rules.ts';
import { incidentStatistics } from '#contract/incidents/incident-statistics.ts';
import { incidentTypes, severityLabels } from '#contract/incidents/incident-types.rules.ts';
import { incidentLabels } from '#contract/incidents/incidents.labels.ts';
import { incidents } from '#contract/incidents/incidents.ts';
import { useSend } from '#web/api/call.ts';
import { incidentAddress } from '#web/shell/addresses.ts';
import { go } from '#web/shell/go.ts';
import { lazyPart } from '#web/shell/lazy-part.ts';
import { useAskedAdd } from '#web/ui/asked-add.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { DateRange } from '#web/ui/date-range.tsx';
import { choices } from '#web/ui/inputs.tsx';
import { useMay } from '#web/ui/may.ts';
import { useRemoval } from '#web/ui/removal.tsx';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { changes } from './incident-calls.ts';
import { incidentColumns } from './incident-columns.tsx';
import type { From } from './report-drawer.tsx';

const ReportDrawer = lazyPart(() => import('./report-drawer.tsx'));
const Filter = labelledFilter(incidentLabels);

const filters = (
  <>
    <Filter name="oldmanName">
      <Input placeholder="请输入姓名" allowClear maxLength={20} />
    </Filter>
    <Filter name="type">
      <Select allowClear showSearch={{ optionFilterProp: 'label' }} placeholder="全部" options={choices(incidentTypes)} />
    </Filter>
    <Filter name="state">
      <Select allowClear placeholder="全部" options={choices(incidentStateLabels)} />
    </Filter>
    <Filter name="severity">
      <Select allowClear placeholder="全部" options={choices(severityLabels)} />
    </Filter>
    <Filter name="overdue">
      <Select allowClear placeholder="全部" options={[{ value: 'true', label: '只看超过时限' }]} />
    </Filter>
    <Filter name={['startDate', 'endDate']}>
      <DateRange days />
    </Filter>
  </>
);

const idIn = (params: URLSearchParams, name: string): number | null => {
  const id = Number(params.get(name));
  return Number.isSafeInteger(id) && id > 0 ? id : null;
};

export default function Incidents() {
  const may = useMay();
  const [params] = useSearchParams();
  const [reporting, setReporting] = useState<From | null>(null);
  const mayAdd = may(incidents.create);
  useAskedAdd(
    () => mayAdd && setReporting({ warning: idIn(params, 'warning'), person: idIn(params, 'person'), type: idIn(params, 'type') }),
  );
  const { openRemoval, bin, parts } = useRemoval(incidents, '不良事件');
  const accept = useSend(incidents.accept, changes);
  return (
    <>
      <DataTable
        name="incidents"
        noun="不良事件"
        route={incidents.page}
        columns={incidentColumns}
        filters={filters}
        {...(may(incidents.export) ? { exportRoute: incidents.export } : {})}
        addLabel="上报不良事件"
        onAdd={mayAdd ? () => setReporting({ warning: null, person: null, type: null }) : undefined}
        extra={
          <>
            {may(incidentStatistics.read) && (
              <Button icon={<BarChartOutlined aria-hidden />} onClick={() => go('/incident/statistics')}>
                统计
              </Button>
            )}
            {bin}
          </>
        }
        onRowDoubleClick={({ id }) => go(incidentAddress(id))}
        actions={({ id, version, state }) => [
          { label: '查看', onClick: () => go(incidentAddress(id)) },
          { label: '受理', onClick: () => accept.mutate({ id, version }), when: state === 1 && may(incidents.accept) },
          { label: '删除', danger: true, menu: true, onClick: () => openRemoval({ id }), when: state < 3 && may(incidents.remove) },
        ]}
      />
      {parts}
      <Suspense fallback={null}>{reporting && <ReportDrawer from={reporting} onClose={() => setReporting(null)} />}</Suspense>
    </>
  );
}
