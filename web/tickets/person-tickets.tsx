/** A person's tickets, whatever became of them; a row opens the ticket. */
import { tickets } from '#contract/tickets/tickets.ts';
import { ticketAddress } from '#web/shell/addresses.ts';
import { go } from '#web/shell/go.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { ticketColumns } from './ticket-columns.tsx';

const columns = ticketColumns.filter(({ key }) => key !== 'oldmanName');

export function PersonTickets({ personId }: { personId: number }) {
  return (
    <DataTable
      name="person-tickets"
      noun="诉求"
      route={tickets.ofPerson}
      fixed={{ oldmanId: personId }}
      columns={columns}
      state="own"
      height="content"
      onRowDoubleClick={({ id }) => go(ticketAddress(id))}
      actions={({ id }) => [{ label: '查看', onClick: () => go(ticketAddress(id)) }]}
    />
  );
}
