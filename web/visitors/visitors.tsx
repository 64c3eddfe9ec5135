/** /visitors/index 访客管理: the desk, bookings and the register, outings, restricted visitors, figures, settings. */
import { Tabs } from 'antd';
import { useSearchParams } from 'react-router';
import { restrictedVisitors } from '#contract/visitors/restricted-visitors.ts';
import { visitorRecords } from '#contract/visitors/visitor-records.ts';
import { visitorSettings } from '#contract/visitors/visitor-settings.ts';
import { useMay } from '#web/ui/may.ts';
import { Desk } from './desk.tsx';
import { Outings } from './outings.tsx';
import { VisitorRecords } from './records.tsx';
import { Restricted } from './restricted.tsx';
import { Settings } from './settings.tsx';
import { VisitorStatistics } from './statistics.tsx';
import './visitors.css';

export default function Visitors() {
  const [params, setParams] = useSearchParams();
  const may = useMay();
  const items = [
    ...(may(visitorRecords.inside) ? [{ key: 'desk', label: '前台', children: <Desk /> }] : []),
    { key: 'bookings', label: '预约与登记', children: <VisitorRecords /> },
    { key: 'outings', label: '外出', children: <Outings /> },
    ...(may(restrictedVisitors.page) ? [{ key: 'restricted', label: '受限访客', children: <Restricted /> }] : []),
    { key: 'statistics', label: '统计', children: <VisitorStatistics /> },
    ...(may(visitorSettings.update) ? [{ key: 'settings', label: '设置', children: <Settings /> }] : []),
  ];
  const wanted = params.get('tab');
  return (
    <Tabs
      className="v-tabs"
      activeKey={items.some(({ key }) => key === wanted) ? (wanted as string) : 'desk'}
      // Filters of a list are not those of the next.
      onChange={(tab) => setParams({ tab }, { replace: true })}
      items={items}
      destroyOnHidden
    />
  );
}
