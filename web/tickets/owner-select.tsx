/** Who answers a ticket: those with the fewest open ones first. */
import { Select, type SelectProps } from 'antd';
import { tickets } from '#contract/tickets/tickets.ts';
import { useCall } from '#web/api/call.ts';

/** `texts`: the value is a text, as filters have it. */
export function OwnerSelect({
  groupId,
  texts = false,
  ...rest
}: Omit<SelectProps, 'options'> & { groupId: number | null; texts?: boolean }) {
  const { data } = useCall(tickets.owners, groupId === null ? {} : { groupId }, { quiet: true });
  const options = (data ?? []).map(({ userId, userName, open }) => ({
    value: texts ? String(userId) : userId,
    label: texts ? userName : `${userName}（${open} 个未办结）`,
  }));
  return (
    <Select allowClear showSearch={{ optionFilterProp: 'label' }} placeholder={texts ? '全部' : '不指定'} options={options} {...rest} />
  );
}
