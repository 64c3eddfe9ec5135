/** 今天: what one has to know of a person now, each part with the way to all of it. */
import { Alert } from 'antd';
import { devices } from '#contract/devices/devices.ts';
import { personContacts } from '#contract/elderly/person-contacts.ts';
import { observations } from '#contract/health/observations.ts';
import { vitals } from '#contract/health/vitals.ts';
import { warnings } from '#contract/warnings/warnings.ts';
import { visitorRecords } from '#contract/visitors/visitor-records.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import type { PersonRow } from '#web/elderly/person-basic.tsx';
import type { PersonTab } from '#web/shell/addresses.ts';
import { useMay } from '#web/ui/may.ts';
import { TodayVisits } from './today-visits.tsx';
import { TodayDevices, TodayFamily, TodayObservations, TodayOrders, TodayVitals, TodayWarnings } from './today-parts.tsx';
import './today.css';

/** By the dictionary oldman_status: why the person is not in the house. */
const ABSENT: Record<number, string> = { 2: '请假外出，目前不在院内', 3: '住院，目前不在院内', 4: '已离院', 5: '已故' };

interface Props {
  person: PersonRow;
  onShow: (tab: PersonTab) => void;
  onDial: (contact: string, phone: string) => void;
  onContacts: (() => void) | undefined;
}

export function Today({ person, onShow, onDial, onContacts }: Props) {
  const may = useMay();
  const { id } = person;
  return (
    <div className="p-today">
      {ABSENT[person.status] && (
        <Alert
          className="p-absent"
          type="info"
          showIcon
          title={`${person.userName}${ABSENT[person.status]}`}
          {...(person.status <= 3 && person.place ? { description: `床位 ${person.place} 保留` } : {})}
        />
      )}
      {may(vitals.latest) && <TodayVitals personId={id} onMore={() => onShow('health')} />}
      {may(warnings.page) && <TodayWarnings personId={id} onMore={() => onShow('warning')} />}
      {may(workOrders.page) && <TodayOrders personId={id} onMore={() => onShow('order')} />}
      {may(devices.page) && <TodayDevices personId={id} onMore={() => onShow('device')} />}
      {may(observations.page) && <TodayObservations personId={id} />}
      {may(visitorRecords.page) && <TodayVisits personId={id} name={person.userName} />}
      {may(personContacts.ofPerson) && <TodayFamily personId={id} onDial={onDial} onEdit={onContacts} />}
    </div>
  );
}
