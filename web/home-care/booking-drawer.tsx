/** One booking: what the family would like, its order, and what can be decided. */
import { Button, Descriptions, Skeleton } from 'antd';
import { useState } from 'react';
import { bookingSourceLabels, closedBooking, notBegun, type BookingAction } from '#contract/home-care/home-booking-commands.rules.ts';
import { homeBookingLabels } from '#contract/home-care/home-bookings.labels.ts';
import { homeBookings } from '#contract/home-care/home-bookings.ts';
import { metresText } from '#contract/work-orders/routes.rules.ts';
import { orderStatusLabels } from '#contract/work-orders/work-orders.rules.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { useCall } from '#web/api/call.ts';
import { PersonLink } from '#web/elderly/person-link.tsx';
import { orderAddress } from '#web/shell/addresses.ts';
import { go } from '#web/shell/go.ts';
import { PhoneLink } from '#web/ui/phone-link.tsx';
import { DictionaryTag } from '#web/ui/dictionary-tag.tsx';
import { MISSING, yuan } from '#web/ui/display.ts';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { labelledItems } from '#web/ui/labelled-items.ts';
import { PlaceMap } from '#web/ui/map.tsx';
import { useMay } from '#web/ui/may.ts';
import { State } from '#web/ui/state.tsx';
import { Time } from '#web/ui/time.tsx';
import { BookingDialog } from './booking-dialogs.tsx';
import { ConfirmForm } from './confirm-form.tsx';
import type { Booking } from './home-calls.ts';
import { wishText } from './wish-text.ts';
import { Wish } from './wish.tsx';
import './home-care.css';

function Facts({ booking }: { booking: Booking }) {
  const { oldmanId, oldmanName, contactName, phone, relation, address, metres, areaName, others, projects, price } = booking;
  return (
    <Descriptions
      size="small"
      column={{ xs: 1, md: 2 }}
      items={labelledItems(homeBookingLabels, [
        {
          key: 'oldmanId',
          children: (
            <span className="hc-line">
              <PersonLink id={oldmanId} name={oldmanName} />
              {oldmanId === null && <em className="hc-unknown">尚未核对</em>}
            </span>
          ),
        },
        { key: 'code', children: `${booking.code}（${bookingSourceLabels[booking.source]}）` },
        {
          key: 'contactName',
          children: (
            <span className="hc-line">
              {contactName}
              {relation !== null && <DictionaryTag type={homeBookingLabels.relation.dictionary} value={relation} />}
              <PhoneLink phone={phone} name={contactName} oldmanId={oldmanId} />
            </span>
          ),
        },
        { key: 'createTime', children: booking.createTime },
        { key: 'address', children: `${address}${metres === null ? '' : `（距机构 ${metresText(metres)}）`}` },
        { key: 'areaName', children: areaName ?? '区域外' },
        { key: 'day', label: '期望时间', children: <Wish booking={booking} /> },
        { key: 'others', children: others.map(wishText).join('；') || MISSING },
        { key: 'projects', children: projects.map(({ name, minutes }) => `${name}（${minutes} 分钟）`).join('、') },
        { key: 'price', children: yuan(price) },
        booking.note && { key: 'note', children: booking.note },
        booking.reason && { key: 'reason', children: booking.reason },
        booking.overrideReason && { key: 'overrideReason', children: `${booking.overrideReason}（${booking.overrideBy ?? ''}）` },
        booking.decidedBy && { key: 'decidedBy', children: booking.decidedBy },
      ])}
    />
  );
}

/** Its order, once there is one. */
function Order({ booking: { workOrderId, workNo, workState, serverTime, serverUserName } }: { booking: Booking }) {
  const may = useMay();
  if (workOrderId === null) return null;
  return (
    <section className="hc-order" aria-label="工单">
      <b>{workNo}</b>
      <span>{orderStatusLabels[workState ?? 0]}</span>
      <span>
        <Time value={serverTime} /> 上门
      </span>
      <span>{serverUserName ?? '未派单'}</span>
      {may(workOrders.get) && (
        <Button size="small" onClick={() => go(orderAddress(workOrderId))}>
          查看工单
        </Button>
      )}
    </section>
  );
}

export default function BookingDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const may = useMay();
  const [asked, setAsked] = useState<'decline' | 'cancel' | 'move' | null>(null);
  const { data, isError, error, refetch } = useCall(homeBookings.get, { id }, { quiet: true });
  const open = (action: BookingAction) => data !== undefined && closedBooking(data, action) === null;
  const free = data !== undefined && notBegun({ order_state: data.workState });
  const buttons = data && (
    <>
      {open('move') && free && may(homeBookings.move) && <Button onClick={() => setAsked('move')}>改约</Button>}
      {open('decline') && may(homeBookings.decline) && <Button onClick={() => setAsked('decline')}>婉拒</Button>}
      {open('cancel') && free && may(homeBookings.cancel) && (
        <Button danger onClick={() => setAsked('cancel')}>
          取消预约
        </Button>
      )}
    </>
  );
  return (
    <SideDrawer title="居家预约" open onClose={onClose} extra={buttons}>
      {!data &&
        (isError ? <Button onClick={() => void refetch()}>{error.message}，重试</Button> : <Skeleton active paragraph={{ rows: 8 }} />)}
      {data && (
        <div className="hc-booking">
          <div className="hc-booking-head">
            <h2>{data.oldmanName}</h2>
            <State of="homeBooking" value={data.state} />
          </div>
          <Facts booking={data} />
          <Order booking={data} />
          {data.longitude !== null && data.latitude !== null && (
            <PlaceMap
              system="gcj02"
              zoom={14}
              height={200}
              label="服务地址的地图"
              markers={[{ lng: data.longitude, lat: data.latitude, label: data.oldmanName }]}
            />
          )}
          {open('confirm') && may(homeBookings.confirm) && <ConfirmForm key={data.version} booking={data} />}
          {asked && <BookingDialog act={asked} booking={data} onClose={() => setAsked(null)} />}
        </div>
      )}
    </SideDrawer>
  );
}
