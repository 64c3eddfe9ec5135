/** The parts of an order's detail page that are only read. */
import { AlertOutlined } from '@ant-design/icons';
import { Card, Descriptions, Rate, Skeleton, Tag } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { isRule, rules } from '#contract/warnings/warnings.rules.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { useCall } from '#web/api/call.ts';
import { PhoneLink } from '#web/ui/phone-link.tsx';
import { DictionaryTag } from '#web/ui/dictionary-tag.tsx';
import { labelOf, MISSING, yuan } from '#web/ui/display.ts';
import { PlaceMap } from '#web/ui/map.tsx';
import { Timeline, type Entry } from '#web/ui/timeline.tsx';
import { Place } from '#web/ui/place.tsx';
import { labelledItems } from '#web/ui/labelled-items.ts';
import { whereText } from '#contract/rooms/places.rules.ts';
import { workOrderLabels } from '#contract/work-orders/work-orders.labels.ts';
import type { OrderDetail } from './order-calls.ts';
import { RiskFlags, SOURCES, UrgencyTag } from './order-tags.tsx';
import { scoreMethods } from './rating-dialog.tsx';

type Order = OrderDetail['workOrder'];

/** Of the dictionary: who was not assessed counts as fully capable (specification 2, section 3). */
const ABLE = 0;

const orMissing = (value: ReactNode) => value || <span className="y-missing">{MISSING}</span>;
const Phone = ({ number }: { number: string | null }) => (number ? <PhoneLink icon phone={number} /> : orMissing(null));

export function OrderInfo({ order, linksWarning }: { order: Order; linksWarning: boolean }) {
  const rule = order.warningType;
  const label = rule === null ? null : isRule(rule) ? rules[rule].label : '预警';
  return (
    <Card title="订单信息">
      <Descriptions
        size="small"
        column={{ xs: 1, md: 2 }}
        items={labelledItems(workOrderLabels, [
          { key: 'workNo', children: order.workNo },
          { key: 'downTime', children: order.downTime },
          { key: 'downName', children: orMissing(order.downName) },
          { key: 'downPhone', children: <Phone number={order.downPhone} /> },
          { key: 'emergencyType', children: <UrgencyTag value={order.emergencyType} /> },
          { key: 'payType', children: <DictionaryTag type="pay_type" value={order.payType} /> },
          { key: 'source', label: '工单来源', children: labelOf(SOURCES, order.source) },
          { key: 'orderPrice', children: <b>{yuan(order.orderPrice)}</b> },
          {
            key: 'operationUserName',
            children: orMissing([order.operationUserName, order.operationUserTenantName].filter(Boolean).join('　')),
          },
          label !== null && {
            key: 'warningType',
            children: linksWarning ? (
              <Link to={`/warning/warning/index?id=${order.warningBusinessId}`}>
                <AlertOutlined aria-hidden /> {label}
              </Link>
            ) : (
              <Tag color="error">{label}</Tag>
            ),
          },
          { key: 'remarks', children: orMissing(order.remarks) },
        ])}
      />
    </Card>
  );
}

export function ServedInfo({ order, linksPerson }: { order: Order; linksPerson: boolean }) {
  const { lng, lat } = order;
  return (
    <Card title="服务对象">
      <div className="y-served" data-map={(lng !== null && lat !== null) || undefined}>
        <Descriptions
          size="small"
          column={1}
          items={labelledItems(workOrderLabels, [
            {
              key: 'name',
              label: '姓名',
              children: linksPerson ? (
                <Link to={`/oldMan/detail?id=${order.oldmanId}&tabid=basic&isview=true`}>{order.oldmanName}</Link>
              ) : (
                order.oldmanName
              ),
            },
            order.flags.length > 0 && { key: 'flags', label: '风险提示', children: <RiskFlags flags={order.flags} /> },
            { key: 'phone', label: '联系电话', children: <Phone number={order.oldmanPhone} /> },
            { key: 'care', label: '护理等级', children: <DictionaryTag type="care_level" value={order.careLevel} /> },
            { key: 'ability', label: '失能等级', children: <DictionaryTag type="anergy" value={order.anergy ?? ABLE} /> },
            order.alarmPlace !== null && { key: 'alarm', label: '报警位置', children: <Place place={order.alarmPlace} /> },
            order.bedPlace !== null && { key: 'bed', label: '房间床位', children: <Place place={order.bedPlace} /> },
            { key: 'oldmanAddress', children: order.oldmanAddress || MISSING },
          ])}
        />
        {lng !== null && lat !== null && (
          <PlaceMap
            system="gcj02"
            height={180}
            zoom={16}
            markers={[{ lng, lat, label: whereText(order) }]}
            label={`${order.oldmanName}的服务地址`}
          />
        )}
      </div>
    </Card>
  );
}

/** The goods order that an order came from. */
export function GoodsOrderInfo({ order, links }: { order: NonNullable<OrderDetail['order']>; links: boolean }) {
  const { id, orderNo, productName, orderPrice, buyTime, payTime } = order;
  return (
    <Card title="商品订单">
      <Descriptions
        size="small"
        column={{ xs: 1, md: 2 }}
        items={[
          {
            key: 'no',
            label: '订单编号',
            children: links ? <Link to={`/order/detail?id=${id}&orderNo=${orderNo}`}>{orderNo}</Link> : orderNo,
          },
          { key: 'product', label: '商品', children: productName },
          { key: 'price', label: '订单金额', children: yuan(orderPrice) },
          { key: 'buy', label: '购买时间', children: buyTime },
          { key: 'pay', label: '付款时间', children: orMissing(payTime) },
        ]}
      />
    </Card>
  );
}

export function RatingInfo({ score }: { score: OrderDetail['workOrderScore'] }) {
  return (
    <Card title="评价">
      {score ? (
        <Descriptions
          size="small"
          column={{ xs: 1, md: 2 }}
          items={[
            { key: 'time', label: '评价时间', children: score.scoreTime },
            {
              key: 'stars',
              label: '评价星级',
              children: (
                <span className="y-rated">
                  <Rate disabled value={score.score} aria-hidden />
                  <span>{score.score} 星</span>
                  <DictionaryTag type="work_order_score" value={score.score} />
                </span>
              ),
            },
            { key: 'method', label: '评价方式', children: scoreMethods[score.status] ?? MISSING },
            { key: 'content', label: '评价内容', children: score.scoreContent || <span className="y-missing">暂无内容</span> },
          ]}
        />
      ) : (
        <p className="y-missing">暂无内容</p>
      )}
    </Card>
  );
}

const TONES: Record<string, Entry['tone']> = {
  raised: 'danger',
  repeated: 'danger',
  cancel: 'plain',
  start: 'current',
  finish: 'done',
  alert: 'danger',
  comment: 'done',
  handled: 'done',
};

/** From the alarm to the rating. */
export function OrderTimeline({ orderId }: { orderId: number }) {
  const { data, isError, error } = useCall(workOrders.timeline, { id: orderId }, { quiet: true });
  return (
    <Card title="时间线" className="y-order-timeline">
      {isError ? (
        <p className="y-missing">{error.message}</p>
      ) : data ? (
        <div className="y-order-scroll" tabIndex={0} role="region" aria-label="时间线记录">
          <Timeline
            entries={data.map(({ time, kind, title, note, userName }) => ({
              time,
              title,
              userName,
              note: note === title ? '' : note,
              tone: TONES[kind] ?? 'plain',
            }))}
          />
        </div>
      ) : (
        <Skeleton active title={false} paragraph={{ rows: 6 }} />
      )}
    </Card>
  );
}
