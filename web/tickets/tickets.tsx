/** /ticket/index 诉求管理: what waits for an answer, what is due first. */
import { BarChartOutlined, SettingOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { openStates, ticketViewNames } from '#contract/tickets/tickets.rules.ts';
import { ticketSettings } from '#contract/tickets/ticket-settings.ts';
import { ticketStatistics } from '#contract/tickets/ticket-statistics.ts';
import { tickets } from '#contract/tickets/tickets.ts';
import { useSend } from '#web/api/call.ts';
import { ticketAddress } from '#web/shell/addresses.ts';
import { go } from '#web/shell/go.ts';
import { lazyPart } from '#web/shell/lazy-part.ts';
import { useAskedAdd } from '#web/ui/asked-add.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { useMay } from '#web/ui/may.ts';
import { ticketColumns } from './ticket-columns.tsx';
import { ticketFilters } from './ticket-filters.tsx';
import { sourceIn, type From } from './ticket-from.ts';
import { TicketViewBar } from './ticket-view-bar.tsx';

const TicketForm = lazyPart(() => import('./ticket-form.tsx'));
const filters = ticketFilters(openStates);

export default function Tickets() {
  const may = useMay();
  const [params] = useSearchParams();
  const [adding, setAdding] = useState<From | null>(null);
  const accept = useSend(tickets.accept, { changes: [tickets.page, tickets.counts] });
  const mayAdd = may(tickets.create);
  useAskedAdd(() => mayAdd && setAdding(sourceIn(params)));
  const view = ticketViewNames.find((one) => one === params.get('tab')) ?? 'all';
  return (
    <div className="k-list">
      <TicketViewBar />
      <DataTable
        name="tickets"
        noun="诉求"
        route={tickets.page}
        columns={ticketColumns}
        filters={filters}
        fixed={{ view }}
        {...(may(tickets.export) ? { exportRoute: tickets.export } : {})}
        onAdd={mayAdd ? () => setAdding({}) : undefined}
        extra={
          <>
            {may(ticketStatistics.read) && (
              <Button icon={<BarChartOutlined aria-hidden />} onClick={() => go('/ticket/statistics')}>
                统计与投诉登记
              </Button>
            )}
            {may(ticketSettings.update) && (
              <Button icon={<SettingOutlined aria-hidden />} onClick={() => go('/ticket/settings')}>
                设置
              </Button>
            )}
          </>
        }
        onRowDoubleClick={({ id }) => go(ticketAddress(id))}
        actions={({ id, state, version }) => [
          { label: '查看', onClick: () => go(ticketAddress(id)) },
          { label: '受理', onClick: () => accept.mutate({ id, version }), when: state === 1 && may(tickets.accept) },
        ]}
      />
      <Suspense fallback={null}>{adding && <TicketForm from={adding} onClose={() => setAdding(null)} />}</Suspense>
    </div>
  );
}
