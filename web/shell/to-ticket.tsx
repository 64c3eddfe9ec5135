/** 转诉求: begins a ticket from a row of another area, for who may. */
import { MessageOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { tickets } from '#contract/tickets/tickets.ts';
import { useMay } from '#web/ui/may.ts';
import { newTicketAddress } from './addresses.ts';
import { go } from './go.ts';

interface Props {
  kind: Parameters<typeof newTicketAddress>[0];
  id: number;
  /** What else is to be done, such as closing the drawer. */
  onGo?: () => void;
}

export function ToTicket({ kind, id, onGo }: Props) {
  const may = useMay();
  if (!may(tickets.create)) return null;
  const leave = () => {
    onGo?.();
    go(newTicketAddress(kind, id));
  };
  return (
    <Button icon={<MessageOutlined aria-hidden />} onClick={leave}>
      转诉求
    </Button>
  );
}
