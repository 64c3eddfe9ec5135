/** Adding or changing a menu or a button. */
import { Form, Input, InputNumber, Radio, Switch, TreeSelect } from 'antd';
import { useMemo } from 'react';
import type { Output } from '#contract/http.ts';
import { ownPath } from '#contract/users/menus.rules.ts';
import { menus, menuTypeLabels, type MenuNode } from '#contract/users/menus.ts';
import { menuLabels } from '#contract/users/menus.labels.ts';
import { useCall } from '#web/api/call.ts';
import { Carried } from '#web/ui/carried.tsx';
import { CrudDrawer } from '#web/ui/crud-drawer.tsx';
import { labelledField } from '#web/ui/form.tsx';
import { IconPicker } from './icon-picker.tsx';

const Field = labelledField(menuLabels);

const TYPES = Object.entries(menuTypeLabels).map(([value, label]) => ({ value, label }));
export const typeLabel = (type: string) => menuTypeLabels[type] ?? type;

const BUTTON = '1';
const ROOT = -1;

interface Option {
  value: number;
  title: string;
  disabled: boolean;
  children: Option[];
}
const optionsOf = (nodes: readonly MenuNode[], hidden: number | null, off = false): Option[] =>
  nodes
    .filter(({ type }) => type !== BUTTON)
    .map(({ id, name, children }) => {
      const below = off || id === hidden;
      return { value: id, title: name, disabled: below, children: optionsOf(children ?? [], hidden, below) };
    });

function ParentField({ id, value, onChange }: { id?: string; value?: number; onChange?: (id: number) => void }) {
  const hidden = Form.useWatch<number | undefined>('menuId', Form.useFormInstance()) ?? null;
  const { data, isPending } = useCall(menus.tree, {}, { staleTime: 30_000, quiet: true });
  const treeData = useMemo(
    () => [{ value: ROOT, title: '最上级', disabled: false, children: optionsOf(data ?? [], hidden) }],
    [data, hidden],
  );
  return (
    <TreeSelect
      id={id}
      value={value ?? ROOT}
      onChange={(one: number) => onChange?.(one)}
      treeData={treeData}
      treeDefaultExpandedKeys={[ROOT]}
      popupRender={(tree) => <div id={`${id}_list`}>{tree}</div>}
      showSearch={{ treeNodeFilterProp: 'title' }}
      loading={isPending}
      placeholder="请选择上级"
    />
  );
}

const asSwitch = {
  valuePropName: 'checked',
  getValueProps: (value?: string) => ({ checked: value === '1' }),
  normalize: (on: boolean) => (on ? '1' : '0'),
};

function Fields() {
  const isButton = Form.useWatch<string | undefined>('type', Form.useFormInstance()) === BUTTON;
  return (
    <>
      <Field name="type" wide>
        <Radio.Group optionType="button" options={TYPES} />
      </Field>
      <Field name="parentId" wide>
        <ParentField />
      </Field>
      <Field name="name">
        <Input placeholder={isButton ? '如 新增' : '如 用户管理'} maxLength={40} />
      </Field>
      <Field name="permission" extra="只能填写您自己拥有的权限；留空则人人可分配">
        <Input placeholder={isButton ? '如 sys_user_add' : '如 sys_user_view'} maxLength={64} />
      </Field>
      {!isButton && (
        <>
          <Field
            name="path"
            wide
            extra="站内路径如 /admin/user/index；外部网址以 https:// 开头，在新窗口打开；内嵌网页为 /myiframe/名称?src=网址；有下级的分组留空"
          >
            <Input placeholder="/…、https://… 或 /myiframe/…" maxLength={200} />
          </Field>
          <Field name="icon">
            <IconPicker />
          </Field>
          <Field name="keepAlive" extra="切到别的标签页再回来，内容不重新加载" {...asSwitch}>
            <Switch checkedChildren="保留" unCheckedChildren="不保留" />
          </Field>
        </>
      )}
      <Field name="sort" extra="数字小的排在前面">
        <InputNumber<number> min={0} max={9999} precision={0} />
      </Field>
      <Carried name="menuId" />
    </>
  );
}

const toForm = ({ menuId, parentId, name, permission, icon, path, sort, type, keepAlive }: Output<typeof menus.get>) => ({
  menuId,
  parentId,
  name,
  sort,
  type,
  keepAlive,
  ...(permission ? { permission } : {}),
  ...(icon ? { icon } : {}),
  ...(ownPath({ id: menuId, path }) ? { path } : {}),
});
const toInput = ({ menuId: _menuId, ...values }: Record<string, unknown>) => values;

const routes = { page: menus.tree, create: menus.create, get: menus.get, update: menus.update, remove: menus.remove };

interface Props {
  /** Null for a new one. */
  id: number | null;
  parentId: number;
  /** After the last of its siblings. */
  sort: number;
  onSaved: () => void;
  onClose: () => void;
}

export function MenuForm({ id, parentId, sort, onSaved, onClose }: Props) {
  return (
    <CrudDrawer
      noun="菜单"
      routes={routes}
      id={id}
      idField="menuId"
      initial={{ type: '0', parentId, sort, keepAlive: '1' }}
      toForm={toForm}
      toInput={toInput}
      onSaved={onSaved}
      onClose={onClose}
    >
      <Fields />
    </CrudDrawer>
  );
}
