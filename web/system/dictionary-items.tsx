/** The items of a dictionary: what forms offer. */
import { Alert, Button, Input, InputNumber, Tag } from 'antd';
import { useState } from 'react';
import { dictionaries, dictionaryItems } from '#contract/system/dictionaries.ts';
import { titled } from '#contract/labels.ts';
import { dictionaryItemLabels } from '#contract/system/dictionaries.labels.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { DraftDialog } from '#web/ui/draft-dialog.tsx';
import type { Column } from '#web/ui/columns.ts';
import { CrudDrawer } from '#web/ui/crud-drawer.tsx';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { labelledField } from '#web/ui/form.tsx';
import { useMay } from '#web/ui/may.ts';
import { SortableList } from '#web/ui/sortable-list.tsx';
import { labelledFilter } from '#web/ui/search-form.tsx';
import type { DictionaryRow } from './dictionary-list.tsx';

const Field = labelledField(dictionaryItemLabels);
const Filter = labelledFilter(dictionaryItemLabels);

type ItemRow = RowOf<typeof dictionaryItems.page>;

const filters = (
  <Filter name="label">
    <Input placeholder="请输入标签" allowClear maxLength={50} />
  </Filter>
);

const form = (
  <>
    <Field name="label" extra="表单和列表里显示的文字">
      <Input placeholder="如 一级护理" maxLength={50} />
    </Field>
    <Field name="value" extra="保存在数据里，同一字典内不能重复">
      <Input placeholder="如 1" maxLength={50} />
    </Field>
    <Field name="sort" extra="数字小的排在前面">
      <InputNumber<number> min={0} max={99_999} precision={0} />
    </Field>
    <Field name="description" label="说明" wide>
      <Input placeholder="选填" maxLength={100} />
    </Field>
    <Field name="remarks" wide>
      <Input.TextArea placeholder="选填" maxLength={200} showCount autoSize={{ minRows: 2, maxRows: 4 }} />
    </Field>
  </>
);

const changes = [dictionaryItems.page, dictionaries.page, dictionaries.byType, dictionaries.uses];

/** All items in a list that is put in order by hand. */
function Arrange({ dictionary, onClose }: { dictionary: DictionaryRow; onClose: () => void }) {
  const query = useCall(dictionaries.byType, { type: dictionary.type }, { staleTime: 0, quiet: true });
  const [order, setOrder] = useState<readonly { id: number; label: string; value: string }[] | null>(null);
  const send = useSend(dictionaryItems.arrange, {
    changes,
    onSuccess: onClose,
    onError: () => void query.refetch().then(() => setOrder(null)),
  });
  const items = order ?? query.data ?? [];
  return (
    <DraftDialog
      title={`“${dictionary.description ?? dictionary.type}”的排序`}
      okText="保存"
      cancelText="取消"
      okButtonProps={{ disabled: order === null, loading: send.isPending }}
      onOk={() => send.mutate({ dictId: dictionary.id, ids: items.map(({ id }) => id) })}
      isDirty={() => order !== null}
      onClose={onClose}
      width={420}
    >
      <p className="m-note">拖动左侧的手柄，或选中手柄后按上下方向键。</p>
      {query.isError && <Alert type="error" showIcon title={query.error.message} />}
      <div className="m-arrange">
        <SortableList
          items={items}
          keyOf={({ id }) => String(id)}
          labelOf={({ label }) => label}
          onChange={setOrder}
          render={({ label, value }) => (
            <span>
              {label} <small className="m-faint">{value}</small>
            </span>
          )}
        />
      </div>
    </DraftDialog>
  );
}

function Places({ places }: { places: readonly string[] }) {
  if (places.length === 0) return <span className="m-faint">没有内置页面使用，可供自定义表单使用</span>;
  return (
    <span>
      用于：
      {places.map((place) => (
        <Tag key={place}>{place}</Tag>
      ))}
    </span>
  );
}

export function DictionaryItems({ dictionary }: { dictionary: DictionaryRow }) {
  const may = useMay();
  const [editing, setEditing] = useState<{ id: number | null } | null>(null);
  const [arranging, setArranging] = useState(false);
  const uses = useCall(dictionaries.uses, { id: dictionary.id }, { quiet: true });
  const remove = useSend(dictionaryItems.remove, { changes });
  const builtIn = dictionary.system === '1';
  const recordsOf = (value: string) => uses.data?.values.find((one) => one.value === value)?.records ?? 0;
  const columns: Column<ItemRow>[] = titled(dictionaryItemLabels, [
    { key: 'label', width: 180, pin: 'left', sort: 'label' },
    { key: 'value', width: 120, sort: 'value' },
    { key: 'sort', width: 84, align: 'right', sort: 'sort' },
    ...(uses.data?.places.length
      ? [{ key: 'records', title: '使用中', width: 100, align: 'right' as const, render: ({ value }: ItemRow) => `${recordsOf(value)} 条` }]
      : []),
    { key: 'description', title: '说明', width: 180 },
    { key: 'remarks', width: 200, minor: 2 },
    { key: 'updateTime', width: 172, minor: 2 },
  ]);
  const confirmOf = ({ label, value }: ItemRow) =>
    recordsOf(value) > 0
      ? `有 ${recordsOf(value)} 条记录正在使用“${label}”，删除后这些记录显示为 --。确定删除吗？`
      : `确定删除“${label}”吗？删除后不能恢复`;
  return (
    <div className="m-items">
      <header className="m-items-head">
        <h2>{dictionary.description ?? dictionary.type}</h2>
        <code className="m-code">{dictionary.type}</code>
        {builtIn && <Tag color="processing">系统内置</Tag>}
        {uses.data && <Places places={uses.data.places} />}
        {builtIn && <p>系统内置字典的已有选项由程序使用，不能修改或删除；可以新增选项。</p>}
        {dictionary.remarks && <p>{dictionary.remarks}</p>}
      </header>
      <DataTable
        key={dictionary.id}
        name="dictionary-items"
        noun="字典项"
        route={dictionaryItems.page}
        exportRoute={dictionaryItems.export}
        imports={dictionaryItems}
        columns={columns}
        filters={filters}
        fixed={{ dictId: dictionary.id }}
        state="own"
        height="parent"
        onAdd={may(dictionaryItems.create) ? () => setEditing({ id: null }) : undefined}
        extra={may(dictionaryItems.arrange) && !builtIn && dictionary.items > 1 && <Button onClick={() => setArranging(true)}>排序</Button>}
        {...(builtIn
          ? {}
          : {
              actions: (item: ItemRow) => [
                { label: '编辑', onClick: () => setEditing({ id: item.id }), when: may(dictionaryItems.update) },
                {
                  label: '删除',
                  danger: true,
                  menu: true,
                  confirm: confirmOf(item),
                  onClick: () => remove.mutate({ id: item.id }),
                  when: may(dictionaryItems.remove),
                },
              ],
            })}
      />
      {editing && (
        <CrudDrawer
          key={editing.id ?? 'new'}
          noun="字典项"
          routes={dictionaryItems}
          id={editing.id}
          initial={{ sort: dictionary.items + 1 }}
          toInput={(values) => ({ ...values, dictId: dictionary.id })}
          onSaved={() => void uses.refetch()}
          size="small"
          onClose={() => setEditing(null)}
        >
          {form}
        </CrudDrawer>
      )}
      {arranging && <Arrange dictionary={dictionary} onClose={() => setArranging(false)} />}
    </div>
  );
}
