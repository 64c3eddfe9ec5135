/** /ticket/statistics 统计与投诉登记: how tickets were answered, and the register of complaints. */
import { Tabs } from 'antd';
import { useSearchParams } from 'react-router';
import { ComplaintRegister } from './complaint-register.tsx';
import { TicketFigures } from './ticket-figures.tsx';
import './statistics.css';

export default function TicketStatistics() {
  const [params, setParams] = useSearchParams();
  return (
    <div className="k-statistics">
      <Tabs
        activeKey={params.get('tab') === 'register' ? 'register' : 'figures'}
        onChange={(tab) => setParams(tab === 'register' ? { tab } : {}, { replace: true })}
        destroyOnHidden
        items={[
          { key: 'figures', label: '诉求统计', children: <TicketFigures /> },
          { key: 'register', label: '投诉登记', children: <ComplaintRegister /> },
        ]}
      />
    </div>
  );
}
