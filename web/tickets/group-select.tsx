/** A group of staff that answers tickets. */
import { Select, type SelectProps } from 'antd';
import { ticketGroups } from '#contract/tickets/ticket-settings.ts';
import { useCall } from '#web/api/call.ts';

/** `texts`: the value is a text, as filters have it. */
export function GroupSelect({ texts = false, ...rest }: SelectProps & { texts?: boolean }) {
  const { data } = useCall(ticketGroups.choices, {}, { quiet: true });
  const options = (data ?? []).map(({ id, name }) => ({ value: texts ? String(id) : id, label: name }));
  return <Select allowClear placeholder={texts ? '全部' : '不指定'} options={options} {...rest} />;
}
