/** One visit: whom and where, what was found before, and entering what was found now. On a phone it fills the screen. */
import { PrinterOutlined } from '@ant-design/icons';
import { Alert, Button, Descriptions, Form, Skeleton } from 'antd';
import { Suspense, useState } from 'react';
import { ON_SITE, visitWays } from '#contract/visits/visit-plans.rules.ts';
import { visitTaskLabels } from '#contract/visits/visit-tasks.labels.ts';
import { isOpenVisit, isLateVisit, visitPhases } from '#contract/visits/visit-tasks.rules.ts';
import { visitTasks } from '#contract/visits/visit-tasks.ts';
import { tickets } from '#contract/tickets/tickets.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { ColleagueField } from '#web/approvals/colleague-field.tsx';
import { genderText } from '#web/elderly/person-tags.tsx';
import { PersonLink } from '#web/elderly/person-link.tsx';
import { newTicketAddress, orderAddress, ticketAddress } from '#web/shell/addresses.ts';
import { useCurrentUser } from '#web/shell/current-user.ts';
import { go } from '#web/shell/go.ts';
import { lazyPart } from '#web/shell/lazy-part.ts';
import { PhoneLink } from '#web/ui/phone-link.tsx';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { labelledItems } from '#web/ui/labelled-items.ts';
import { useMay } from '#web/ui/may.ts';
import { State } from '#web/ui/state.tsx';
import { StoredImage } from '#web/ui/stored-files.tsx';
import { distanceText } from '#web/work-orders/whereabouts.ts';
import { BeginButton } from './begin-button.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { MissedDialog, RecordDrawer } from './record-dialogs.tsx';
import { changes, type WholeVisit } from './visit-calls.ts';
import { Outcome } from './visit-columns.tsx';
import './visits.css';

const VisitPaper = lazyPart(() => import('./visit-paper.tsx'));
const WorkOrderDrawer = lazyPart(() => import('#web/work-orders/work-order-drawer.tsx'));

function AssignDialog({ visit: { id, version, userId }, onClose }: { visit: WholeVisit; onClose: () => void }) {
  const send = useSend(visitTasks.assign, { ...changes, onSuccess: onClose });
  return (
    <FormDialog<{ userId: number }>
      title="指派探访人"
      okText="指派"
      pending={send.isPending}
      width={440}
      initial={userId === null ? {} : { userId }}
      onSubmit={({ userId: to }) => send.mutate({ id, version, userId: to })}
      onClose={onClose}
    >
      <Form.Item name="userId" label={visitTaskLabels.userId} rules={[{ required: true, message: '请选择探访人' }]}>
        <ColleagueField />
      </Form.Item>
    </FormDialog>
  );
}

function Said({ visit }: { visit: WholeVisit }) {
  const answered = visit.answers.filter(({ value, files }) => value !== '' || files.length > 0);
  const photos = [...visit.photos, ...answered.flatMap(({ files }) => files)];
  return (
    <>
      <Descriptions
        size="small"
        column={1}
        items={labelledItems(visitTaskLabels, [
          { key: 'result', children: <Outcome visit={visit} /> },
          ...answered.filter(({ value }) => value !== '').map(({ title, value }) => ({ key: title, label: title, children: value })),
          visit.note !== '' && { key: 'note', children: visit.note },
          { key: 'doneTime', children: `${visit.doneTime}，${visit.doneName}登记${isLateVisit(visit) ? '（超期）' : ''}` },
        ])}
      />
      {photos.length > 0 && (
        <div className="vi-photos">
          {photos.map((url, at) => (
            <StoredImage key={url} url={url} alt={`探访照片${at + 1}`} />
          ))}
        </div>
      )}
      {visit.signature !== null && <StoredImage url={visit.signature} alt="服务对象签名" />}
    </>
  );
}

const dueText = ({ dueDay, dueClock, closeDay }: WholeVisit) =>
  `${dueDay}${dueClock === null ? '' : ` ${dueClock}`}${dueDay === closeDay ? '' : `，最晚${closeDay}`}`;

/** What an order says of the visit: what was found, else what was noted. */
const remarksOf = ({ finding, note }: WholeVisit) =>
  `探访发现：${[finding, note].filter(Boolean).join('；') || '需上门服务'}`.slice(0, 100);

function Facts({ visit }: { visit: WholeVisit }) {
  return (
    <Descriptions
      size="small"
      column={1}
      items={labelledItems(visitTaskLabels, [
        { key: 'place', children: visit.place },
        visit.mobile !== null && {
          key: 'mobile',
          children: visit.mobile && <PhoneLink icon phone={visit.mobile} name={visit.oldmanName} oldmanId={visit.oldmanId} />,
        },
        visit.contactName !== null && {
          key: 'contactName',
          children: (
            <>
              {`${visit.contactName}　`}
              {visit.contactPhone && <PhoneLink icon phone={visit.contactPhone} name={visit.contactName} oldmanId={visit.oldmanId} />}
            </>
          ),
        },
        { key: 'planName', children: `${visit.planName}，${visitWays[visit.planWay]}` },
        visit.purpose !== '' && { key: 'purpose', children: visit.purpose },
        { key: 'dueDay', children: dueText(visit) },
        visit.movedDay !== null && { key: 'movedDay', children: `${visit.movedDay}，${visit.movedBy}改期：${visit.moveReason}` },
        { key: 'userName', children: `${visit.userName ?? '待指派'}${visit.meantName === null ? '' : `（代${visit.meantName}）`}` },
        visit.lastDay !== null && { key: 'lastDay', children: visit.lastDay },
        visit.beginTime !== null && {
          key: 'beginTime',
          children: `${visit.beginTime}${visit.beginDistance === null ? '' : `，距住址约${distanceText(visit.beginDistance)}`}`,
        },
      ])}
    />
  );
}

/** Phases in which a visit can be moved; a missed one for a while. */
const MOVABLE: readonly number[] = [visitPhases.later, visitPhases.due, visitPhases.overdue, visitPhases.missed];

type Asked = 'record' | 'missed' | 'assign' | 'move' | 'order' | 'print';

export default function VisitDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const may = useMay();
  const self = useCurrentUser()?.sysUser.userId;
  const [asked, setAsked] = useState<Asked | null>(null);
  const { data: visit, isError, refetch } = useCall(visitTasks.get, { id }, { quiet: true });
  const close = () => setAsked(null);
  const open = visit !== undefined && isOpenVisit(visit.state);
  const movable = visit !== undefined && MOVABLE.includes(visit.state) && may(visitTasks.move);
  const note = useSend(visitTasks.ordered, changes);
  const mine = open && may(visitTasks.record) && (visit.userId === null || visit.userId === self || may(visitTasks.assign));
  return (
    <SideDrawer title="探访任务" open size="small" onClose={onClose}>
      {!visit && (isError ? <Button onClick={() => void refetch()}>没有读到，重试</Button> : <Skeleton active paragraph={{ rows: 8 }} />)}
      {visit && (
        <div className="vi-visit">
          <div className="vi-head">
            <h2>
              <PersonLink id={visit.oldmanId} name={visit.oldmanName} tab="visit" />
            </h2>
            <span>{[genderText(visit.gender), visit.age === null ? '' : `${visit.age}岁`, ...visit.flags].filter(Boolean).join('，')}</span>
            <State of="visitTask" value={visit.state} />
          </div>
          {open && visit.lastFinding !== null && <Alert type="warning" showIcon title={`上次发现：${visit.lastFinding}`} />}
          {open && visit.missed > 0 && <Alert type="error" showIcon title={`此前连续${visit.missed}次未见到人`} />}
          <div className="vi-buttons">
            {mine && (
              <Button type="primary" onClick={() => setAsked('record')}>
                登记探访
              </Button>
            )}
            {mine && visit.planWay === ON_SITE && visit.state !== visitPhases.begun && <BeginButton visit={visit} />}
            {mine && <Button onClick={() => setAsked('missed')}>未见到人</Button>}
            {open && may(visitTasks.assign) && <Button onClick={() => setAsked('assign')}>指派</Button>}
            {movable && (visit.userId === self || may(visitTasks.assign)) && <Button onClick={() => setAsked('move')}>改期</Button>}
            {visit.doneTime !== null && visit.workOrderId === null && may(workOrders.create) && may(visitTasks.ordered) && (
              <Button onClick={() => setAsked('order')}>转为工单</Button>
            )}
            {visit.workOrderId !== null && may(workOrders.get) && (
              <Button onClick={() => go(orderAddress(visit.workOrderId!))}>查看工单</Button>
            )}
            {visit.doneTime !== null && visit.ticketId === null && may(tickets.create) && (
              <Button onClick={() => go(newTicketAddress('visit', visit.id))}>转为诉求</Button>
            )}
            {visit.ticketId !== null && <Button onClick={() => go(ticketAddress(visit.ticketId!))}>查看诉求</Button>}
            {visit.doneTime !== null && (
              <Button icon={<PrinterOutlined aria-hidden />} onClick={() => setAsked('print')}>
                打印
              </Button>
            )}
          </div>
          {visit.doneTime !== null && <Said visit={visit} />}
          <Facts visit={visit} />
          {asked === 'record' && <RecordDrawer visit={visit} onClose={close} />}
          {asked === 'missed' && <MissedDialog visit={visit} onClose={close} />}
          {asked === 'assign' && <AssignDialog visit={visit} onClose={close} />}
          {asked === 'move' && <MoveDialog visit={visit} onClose={close} />}
          <Suspense fallback={null}>
            {asked === 'print' && <VisitPaper visit={visit} onDone={close} />}
            {asked === 'order' && (
              <WorkOrderDrawer
                orderId={null}
                personId={visit.oldmanId}
                remarks={remarksOf(visit)}
                onClose={close}
                onSaved={(workOrderId) => note.mutate({ id: visit.id, workOrderId })}
              />
            )}
          </Suspense>
        </div>
      )}
    </SideDrawer>
  );
}
