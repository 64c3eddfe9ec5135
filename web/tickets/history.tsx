/** /ticket/history 历史诉求: those that are closed or merged, the newest first. */
import { ticketStates } from '#contract/tickets/tickets.rules.ts';
import { tickets } from '#contract/tickets/tickets.ts';
import { ticketAddress } from '#web/shell/addresses.ts';
import { go } from '#web/shell/go.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { useMay } from '#web/ui/may.ts';
import { endedColumns } from './ticket-columns.tsx';
import { ticketFilters } from './ticket-filters.tsx';

const filters = ticketFilters([ticketStates.closed, ticketStates.merged]);

export default function TicketHistory() {
  const may = useMay();
  return (
    <DataTable
      name="ticket-history"
      noun="历史诉求"
      route={tickets.history}
      columns={endedColumns}
      filters={filters}
      {...(may(tickets.exportHistory) ? { exportRoute: tickets.exportHistory } : {})}
      onRowDoubleClick={({ id }) => go(ticketAddress(id))}
      actions={({ id }) => [{ label: '查看', onClick: () => go(ticketAddress(id)) }]}
    />
  );
}
