/** Whom to call about a person, in their order. */
import { PhoneOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { personContacts } from '#contract/elderly/person-contacts.ts';
import { personContactLabels } from '#contract/elderly/person-contacts.labels.ts';
import type { Output } from '#contract/http.ts';
import { dialLink } from '#web/api/dialling.ts';
import { DictionaryTag } from '#web/ui/dictionary-tag.tsx';
import { PhoneText } from './phone-text.tsx';
import './contacts.css';

export type Contact = Output<typeof personContacts.ofPerson>['contacts'][number];

/** How a contact is called where there is only a number. */
export const contactName = ({ name }: Contact) => name ?? '紧急联系人';

interface Props {
  personId: number;
  contacts: readonly Contact[];
  /** Hears whom is dialled by the device's telephone. */
  onDial: (contact: string, phone: string) => void;
}

export function ContactList({ personId, contacts, onDial }: Props) {
  return (
    <ol className="e-contacts">
      {contacts.map((contact, at) => (
        <li key={at}>
          <b>{contactName(contact)}</b>
          {contact.relation !== null && <DictionaryTag type={personContactLabels.relation.dictionary} value={contact.relation} />}
          {contact.phone === null ? (
            <span className="y-missing">未登记电话</span>
          ) : contact.phone.includes('*') ? (
            <PhoneText personId={personId} phone={contact.phone} name={contactName(contact)} />
          ) : (
            <>
              <span>{contact.phone}</span>
              <Button
                size="small"
                type="link"
                icon={<PhoneOutlined aria-hidden />}
                aria-label={`拨打 ${contact.phone}`}
                {...dialLink({ phone: contact.phone, name: contactName(contact), oldmanId: personId }, () =>
                  onDial(contactName(contact), contact.phone as string),
                )}
              >
                拨打
              </Button>
            </>
          )}
          {contact.notes && <small>{contact.notes}</small>}
        </li>
      ))}
    </ol>
  );
}
