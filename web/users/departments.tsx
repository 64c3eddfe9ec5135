/** /admin/dept/index 部门管理. */
import { Input, InputNumber } from 'antd';
import { useMemo, useState } from 'react';
import { departments } from '#contract/users/departments.ts';
import { users } from '#contract/users/users.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { useAskedAdd } from '#web/ui/asked-add.ts';
import type { Output } from '#contract/http.ts';
import { Carried } from '#web/ui/carried.tsx';
import { DepartmentField } from '#web/ui/department-field.tsx';
import type { Column } from '#web/ui/columns.ts';
import { CrudDrawer } from '#web/ui/crud-drawer.tsx';
import { TreeExport } from '#web/system/tree-export.tsx';
import { labelledField } from '#web/ui/form.tsx';
import { go } from '#web/shell/go.ts';
import { useMay } from '#web/ui/may.ts';
import { PickIdField } from '#web/ui/pick-field.tsx';
import { StaffPicker } from '#web/ui/staff-picker.tsx';
import { moved, treeOf, type TreeRow } from '#web/ui/tree-rows.ts';
import { TreeTable } from '#web/ui/tree-table.tsx';
import { phoneRule } from '#web/ui/phone-rule.ts';
import { MOST_TYPED } from '#contract/phones.rules.ts';
import { titled } from '#contract/labels.ts';
import { departmentLabels } from '#contract/users/departments.labels.ts';

const Field = labelledField(departmentLabels);

type Row = Output<typeof departments.list>[number] & TreeRow<Row>;

const columns: Column<Row>[] = titled(departmentLabels, [
  { key: 'name', width: 280, pin: 'left' },
  { key: 'users', width: 84, align: 'right' },
  { key: 'people', width: 100, align: 'right' },
  { key: 'leaderName', width: 120 },
  { key: 'phone', width: 150 },
  { key: 'sort', width: 76, align: 'right' },
  { key: 'createTime', width: 172 },
]);

const form = (
  <>
    <Field name="name" wide>
      <Input placeholder="如 护理一部" maxLength={40} />
    </Field>
    <Field name="parentId" wide extra="不选为最上级；数据权限“本部门及以下”按上下级计算">
      <DepartmentField placeholder="请选择上级部门" except="deptId" />
    </Field>
    <Field name="leaderId">
      <PickIdField
        nameIn="leaderName"
        route={users.page}
        placeholder="请选择负责人"
        renderList={(pick, list) => <StaffPicker title="选择负责人" {...list} onPick={({ userId, nickName }) => pick(userId, nickName)} />}
      />
    </Field>
    <Field name="phone" more={[phoneRule('contact')]}>
      <Input placeholder="部门电话" maxLength={MOST_TYPED} inputMode="tel" />
    </Field>
    <Field name="sort" extra="数字小的排在前面">
      <InputNumber<number> min={0} max={9999} precision={0} />
    </Field>
    <Carried name="deptId" />
    <Carried name="leaderName" />
  </>
);

const toForm = ({ deptId, name, parentId, leaderId, leaderName, phone, sort }: Output<typeof departments.get>) => ({
  deptId,
  name,
  sort,
  ...(parentId ? { parentId } : {}),
  ...(leaderId ? { leaderId, leaderName } : {}),
  ...(phone ? { phone } : {}),
});
const toInput = ({ deptId: _deptId, leaderName: _leaderName, ...values }: Record<string, unknown>) => values;

const routes = {
  page: departments.list,
  create: departments.create,
  get: departments.get,
  update: departments.update,
  remove: departments.remove,
};
const changes = [departments.list, departments.tree, departments.staff];
const textOf = ({ name, leaderName }: Row) => `${name} ${leaderName ?? ''}`;

type Editing = { id: number | null; parentId?: number };

export default function Departments() {
  const may = useMay();
  const query = useCall(departments.list, {}, { quiet: true });
  const [editing, setEditing] = useState<Editing | null>(null);
  const back = useAskedAdd(() => may(departments.create) && setEditing({ id: null }));
  const rows = useMemo(() => (query.data ? treeOf(query.data) : undefined), [query.data]);
  const tree = useCall(departments.tree, {}, { enabled: false });
  const remove = useSend(departments.remove, { changes });
  const arrange = useSend(departments.arrange, { changes, onError: () => void query.refetch() });
  const put = ({ parentId }: Row, ids: number[] | null) => {
    if (ids) arrange.mutate({ parentId: parentId || null, ids });
  };
  const shift = (row: Row, by: -1 | 1) => put(row, moved(rows ?? [], row.id, by));
  const mayEdit = may(departments.update);
  return (
    <>
      <TreeTable<Row>
        noun="部门"
        columns={columns}
        rows={rows}
        failure={query.error?.message ?? null}
        reading={query.isFetching}
        onReload={() => void query.refetch()}
        textOf={textOf}
        onArrange={mayEdit ? put : undefined}
        onAdd={may(departments.create) ? () => setEditing({ id: null }) : undefined}
        extra={<TreeExport noun="部门" route={departments.export} rows={rows} columns={[{ key: 'path' }, ...columns]} />}

        actions={(row) => [
          { label: '新增下级', onClick: () => setEditing({ id: null, parentId: row.id }), when: may(departments.create) },
          { label: '编辑', onClick: () => setEditing({ id: row.id }), when: mayEdit },
          {
            label: '删除',
            danger: true,
            menu: true,
            confirm: `确定删除“${row.name}”吗？删除后不能恢复`,
            onClick: () => remove.mutate({ id: row.id }),
            when: may(departments.remove),
          },
          { label: '上移', onClick: () => shift(row, -1), when: mayEdit, disabled: moved(rows ?? [], row.id, -1) === null },
          { label: '下移', onClick: () => shift(row, 1), when: mayEdit, disabled: moved(rows ?? [], row.id, 1) === null },
          { label: '查看员工', onClick: () => go(`/admin/user/index?dept=${row.id}`), when: may(users.page) },
        ]}
      />
      {editing && (
        <CrudDrawer
          key={editing.id ?? `new ${editing.parentId ?? ''}`}
          noun="部门"
          routes={routes}
          id={editing.id}
          idField="deptId"
          initial={{ sort: 0, ...(editing.parentId ? { parentId: editing.parentId } : {}) }}
          toForm={toForm}
          toInput={toInput}
          onSaved={() => {
            void tree.refetch();
            if (editing.id === null) back();
          }}
          onClose={() => setEditing(null)}
        >
          {form}
        </CrudDrawer>
      )}
    </>
  );
}
