/** The number of an order: typed, or one of the person's own and of their contacts, in the order in which they are called. */
import { AutoComplete, Form, Input } from 'antd';
import { personContacts } from '#contract/elderly/person-contacts.ts';
import { people } from '#contract/elderly/people.ts';
import { useCall } from '#web/api/call.ts';
import { MOST_TYPED } from '#contract/phones.rules.ts';
import { useDictionary } from '#web/ui/use-dictionary.ts';
import { useMay } from '#web/ui/may.ts';
import type { OrderValues } from './work-order-form.ts';

interface Props {
  id?: string;
  value?: string;
  onChange?: (phone: string) => void;
}

export function PhoneField({ id, value, onChange }: Props) {
  const may = useMay();
  const personId = Form.useWatch('person', Form.useFormInstance<OrderValues>())?.id ?? null;
  const wanted = { quiet: true, staleTime: 60_000 };
  const own = useCall(people.get, { id: personId ?? 0, masked: true }, { ...wanted, enabled: personId !== null && may(people.get) });
  const others = useCall(
    personContacts.ofPerson,
    { oldmanId: personId ?? 0 },
    { ...wanted, enabled: personId !== null && may(personContacts.ofPerson) },
  );
  const { options: relations } = useDictionary('relation');
  const relationOf = (value: number | null) => relations.find((one) => Number(one.value) === value)?.label;
  const known = [
    ...(own.data?.mobile ? [{ phone: own.data.mobile, who: '本人' }] : []),
    ...(others.data?.contacts ?? []).flatMap(({ name, phone, relation }) =>
      phone ? [{ phone, who: [relationOf(relation), name].filter(Boolean).join(' ') }] : [],
    ),
  ];
  const options = [...new Map(known.map(({ phone, who }) => [phone, { value: phone, label: `${phone}　${who}` }])).values()];
  return (
    <AutoComplete id={id} value={value} onChange={onChange} options={personId === null ? [] : options} popupMatchSelectWidth={false}>
      <Input maxLength={MOST_TYPED} placeholder="手机或固定电话" inputMode="tel" />
    </AutoComplete>
  );
}
