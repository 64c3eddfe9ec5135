/** The tabs of a person's page, in their order. A new area adds its line here, and its key to `PersonTab` of web/shell/addresses.ts. */
import type { ComponentType, ReactNode } from 'react';
import { accounts } from '#contract/accounts/accounts.ts';
import { careCharts } from '#contract/care/care-charts.ts';
import { assessments } from '#contract/assessments/assessments.ts';
import { carePlans } from '#contract/care/care-plans.ts';
import { careTasks } from '#contract/care/care-tasks.ts';
import { restraints } from '#contract/care/restraints.ts';
import { skinFindings } from '#contract/care/skin-findings.ts';
import { devices } from '#contract/devices/devices.ts';
import { personDocuments } from '#contract/elderly/person-documents.ts';
import { personPackages } from '#contract/elderly/person-packages.ts';
import { vitals } from '#contract/health/vitals.ts';
import type { Route } from '#contract/http.ts';
import { incidents } from '#contract/incidents/incidents.ts';
import { personRisks } from '#contract/incidents/person-risks.ts';
import { timeline } from '#contract/screens/timeline.ts';
import { contracts } from '#contract/stay/contracts.ts';
import { tickets } from '#contract/tickets/tickets.ts';
import { visitTasks } from '#contract/visits/visit-tasks.ts';
import { warnings } from '#contract/warnings/warnings.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { Arrangements } from '#web/elderly/arrangements.tsx';
import { PersonBasic, type PersonRow } from '#web/elderly/person-basic.tsx';
import type { PersonTab } from '#web/shell/addresses.ts';
import { lazyPart } from '#web/shell/lazy-part.ts';
import { Today } from './today.tsx';

/** What the page gives to its tabs. */
export interface TabGiven {
  person: PersonRow;
  /** Shows another tab. */
  onShow: (tab: PersonTab) => void;
  onDial: (contact: string, phone: string) => void;
  /** Opens the contacts for those who may change them. */
  onContacts: (() => void) | undefined;
}

interface Declared {
  key: PersonTab;
  label: string;
  /** Shown to those who may call one of these; to all who see the page without it. */
  when?: readonly Route[];
  render: (given: TabGiven) => ReactNode;
}

/** A component by its name in its file, loaded when its tab is first shown. */
const later = <N extends string, P extends object>(load: () => Promise<Record<N, ComponentType<P>>>, name: N) =>
  lazyPart(async () => ({ default: (await load())[name] }));

const PersonTimeline = later(() => import('./person-timeline.tsx'), 'PersonTimeline');
const PersonHealth = later(() => import('#web/health/person-health.tsx'), 'PersonHealth');
const PersonCare = later(() => import('#web/care/person-care.tsx'), 'PersonCare');
const DeviceTab = later(() => import('./device-tab.tsx'), 'DeviceTab');
const PersonWarnings = later(() => import('./person-warnings.tsx'), 'PersonWarnings');
const PersonOrders = later(() => import('./person-orders.tsx'), 'PersonOrders');
const PersonVisits = later(() => import('#web/visits/person-visits.tsx'), 'PersonVisits');
const PersonAccount = later(() => import('#web/accounts/person-account.tsx'), 'PersonAccount');
const PersonContracts = later(() => import('#web/stay/person-contracts.tsx'), 'PersonContracts');
const PersonDocuments = later(() => import('#web/elderly/person-documents.tsx'), 'PersonDocuments');
const PersonIncidents = later(() => import('#web/incidents/person-incidents.tsx'), 'PersonIncidents');
const PersonRisks = later(() => import('#web/incidents/person-risks.tsx'), 'PersonRisks');
const PersonAssessments = later(() => import('#web/assessments/person-assessments.tsx'), 'PersonAssessments');
const PersonTickets = later(() => import('#web/tickets/person-tickets.tsx'), 'PersonTickets');
const PersonPackages = later(() => import('#web/elderly/person-packages.tsx'), 'PersonPackages');

const today = ({ person, onShow, onDial, onContacts }: TabGiven) => (
  <Today person={person} onShow={onShow} onDial={onDial} onContacts={onContacts} />
);
const basic = ({ person }: TabGiven) => (
  <>
    <PersonBasic person={person} />
    <Arrangements person={person} />
  </>
);

export const personTabs: readonly Declared[] = [
  { key: 'today', label: '今天', render: today },
  {
    key: 'timeline',
    label: '时间线',
    when: [timeline.page],
    render: ({ person }) => <PersonTimeline personId={person.id} name={person.userName} />,
  },
  { key: 'basic', label: '基本信息', render: basic },
  {
    key: 'health',
    label: '健康',
    when: [vitals.latest],
    render: ({ person }) => <PersonHealth personId={person.id} name={person.userName} />,
  },
  {
    key: 'care',
    label: '照护',
    when: [carePlans.page, careTasks.page, careCharts.read, skinFindings.page, restraints.page],
    render: ({ person }) => <PersonCare personId={person.id} name={person.userName} />,
  },
  { key: 'assessment', label: '评估', when: [assessments.page], render: ({ person }) => <PersonAssessments personId={person.id} /> },
  { key: 'device', label: '设备', when: [devices.page], render: ({ person }) => <DeviceTab personId={person.id} name={person.userName} /> },
  { key: 'warning', label: '预警', when: [warnings.page], render: ({ person }) => <PersonWarnings personId={person.id} /> },
  { key: 'order', label: '工单', when: [workOrders.page], render: ({ person }) => <PersonOrders personId={person.id} /> },
  { key: 'visit', label: '探访', when: [visitTasks.person], render: ({ person }) => <PersonVisits personId={person.id} /> },
  { key: 'account', label: '账户', when: [accounts.get], render: ({ person }) => <PersonAccount personId={person.id} /> },
  { key: 'contract', label: '合同', when: [contracts.ofPerson], render: ({ person }) => <PersonContracts person={person} /> },
  { key: 'document', label: '档案文件', when: [personDocuments.page], render: ({ person }) => <PersonDocuments person={person} /> },
  { key: 'incident', label: '不良事件', when: [incidents.page], render: ({ person }) => <PersonIncidents personId={person.id} /> },
  { key: 'risk', label: '九防', when: [personRisks.ofPerson], render: ({ person }) => <PersonRisks personId={person.id} /> },
  { key: 'ticket', label: '诉求', when: [tickets.ofPerson], render: ({ person }) => <PersonTickets personId={person.id} /> },
  { key: 'package', label: '服务包', when: [personPackages.ofPerson], render: ({ person }) => <PersonPackages person={person} /> },
];
