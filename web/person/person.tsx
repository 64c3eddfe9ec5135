/** /oldMan/detail: one service recipient. `?id=&tabid=today|basic|health|care|device|warning|order|account|contract|ticket|package`; `isview=false` opens the form at once. */
import { Skeleton, Tabs } from 'antd';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { accounts } from '#contract/accounts/accounts.ts';
import { careCharts } from '#contract/care/care-charts.ts';
import { carePlans } from '#contract/care/care-plans.ts';
import { careTasks } from '#contract/care/care-tasks.ts';
import { skinFindings } from '#contract/care/skin-findings.ts';
import { devices } from '#contract/devices/devices.ts';
import { lastSeen } from '#contract/devices/last-seen.ts';
import { personCodes } from '#contract/elderly/person-codes.ts';
import { personContacts } from '#contract/elderly/person-contacts.ts';
import { people } from '#contract/elderly/people.ts';
import { contracts } from '#contract/stay/contracts.ts';
import { checkouts } from '#contract/stay/checkouts.ts';
import { incidents } from '#contract/incidents/incidents.ts';
import { personRisks } from '#contract/incidents/person-risks.ts';
import { vitals } from '#contract/health/vitals.ts';
import { personPackages } from '#contract/elderly/person-packages.ts';
import { warnings } from '#contract/warnings/warnings.ts';
import { tickets } from '#contract/tickets/tickets.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { useCall } from '#web/api/call.ts';
import { PersonCare } from '#web/care/person-care.tsx';
import { Stays } from '#web/devices/device-stays.tsx';
import { PersonDoors } from '#web/devices/person-doors.tsx';
import { CallNote, callTo, type Calling } from '#web/elderly/call-note.tsx';
import { Arrangements } from '#web/elderly/arrangements.tsx';
import { cardKinds, useCardPrinting } from '#web/elderly/card-printing.ts';
import { PersonBasic, type PersonRow } from '#web/elderly/person-basic.tsx';
import { personFields, personToForm, personToInput } from '#web/elderly/person-fields.tsx';
import { PersonPackages } from '#web/elderly/person-packages.tsx';
import { noteRecent } from '#web/elderly/recent-people.ts';
import { forgetRecent } from '#web/elderly/recent-people.ts';
import { PersonHealth } from '#web/health/person-health.tsx';
import { PEOPLE, REGISTER, type PersonTab, newCheckoutAddress } from '#web/shell/addresses.ts';
import { go } from '#web/shell/go.ts';
import { MissingPage } from '#web/shell/missing-page.tsx';
import { useTab, useTabLabel } from '#web/shell/tab-context.ts';
import { CrudDrawer } from '#web/ui/crud-drawer.tsx';
import { useMay } from '#web/ui/may.ts';
import { useRemoval } from '#web/ui/removal.tsx';
import { PersonAccount } from '#web/accounts/person-account.tsx';
import { PersonIncidents } from '#web/incidents/person-incidents.tsx';
import { PersonRisks } from '#web/incidents/person-risks.tsx';
import { PersonContracts } from '#web/stay/person-contracts.tsx';
import { PersonTickets } from '#web/tickets/person-tickets.tsx';
import { LEFT, useActDialogs } from './acts.tsx';
import { Head } from './head.tsx';
import { PersonDevices } from './person-devices.tsx';
import { PersonOrders } from './person-orders.tsx';
import { PersonWarnings } from './person-warnings.tsx';
import { Today } from './today.tsx';
import './person.css';

export default function Person() {
  const [params] = useSearchParams();
  const id = Number(params.get('id'));
  const known = Number.isSafeInteger(id) && id > 0;
  const { data: person, isError, error, refetch } = useCall(people.get, { id }, { enabled: known, quiet: true });
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

  return <PersonPage key={id} person={person} />;
}

function PersonPage({ person }: { person: PersonRow }) {
  const { id } = person;
  const may = useMay();
  const [params, setParams] = useSearchParams();
  const [editing, setEditing] = useState(params.get('isview') === 'false' && may(people.update));
  const [call, setCall] = useState<Calling | null>(null);
  const [ask, dialogs] = useActDialogs(person);
  const printCards = useCardPrinting();
  const { close } = useTab();
  const { openRemoval, parts } = useRemoval(people, '服务对象', {
    onRemoved: () => {
      forgetRecent(id);
      close();
      go(PEOPLE);
    },
  });
  useEffect(() => noteRecent({ id, name: person.userName }), [id, person.userName]);
  const dial = (contact: string, phone: string) => {
    if (may(personContacts.addCall)) setCall(callTo(contact, phone));
  };

  const show = (tab: PersonTab) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        next.set('tabid', tab);
        return next;
      },
      { replace: true },
    );
  const items = [
    {
      key: 'today',
      label: '今天',
      children: (
        <Today person={person} onShow={show} onDial={dial} onContacts={may(personContacts.save) ? () => ask('contacts') : undefined} />
      ),
    },
    {
      key: 'basic',
      label: '基本信息',
      children: (
        <>
          <PersonBasic person={person} />
          <Arrangements person={person} />
        </>
      ),
    },
    ...(may(vitals.latest) ? [{ key: 'health', label: '健康', children: <PersonHealth personId={id} name={person.userName} /> }] : []),
    ...([carePlans.page, careTasks.page, careCharts.read, skinFindings.page].some(may)
      ? [{ key: 'care', label: '照护', children: <PersonCare personId={id} name={person.userName} /> }]
      : []),
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
    ...(may(accounts.get) ? [{ key: 'account', label: '账户', children: <PersonAccount personId={id} /> }] : []),
    ...(may(contracts.ofPerson) ? [{ key: 'contract', label: '合同', children: <PersonContracts person={person} /> }] : []),
    ...(may(incidents.page) ? [{ key: 'incident', label: '不良事件', children: <PersonIncidents personId={id} /> }] : []),
    ...(may(personRisks.ofPerson) ? [{ key: 'risk', label: '九防', children: <PersonRisks personId={id} /> }] : []),
    ...(may(tickets.ofPerson) ? [{ key: 'ticket', label: '诉求', children: <PersonTickets personId={id} /> }] : []),
    ...(may(personPackages.ofPerson) ? [{ key: 'package', label: '服务包', children: <PersonPackages person={person} /> }] : []),
  ];
  const tab = params.get('tabid');
  return (
    <div className="y-page-width">
      <section className="y-page-card">
        <Head
          person={person}
          onAct={ask}
          onDial={dial}
          onEdit={may(people.update) ? () => setEditing(true) : undefined}
          more={[
            ...(may(people.create) ? [{ key: 'register', label: '继续登记', onClick: () => go(`${REGISTER}?id=${id}`) }] : []),
            ...(person.status < LEFT && may(checkouts.submit)
              ? [{ key: 'checkout', label: '办理退住', onClick: () => go(newCheckoutAddress(id)) }]
              : []),
            ...(may(personCodes.prepare) && person.status < LEFT
              ? (['bed', 'band'] as const).map((kind) => ({
                  key: kind,
                  label: `打印${cardKinds[kind]}`,
                  onClick: () => printCards([id], kind),
                }))
              : []),
            ...(may(people.remove) ? [{ key: 'remove', label: '删除', danger: true, onClick: () => openRemoval({ id }) }] : []),
          ]}
        />
        {call && <CallNote key={call.since} personId={id} call={call} onEnd={() => setCall(null)} />}
        <Tabs
          activeKey={items.some(({ key }) => key === tab) ? (tab as string) : 'today'}
          onChange={(key) => show(key as PersonTab)}
          items={items}
          destroyOnHidden
        />
      </section>
      {dialogs}
      {parts}
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
