/** The roles that the signed-in person may give: several, by id. */
import { Select } from 'antd';
import { invitations } from '#contract/onboarding/invitations.ts';
import { useCall } from '#web/api/call.ts';

interface Props {
  id?: string;
  value?: number[];
  onChange?: (ids: number[]) => void;
}

export function RoleChoice({ id, value, onChange }: Props) {
  const { data, isPending, isError, refetch } = useCall(invitations.roles, {}, { quiet: true, staleTime: 60_000 });
  return (
    <Select
      {...(id ? { id } : {})}
      mode="multiple"
      value={value ?? []}
      onChange={(ids: number[]) => onChange?.(ids)}
      options={data?.map(({ roleId, roleName }) => ({ value: roleId, label: roleName })) ?? []}
      showSearch={{ optionFilterProp: 'label' }}
      loading={isPending}
      status={isError ? 'warning' : ''}
      onOpenChange={(open) => open && isError && void refetch()}
      placeholder="请选择角色"
      notFoundContent={isError ? '加载失败，请重新打开' : isPending ? '加载中…' : '没有可授予的角色'}
    />
  );
}
