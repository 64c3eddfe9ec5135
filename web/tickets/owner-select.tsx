/** Who answers a ticket: those with the fewest open ones first. */
import { Select, type SelectProps } from 'antd';
import { tickets } from '#contract/tickets/tickets.ts';
import { useCall } from '#web/api/call.ts';

export function OwnerSelect({ groupId, ...rest }: Omit<SelectProps, 'options'> & { groupId: number | null }) {
  const { data } = useCall(tickets.owners, groupId === null ? {} : { groupId }, { quiet: true });
  const options = (data ?? []).map(({ userId, userName, open }) => ({ value: userId, label: `${userName}（${open} 个未办结）` }));
  return <Select allowClear showSearch={{ optionFilterProp: 'label' }} placeholder="不指定" options={options} {...rest} />;
}
