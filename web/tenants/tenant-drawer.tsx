/** Opening a tenant, or changing one. */
import { Form, Input, InputNumber, Select } from 'antd';
import type { Input as InputOf } from '#contract/http.ts';
import { PLATFORM, tenants } from '#contract/tenants/tenants.ts';
import { tenantLabels } from '#contract/tenants/tenants.labels.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { Day } from '#web/ui/day.tsx';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { ContractForm, labelledField, FormSection } from '#web/ui/form.tsx';
import type { RowOf } from '#web/ui/data-table.tsx';
import { RegionCascader } from '#web/ui/region-cascader.tsx';
import { fromGigabytes, toGigabytes } from './figures.ts';
import type { OnceShownFacts } from './once-shown.tsx';

const Field = labelledField(tenantLabels);

export type TenantRow = RowOf<typeof tenants.page>;

interface Props {
  /** Null opens a new one. */
  row: TenantRow | null;
  onClose: () => void;
  onMade: (facts: OnceShownFacts) => void;
}

/** Tenants to choose from, other than the platform. */
function TenantSelect({
  id,
  value,
  onChange,
  placeholder,
  platform,
}: {
  id?: string;
  value?: number;
  onChange?: (value: number) => void;
  placeholder: string;
  platform?: boolean;
}) {
  const { data = [], isPending } = useCall(tenants.tenantList, {});
  const options = data.filter((one) => platform || one.id !== PLATFORM).map((one) => ({ value: one.id, label: one.name }));
  return (
    <Select
      {...(id ? { id } : {})}
      {...(value === undefined ? {} : { value })}
      {...(onChange ? { onChange } : {})}
      options={options}
      loading={isPending}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={placeholder}
    />
  );
}

/** The fields of both forms. */
const common = (
  <>
    <Field name="startTime">
      <Day withTime placeholder="默认即刻" />
    </Field>
    <Field name="endTime">
      <Day withTime placeholder="不填为长期有效" />
    </Field>
    <Field name="regionCode" label="所在地区" wide>
      <RegionCascader anyLevel />
    </Field>
    <FormSection title="配额（不填为不限）">
      <Field name="usersMost" label="用户数上限">
        <InputNumber<number> min={0} max={1_000_000} precision={0} suffix="个" placeholder="不限" />
      </Field>
      <Field name="peopleMost">
        <InputNumber<number> min={0} max={10_000_000} precision={0} suffix="人" placeholder="不限" />
      </Field>
      <Field name="storageGigabytes" label="存储空间上限" rules={[]}>
        <InputNumber<number> min={0} max={900_000} precision={2} suffix="GB" placeholder="不限" />
      </Field>
    </FormSection>
  </>
);

const NAMES = ['name', 'code', 'startTime', 'endTime', 'regionCode', 'usersMost', 'peopleMost', 'packageCode', 'logo'] as const;

export default function TenantDrawer({ row, onClose, onMade }: Props) {
  const [form] = Form.useForm();
  const changes = [tenants.page, tenants.tree, tenants.tenantList];
  const create = useSend(tenants.create, {
    changes,
    onSuccess: ({ username, password }, { name }) => {
      onClose();
      onMade({
        title: '租户已开通',
        note: '一次性密码只在此显示一次，请立即复制并交给租户管理员；首次登录后须修改。',
        lines: [
          ['租户', String(name)],
          ['用户名', username],
          ['密码', password],
        ],
      });
    },
  });
  const update = useSend(tenants.update, { changes, onSuccess: onClose });
  const submit = ({ storageGigabytes, ...values }: Record<string, unknown>) => {
    const storageMost = fromGigabytes(storageGigabytes as number | null | undefined);
    if (row === null) return create.mutate({ ...values, storageMost } as InputOf<typeof tenants.create>);
    const kept = Object.fromEntries(
      NAMES.map((name) => [name, values[name] === undefined ? (name in values ? null : row[name]) : values[name]]),
    );
    update.mutate({ ...kept, storageMost, id: row.id, version: row.version } as InputOf<typeof tenants.update>);
  };
  return (
    <SideDrawer
      title={row === null ? '新增租户' : `编辑租户`}
      open
      onClose={onClose}
      isDirty={() => form.isFieldsTouched()}
      confirmLabel="保存"
      confirming={create.isPending || update.isPending}
      onConfirm={() => form.submit()}
    >
      <ContractForm
        route={row === null ? tenants.create : tenants.update}
        form={form}
        onSubmit={submit}
        initialValues={
          row === null
            ? {}
            : { ...Object.fromEntries(NAMES.map((name) => [name, row[name] ?? undefined])), storageGigabytes: toGigabytes(row.storageMost) }
        }
      >
        <Field name="name">
          <Input placeholder="如 平安颐养院" maxLength={50} />
        </Field>
        <Field name="code" label="租户编码" extra="字母、数字、下划线或横线，全平台唯一">
          <Input placeholder="如 pingan" maxLength={32} />
        </Field>
        {row === null && (
          <>
            <Field name="parentId">
              <TenantSelect placeholder="不选为独立机构" />
            </Field>
            <Field name="cloneFrom" extra="复制其菜单、字典与角色；不选使用系统默认">
              <TenantSelect platform placeholder="系统默认" />
            </Field>
            <Field name="adminUsername" extra="不填为“编码_admin”">
              <Input maxLength={32} autoComplete="off" />
            </Field>
            <Field name="adminName">
              <Input maxLength={20} placeholder="管理员" />
            </Field>
          </>
        )}
        {common}
      </ContractForm>
    </SideDrawer>
  );
}
