/** /business/bccostservice 服务分类: the tree that service projects hang from. */
import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { Input, InputNumber } from 'antd';
import { useEffect } from 'react';
import { serviceTypes } from '#contract/services/services.ts';
import { titled } from '#contract/labels.ts';
import { serviceTypeLabels } from '#contract/services/services.labels.ts';
import { keyOf } from '#web/api/call.ts';
import { Carried } from '#web/ui/carried.tsx';
import type { Column } from '#web/ui/columns.ts';
import { CrudPage } from '#web/ui/crud-page.tsx';
import type { RowOf } from '#web/ui/data-table.tsx';
import { MISSING } from '#web/ui/display.ts';
import { labelledField } from '#web/ui/form.tsx';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { TypeSelect, useTypePath } from './type-tree.tsx';

const Field = labelledField(serviceTypeLabels);
const Filter = labelledFilter(serviceTypeLabels);

type TypeRow = RowOf<typeof serviceTypes.page>;

function ParentPath({ parentId }: { parentId: number | null }) {
  const pathOf = useTypePath();
  return parentId === null ? <span className="y-missing">顶级分类</span> : <>{pathOf(parentId) || MISSING}</>;
}

const columns: Column<TypeRow>[] = titled(serviceTypeLabels, [
  { key: 'name', width: 200, sort: 'name' },
  { key: 'parentId', width: 220, render: ({ parentId }) => <ParentPath parentId={parentId} /> },
  { key: 'sort', width: 88, align: 'right', sort: 'sort' },
  { key: 'tenantName', width: 200, minor: 2 },
  { key: 'createBy', width: 120, minor: 2 },
  { key: 'createTime', width: 172, minor: 2, sort: 'create_time' },
]);

const filters = (
  <Filter name="name">
    <Input placeholder="请输入分类名称" allowClear maxLength={40} />
  </Filter>
);

const form = (
  <>
    <Field name="name" wide>
      <Input placeholder="如 生活照料" maxLength={40} />
    </Field>
    <Field name="parentId" wide extra="不选为顶级分类">
      <TypeSelect placeholder="请选择上级分类" allowClear except="self" />
    </Field>
    <Field name="sort" extra="数字小的排在前面">
      <InputNumber<number> min={0} max={9999} precision={0} />
    </Field>
    <Carried name="self" />
  </>
);

const toForm = ({ id, name, parentId, sort }: TypeRow) => ({ self: id, name, sort, ...(parentId === null ? {} : { parentId }) });
const toInput = ({ self: _self, ...values }: Record<string, unknown>) => values;

export default function ServiceTypes() {
  const client = useQueryClient();
  const reading = useIsFetching({ queryKey: keyOf(serviceTypes.page) });
  // Whatever has changed the list has changed the tree that selects and paths are made of.
  useEffect(() => {
    if (reading === 0) void client.invalidateQueries({ queryKey: keyOf(serviceTypes.tree) });
  }, [client, reading]);
  return (
    <CrudPage
      name="service-types"
      noun="服务分类"
      routes={serviceTypes}
      exportRoute={serviceTypes.export}
      columns={columns}
      filters={filters}
      form={form}
      initial={{ sort: 0 }}
      toForm={toForm}
      toInput={toInput}
      size="small"
      numbered
    />
  );
}
