/** Who the page is about, and what can be done for them. */
import { DownOutlined, EditOutlined, MoreOutlined, PhoneOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { personContacts } from '#contract/elderly/person-contacts.ts';
import { useCall } from '#web/api/call.ts';
import { dialLink } from '#web/api/dialling.ts';
import { PersonLastSeen } from '#web/devices/last-seen.tsx';
import { contactName } from '#web/elderly/contacts.tsx';
import type { PersonRow } from '#web/elderly/person-basic.tsx';
import { ageText, bedText, FlagTags, genderText } from '#web/elderly/person-tags.tsx';
import { PEOPLE } from '#web/shell/addresses.ts';
import { go } from '#web/shell/go.ts';
import { PhoneLink } from '#web/ui/phone-link.tsx';
import { DictionaryTag } from '#web/ui/dictionary-tag.tsx';
import { useMay } from '#web/ui/may.ts';
import { StoredImage } from '#web/ui/stored-files.tsx';
import { State } from '#web/ui/state.tsx';
import { useActs, type Act } from './acts.tsx';
import { PhoneText } from '#web/elderly/phone-text.tsx';
import './person.css';

interface Props {
  person: PersonRow;
  onAct: (act: Act) => void;
  onDial: (contact: string, phone: string) => void;
  onEdit: (() => void) | undefined;
  /** Entries of 更多. */
  more: readonly { key: string; label: string; danger?: boolean; onClick: () => void }[];
}

/** Dials the person or one of their contacts; each entry is a link that dials. */
function CallMenu({ person, onDial }: Pick<Props, 'person' | 'onDial'>) {
  const may = useMay();
  const { data } = useCall(personContacts.ofPerson, { oldmanId: person.id }, { quiet: true, enabled: may(personContacts.ofPerson) });
  const numbers = [
    ...(person.mobile ? [{ name: `${person.userName}（本人）`, phone: person.mobile }] : []),
    ...(data?.contacts ?? []).flatMap((contact) => (contact.phone ? [{ name: contactName(contact), phone: contact.phone }] : [])),
    // Who only looks shows them one by one.
  ].filter(({ phone }) => !phone.includes('*'));
  if (numbers.length === 0) return null;
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: numbers.map(({ name, phone }, at) => ({
          key: String(at),
          label: (
            <a {...dialLink({ phone, name, oldmanId: person.id }, () => onDial(name, phone))}>
              {name} {phone}
            </a>
          ),
        })),
      }}
    >
      <Button icon={<PhoneOutlined aria-hidden />}>
        呼叫 <DownOutlined aria-hidden />
      </Button>
    </Dropdown>
  );
}

export function Head({ person, onAct, onDial, onEdit, more }: Props) {
  const acts = useActs(person);
  const [first, ...others] = acts.filter(({ act }) => act !== 'contacts' && act !== 'plan');
  return (
    <header className="p-head">
      {person.avatar ? (
        <StoredImage url={person.avatar} alt={`${person.userName}的照片`} size={64} />
      ) : (
        <span className="p-initial" aria-hidden>
          {person.userName.slice(0, 1)}
        </span>
      )}
      <div className="p-who">
        <h2>
          {person.userName} <State of="person" value={person.status} />
          {person.flags.length > 0 && <FlagTags flags={person.flags} />}
        </h2>
        <p>
          <span>{genderText(person.gender)}</span>
          <span>{ageText(person.age)}</span>
          <span>
            <DictionaryTag type="care_level" value={person.careLevel} />
          </span>
          <span>{bedText(person)}</span>
          {person.mobile &&
            (person.mobile.includes('*') ? (
              <PhoneText personId={person.id} phone={person.mobile} name={person.userName} />
            ) : (
              <PhoneLink
                icon
                phone={person.mobile}
                name={person.userName}
                oldmanId={person.id}
                onTel={() => onDial(`${person.userName}（本人）`, person.mobile as string)}
              />
            ))}
        </p>
        <PersonLastSeen personId={person.id} />
      </div>
      <div className="p-head-buttons">
        <Button onClick={() => go(PEOPLE)}>返回列表</Button>
        {onEdit && (
          <Button icon={<EditOutlined aria-hidden />} onClick={onEdit}>
            编辑
          </Button>
        )}
        {more.length > 0 && (
          <Dropdown
            trigger={['click']}
            menu={{
              items: more.map(({ key, label, danger = false }) => ({ key, label, danger })),
              onClick: ({ key, domEvent }) => {
                // An Enter that opens a dialog would press the button that has the focus there.
                domEvent.preventDefault();
                more.find((entry) => entry.key === key)?.onClick();
              },
            }}
          >
            <Button icon={<MoreOutlined aria-hidden />} aria-label="更多操作" />
          </Dropdown>
        )}
      </div>
      <div className="p-acts" role="group" aria-label={`为${person.userName}办理`}>
        {first && (
          <Button type="primary" icon={first.icon} onClick={() => onAct(first.act)}>
            {first.label}
          </Button>
        )}
        {others.map(({ act, label, icon }) => (
          <Button key={act} icon={icon} onClick={() => onAct(act)}>
            {label}
          </Button>
        ))}
        <CallMenu person={person} onDial={onDial} />
      </div>
    </header>
  );
}
