/** The fields of a package: name, quotas, durations with their prices, menus. */
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Alert, Button, Input, InputNumber, Radio, Skeleton, Switch, Tree } from 'antd';
import { useMemo } from 'react';
import { packages, type PackageMenu } from '#contract/subscriptions/packages.ts';
import { packageLabels } from '#contract/subscriptions/packages.labels.ts';
import { useCall } from '#web/api/call.ts';
import { labelledField, FormSection } from '#web/ui/form.tsx';
import { MoneyInput } from '#web/ui/money-input.tsx';
import { choosable, marksOf, toggledMenu } from './menu-choices.ts';

const Field = labelledField(packageLabels);

export interface OptionRow {
  sku: string;
  timeNum: number | null;
  price: number | null;
  open: boolean;
}

interface Given<T> {
  id?: string;
  value?: T;
  onChange?: (value: T) => void;
  disabled?: boolean;
}

const fresh: OptionRow = { sku: '', timeNum: 365, price: null, open: true };

/** Durations: a sku each, which orders keep for ever. */
function Options({ id, value = [], onChange, disabled = false }: Given<OptionRow[]>) {
  const change = (at: number, part: Partial<OptionRow>) =>
    onChange?.(value.map((one, index) => (index === at ? { ...one, ...part } : one)));
  return (
    <div className="sub-options" id={id} tabIndex={-1}>
      {value.map((option, index) => (
        <div key={index} role="group" aria-label={`规格${index + 1}`}>
          <Input
            value={option.sku}
            maxLength={40}
            placeholder="规格编码，如 STD-365"
            aria-label="规格编码"
            disabled={disabled}
            onChange={(event) => change(index, { sku: event.target.value })}
          />
          <InputNumber<number>
            value={option.timeNum}
            min={1}
            max={3660}
            precision={0}
            suffix="天"
            aria-label="时长（天）"
            disabled={disabled}
            onChange={(timeNum) => change(index, { timeNum })}
          />
          <MoneyInput
            value={option.price}
            min={0.01}
            max={10_000_000}
            placeholder="价格"
            aria-label="价格（元）"
            disabled={disabled}
            onChange={(price) => change(index, { price })}
          />
          <Switch
            checked={option.open}
            checkedChildren="在售"
            unCheckedChildren="停售"
            aria-label="在售"
            disabled={disabled}
            onChange={(open) => change(index, { open })}
          />
          <Button
            type="text"
            icon={<DeleteOutlined aria-hidden />}
            aria-label={`删除规格${index + 1}`}
            disabled={disabled}
            onClick={() => onChange?.(value.filter((_one, at) => at !== index))}
          />
        </div>
      ))}
      <Button
        type="dashed"
        icon={<PlusOutlined aria-hidden />}
        disabled={disabled || value.length >= 20}
        onClick={() => onChange?.([...value, fresh])}
      >
        添加规格
      </Button>
    </div>
  );
}

interface Node {
  key: string;
  title: string;
  disableCheckbox: boolean;
  children: Node[];
}
const toNodes = (menus: readonly PackageMenu[]): Node[] =>
  menus.map(({ key, name, type, fixed, children = [] }) => ({
    key,
    title: fixed ? `${name}（必含）` : type === 1 ? `${name}（按钮）` : name,
    disableCheckbox: fixed,
    children: toNodes(children),
  }));

/** Null is everything, also what later versions bring. */
function Menus({ id, value = null, onChange, disabled = false }: Given<string[] | null>) {
  const { data: tree, error } = useCall(packages.menuTree, {}, { quiet: true, staleTime: 600_000 });
  const nodes = useMemo(() => toNodes(tree ?? []), [tree]);
  const marks = useMemo(() => marksOf(tree ?? [], new Set(value ?? choosable(tree ?? []))), [tree, value]);
  if (error) return <Alert type="error" showIcon title={error.message} />;
  if (!tree) return <Skeleton active paragraph={{ rows: 4 }} />;
  return (
    <div className="sub-menus" id={id} tabIndex={-1}>
      <Radio.Group
        value={value === null}
        disabled={disabled}
        onChange={({ target }) => onChange?.(target.value ? null : choosable(tree))}
        options={[
          { value: true, label: '全部功能（包括以后新增的）' },
          { value: false, label: `选择功能${value === null ? '' : `（已选 ${value.length} 项）`}` },
        ]}
      />
      {value !== null && (
        <Tree<Node>
          checkable
          checkStrictly
          selectable={false}
          height={340}
          disabled={disabled}
          treeData={nodes}
          checkedKeys={marks}
          onCheck={(_keys, { node }) => onChange?.(toggledMenu(tree, new Set(value), String(node.key)))}
        />
      )}
    </div>
  );
}

export const packageFields = (
  <>
    <Field name="packageName">
      <Input maxLength={30} placeholder="如 标准版" />
    </Field>
    <Field name="packageCode" extra="字母、数字、下划线或横线，全平台唯一">
      <Input maxLength={20} placeholder="如 standard" />
    </Field>
    <Field name="description" wide>
      <Input maxLength={200} placeholder="购买时显示，如 适合50张床位以内的机构" />
    </Field>
    <FormSection title="配额（不填为不限）">
      <Field name="accountLimit" label="用户数上限">
        <InputNumber<number> min={1} max={1_000_000} precision={0} suffix="个" placeholder="不限" />
      </Field>
      <Field name="peopleLimit" label="服务对象上限">
        <InputNumber<number> min={1} max={10_000_000} precision={0} suffix="人" placeholder="不限" />
      </Field>
      <Field name="deviceLimit" label="设备上限">
        <InputNumber<number> min={1} max={10_000_000} precision={0} suffix="台" placeholder="不限" />
      </Field>
      <Field name="storageGigabytes" label="存储空间上限" rules={[]}>
        <InputNumber<number> min={0.01} max={900_000} precision={2} suffix="GB" placeholder="不限" />
      </Field>
    </FormSection>
    <FormSection title="购买规格">
      <Field name="items" label="时长与价格" wide>
        <Options />
      </Field>
      <Field name="sort" extra="小的在前">
        <InputNumber<number> min={0} max={9999} precision={0} />
      </Field>
      <Field name="open" label="上架" valuePropName="checked">
        <Switch checkedChildren="在售" unCheckedChildren="下架" />
      </Field>
    </FormSection>
    <FormSection title="包含的功能">
      <Field name="menus" label="菜单与按钮" wide>
        <Menus />
      </Field>
    </FormSection>
  </>
);
