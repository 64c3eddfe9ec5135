/** /oldMan/detail: one service recipient. `?id=&tabid=basic|health|device|warning|order|package`; `isview=false` opens the form at once. */
import { EditOutlined, PhoneOutlined } from '@ant-design/icons';
import { Button, Skeleton, Tabs } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { devices } from '#contract/devices/devices.ts';
import { lastSeen } from '#contract/devices/last-seen.ts';
import { people } from '#contract/elderly/people.ts';
import { vitals } from '#contract/health/vitals.ts';
import { personPackages } from '#contract/elderly/person-packages.ts';
import { warnings } from '#contract/warnings/warnings.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { telOf } from '#contract/phones.rules.ts';
import { useCall } from '#web/api/call.ts';
import { Stays } from '#web/devices/device-stays.tsx';
import { PersonLastSeen } from '#web/devices/last-seen.tsx';
import { PersonDoors } from '#web/devices/person-doors.tsx';
import { PersonBasic, type PersonRow } from '#web/elderly/person-basic.tsx';
import { personFields, personToForm, personToInput } from '#web/elderly/person-fields.tsx';
import { PersonPackages } from '#web/elderly/person-packages.tsx';
import { ageText, bedText, FlagTags, genderText, StatusTag } from '#web/elderly/person-tags.tsx';
import { PersonHealth } from '#web/health/person-health.tsx';
import { PEOPLE } from '#web/shell/addresses.ts';
import { go } from '#web/shell/go.ts';
import { MissingPage } from '#web/shell/missing-page.tsx';
import { useTabLabel } from '#web/shell/tab-context.ts';
import { CrudDrawer } from '#web/ui/crud-drawer.tsx';
import { DictionaryTag } from '#web/ui/dictionary-tag.tsx';
import { useMay } from '#web/ui/may.ts';
import { StoredImage } from '#web/ui/stored-files.tsx';
import { PersonDevices } from './person-devices.tsx';
import { PersonOrders } from './person-orders.tsx';
import { PersonWarnings } from './person-warnings.tsx';
import './person.css';

function Head({ person, onEdit }: { person: PersonRow; onEdit: (() => void) | undefined }) {
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
          {person.userName} <StatusTag status={person.status} />
          {person.flags.length > 0 && <FlagTags flags={person.flags} />}
        </h2>
        <p>
          <span>{genderText(person.gender)}</span>
          <span>{ageText(person.age)}</span>
          <span>
            <DictionaryTag type="care_level" value={person.careLevel} />
          </span>
          <span>{bedText(person)}</span>
          {person.mobile && (
            <a href={telOf(person.mobile)}>
              <PhoneOutlined aria-hidden /> {person.mobile}
            </a>
          )}
        </p>
        <PersonLastSeen personId={person.id} />
      </div>
      <div className="p-head-buttons">
        <Button onClick={() => go(PEOPLE)}>返回列表</Button>
        {onEdit && (
          <Button type="primary" icon={<EditOutlined aria-hidden />} onClick={onEdit}>
            编辑
          </Button>
        )}
      </div>
    </header>
  );
}

export default function Person() {
  const may = useMay();
  const [params, setParams] = useSearchParams();
  const id = Number(params.get('id'));
  const known = Number.isSafeInteger(id) && id > 0;
  const { data: person, isError, error, refetch } = useCall(people.get, { id }, { enabled: known, quiet: true });
  const [editing, setEditing] = useState(params.get('isview') === 'false' && may(people.update));
  useTabLabel(person?.userName);

  if (!known || (isError && (!person || error.status === 404)))
    return <MissingPage error={error} noun="服务对象" back={PEOPLE} onRetry={() => void refetch()} />;
  if (!person) {
    return (
      <div className="y-page-width y-page-card" role="status" aria-label="正在加载">
        <Skeleton active avatar={{ size: 64 }} paragraph={{ rows: 8 }} />
      </div>
    );
  }

  const show = (tab: string) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        next.set('tabid', tab);
        return next;
      },
      { replace: true },
    );
  const items = [
    { key: 'basic', label: '基本信息', children: <PersonBasic person={person} /> },
    ...(may(vitals.latest) ? [{ key: 'health', label: '健康', children: <PersonHealth personId={id} name={person.userName} /> }] : []),
    ...(may(devices.page)
      ? [
          {
            key: 'device',
            label: '设备',
            children: (
              <>
                <PersonDoors oldmanId={id} name={person.userName} />
                <PersonDevices personId={id} />
                {may(lastSeen.stays) && (
                  <>
                    <h3 className="p-stays">去过的位置</h3>
                    <Stays oldmanId={id} />
                  </>
                )}
              </>
            ),
          },
        ]
      : []),
    ...(may(warnings.page) ? [{ key: 'warning', label: '预警', children: <PersonWarnings personId={id} /> }] : []),
    ...(may(workOrders.page) ? [{ key: 'order', label: '工单', children: <PersonOrders personId={id} /> }] : []),
    ...(may(personPackages.ofPerson) ? [{ key: 'package', label: '套餐', children: <PersonPackages person={person} /> }] : []),
  ];
  const tab = params.get('tabid');
  return (
    <div className="y-page-width">
      <section className="y-page-card">
        <Head person={person} onEdit={may(people.update) ? () => setEditing(true) : undefined} />
        <Tabs activeKey={items.some(({ key }) => key === tab) ? (tab as string) : 'basic'} onChange={show} items={items} destroyOnHidden />
      </section>
      {editing && (
        <CrudDrawer
          noun="服务对象"
          routes={people}
          id={id}
          toForm={personToForm}
          toInput={personToInput}
          size="large"
          onClose={() => setEditing(false)}
        >
          {personFields}
        </CrudDrawer>
      )}
    </div>
  );
}
