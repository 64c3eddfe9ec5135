/** /care/skin 皮肤记录: what is not healed yet, who was looked at last comes first; `?id=` opens one. */
import { Input, Select } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { skinKinds, skinStateLabels } from '#contract/care/skin-commands.rules.ts';
import { skinLabels } from '#contract/care/skin-findings.labels.ts';
import { skinFindings } from '#contract/care/skin-findings.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { choices } from '#web/ui/inputs.tsx';
import { useMay } from '#web/ui/may.ts';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { skinColumns } from './skin-columns.tsx';

const SkinDrawer = lazy(() => import('./skin-drawer.tsx'));
const SkinForm = lazy(() => import('./skin-form.tsx'));
const Filter = labelledFilter(skinLabels);
const BEGIN = { state: '1' };

const filters = (
  <>
    <Filter name="oldmanName">
      <Input allowClear maxLength={20} placeholder="请输入姓名" />
    </Filter>
    <Filter name="state">
      <Select allowClear placeholder="全部" options={choices(skinStateLabels)} />
    </Filter>
    <Filter name="kind">
      <Select allowClear placeholder="全部" options={choices(skinKinds)} />
    </Filter>
    <Filter name="pressure">
      <Select allowClear placeholder="全部" options={[{ value: 'true', label: '只看压疮' }]} />
    </Filter>
  </>
);

export default function Skin() {
  const may = useMay();
  const [params] = useSearchParams();
  const asked = Number(params.get('id'));
  const [shown, setShown] = useState<number | null>(Number.isSafeInteger(asked) && asked > 0 ? asked : null);
  const [adding, setAdding] = useState(false);
  return (
    <>
      <DataTable
        name="skin-findings"
        noun="皮肤记录"
        route={skinFindings.page}
        columns={skinColumns}
        filters={filters}
        begin={BEGIN}
        addLabel="新增皮肤记录"
        onAdd={may(skinFindings.create) ? () => setAdding(true) : undefined}
        onRowDoubleClick={({ id }) => setShown(id)}
        actions={({ id }) => [{ label: '查看', onClick: () => setShown(id) }]}
      />
      <Suspense fallback={null}>
        {shown !== null && <SkinDrawer key={shown} id={shown} onClose={() => setShown(null)} />}
        {adding && (
          <SkinForm
            onDone={(id) => {
              setAdding(false);
              setShown(id);
            }}
            onClose={() => setAdding(false)}
          />
        )}
      </Suspense>
    </>
  );
}
