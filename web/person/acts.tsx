/** What can be done for a person, each in place: the dialogs of the areas that own it. */
import {
  CalendarOutlined,
  CarOutlined,
  GiftOutlined,
  HeartOutlined,
  HomeOutlined,
  MobileOutlined,
  PhoneOutlined,
  PlusSquareOutlined,
} from '@ant-design/icons';
import { Suspense, useState, type ReactNode } from 'react';
import { devices } from '#contract/devices/devices.ts';
import { lockMembers } from '#contract/devices/lock-members.ts';
import { personContacts } from '#contract/elderly/person-contacts.ts';
import { personPackages } from '#contract/elderly/person-packages.ts';
import { placements } from '#contract/elderly/placements.ts';
import { measurements } from '#contract/health/measurements.ts';
import { beds } from '#contract/rooms/beds.ts';
import { workOrderPlans } from '#contract/work-orders/work-order-plans.ts';
import { outings } from '#contract/visitors/outings.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { showMessage } from '#web/api/messages.ts';
import { MovedDoors } from '#web/devices/person-doors.tsx';
import type { PersonRow } from '#web/elderly/person-basic.tsx';
import { PersonBed, useMoveBed } from '#web/rooms/bed-moves.tsx';
import { lazyPart } from '#web/shell/lazy-part.ts';
import { useMay } from '#web/ui/may.ts';

const BindDevice = lazyPart(() => import('#web/devices/bind-device.tsx'));
const ContactsDrawer = lazyPart(() => import('#web/elderly/contacts-drawer.tsx'));
const EntryDrawer = lazyPart(() => import('#web/health/entry-drawer.tsx'));
const PackageAdd = lazyPart(() => import('#web/elderly/package-add.tsx'));
const PlanDrawer = lazyPart(() => import('#web/work-orders/plan-drawer.tsx'));
const OutingDrawer = lazyPart(() => import('#web/visitors/outing-drawer.tsx'));
const WorkOrderDrawer = lazyPart(() => import('#web/work-orders/work-order-drawer.tsx'));

export type Act = 'device' | 'bed' | 'order' | 'package' | 'measure' | 'contacts' | 'plan' | 'outing';

/** By the dictionary oldman_status. */
const IN_HOUSE = 1;
export const LEFT = 4;

export interface ActButton {
  act: Act;
  label: string;
  icon: ReactNode;
}

/** What this user may do for this person, in the order of the buttons. Who has left gets nothing new. */
export function useActs(person: PersonRow): readonly ActButton[] {
  const may = useMay();
  const here = person.status < LEFT;
  const all: readonly (ActButton & { when: boolean })[] = [
    { act: 'measure', label: '录入体征', icon: <HeartOutlined aria-hidden />, when: here && may(measurements.create) },
    { act: 'order', label: '下单', icon: <PlusSquareOutlined aria-hidden />, when: here && may(workOrders.create) },
    {
      act: 'bed',
      label: person.bedId === null ? '安排床位' : '换床',
      icon: <HomeOutlined aria-hidden />,
      when: here && may(placements.move) && may(beds.page),
    },
    { act: 'device', label: '绑定设备', icon: <MobileOutlined aria-hidden />, when: here && may(devices.update) && may(devices.page) },
    { act: 'package', label: '添加服务包', icon: <GiftOutlined aria-hidden />, when: here && may(personPackages.add) },
    { act: 'plan', label: '照护计划', icon: <CalendarOutlined aria-hidden />, when: here && may(workOrderPlans.create) },
    { act: 'outing', label: '外出登记', icon: <CarOutlined aria-hidden />, when: person.status === IN_HOUSE && may(outings.create) },
    { act: 'contacts', label: '联系人', icon: <PhoneOutlined aria-hidden />, when: may(personContacts.save) },
  ];
  return all.filter(({ when }) => when);
}

/** `const [ask, dialogs] = useActDialogs(person)`: opens what an act needs, above the page. */
export function useActDialogs(person: PersonRow): [(act: Act) => void, ReactNode] {
  const may = useMay();
  const [open, setOpen] = useState<Act | null>(null);
  const [moved, setMoved] = useState<{ endedCodes: number } | null>(null);
  const move = useMoveBed((_moved, endedCodes) => {
    if (may(lockMembers.ofPerson)) setMoved({ endedCodes });
    else if (endedCodes > 0) showMessage('info', `操作成功，原房间门锁的${endedCodes}个密码已撤销`);
  });
  const close = () => setOpen(null);
  const dialogs = (
    <>
      <Suspense fallback={null}>
        {open === 'device' && <BindDevice person={person} onClose={close} />}
        {open === 'order' && <WorkOrderDrawer orderId={null} personId={person.id} onClose={close} />}
        {open === 'package' && <PackageAdd person={person} onClose={close} />}
        {open === 'measure' && <EntryDrawer personId={person.id} name={person.userName} onClose={close} />}
        {open === 'contacts' && <ContactsDrawer person={person} onClose={close} />}
        {open === 'outing' && <OutingDrawer outing={null} person={person} onClose={close} />}
        {open === 'plan' && <PlanDrawer id={null} person={person} onClose={close} />}
      </Suspense>
      {open === 'bed' && <PersonBed person={person} onMove={move} onClose={close} />}
      {moved && <MovedDoors oldmanId={person.id} name={person.userName} endedCodes={moved.endedCodes} onClose={() => setMoved(null)} />}
    </>
  );
  return [setOpen, dialogs];
}
