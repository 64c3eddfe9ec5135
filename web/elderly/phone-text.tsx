/** A number that is masked for who looks: a press shows it whole, which the operation log and the timeline of the person note. */
import { EyeOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { people } from '#contract/elderly/people.ts';
import { useSend } from '#web/api/call.ts';
import { PhoneLink } from '#web/ui/phone-link.tsx';
import { hiddenPhone } from '#contract/warnings/warning-records.rules.ts';
import './phone-text.css';

interface Props {
  personId: number;
  /** As the server gave it. */
  phone: string;
  name?: string | undefined;
}

/** One that is whole is a link that dials; a masked one becomes it by a press. */
export function PhoneText({ personId, phone, name }: Props) {
  const [whole, setWhole] = useState<string | null>(null);
  const reveal = useSend(people.phones, {
    onSuccess: ({ mobile, contacts }) =>
      setWhole([mobile, ...contacts.map((contact) => contact.phone)].find((one) => one && hiddenPhone(one) === phone) ?? null),
  });
  // Another number was saved meanwhile: the former one is shown no more.
  const shown = whole !== null && hiddenPhone(whole) === phone ? whole : phone;
  if (!shown.includes('*')) return <PhoneLink phone={shown} name={name} oldmanId={personId} />;
  return (
    <Button
      type="link"
      size="small"
      className="e-masked"
      icon={<EyeOutlined aria-hidden />}
      iconPlacement="end"
      loading={reveal.isPending}
      aria-label={`查看号码 ${shown}`}
      title="查看号码，会记入操作日志"
      onClick={(event) => {
        // The row of a list opens what it is about.
        event.stopPropagation();
        reveal.mutate({ id: personId });
      }}
    >
      {shown}
    </Button>
  );
}
