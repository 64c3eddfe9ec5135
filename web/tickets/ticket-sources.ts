/** Where the page is of what a ticket comes from. */
import { orderAddress } from '#web/shell/addresses.ts';
import type { Ticket } from './ticket-calls.ts';

export function sourceAddress({ source, sourceId }: Ticket): string | null {
  if (sourceId === null) return null;
  switch (source) {
    case 'warning':
      return `/warning/warning/index?id=${sourceId}`;
    case 'workorder':
      return orderAddress(sourceId);
    case 'questionnaire-result':
      return `/questionnaire/view?id=${sourceId}`;
    case 'visitor':
      return `/visitors/index?id=${sourceId}`;
    default:
      return null;
  }
}
