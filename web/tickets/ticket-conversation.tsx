/** What was said in a ticket; messages can be chosen to be split off. */
import { Checkbox } from 'antd';
import { messageKinds, ticketMessageLabels } from '#contract/tickets/tickets.rules.ts';
import { StoredFile } from '#web/ui/stored-files.tsx';
import { Time } from '#web/ui/time.tsx';
import type { Ticket } from './ticket-calls.ts';

type Message = Ticket['messages'][number];

const KINDS: Record<number, string> = { [messageKinds.reply]: 'reply', [messageKinds.note]: 'note', [messageKinds.asker]: 'asker' };

interface Props {
  messages: readonly Message[];
  askerName: string | null;
  /** Null: nothing is chosen now. */
  chosen: ReadonlySet<number> | null;
  onChoose: (chosen: ReadonlySet<number>) => void;
}

export function TicketConversation({ messages, askerName, chosen, onChoose }: Props) {
  const toggle = (id: number) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChoose(next);
  };
  return (
    <ol className="k-messages" aria-label="沟通记录">
      {messages.map((one) => (
        <li key={one.id} data-kind={KINDS[one.kind]}>
          <header>
            {chosen && (
              <Checkbox
                aria-label={`拆分这条：${one.text.slice(0, 20)}`}
                checked={chosen.has(one.id)}
                disabled={one.splitNo !== null}
                onChange={() => toggle(one.id)}
              />
            )}
            {one.kind === messageKinds.asker && one.userId !== null ? (
              <>
                <b>{askerName ?? ticketMessageLabels[one.kind]}</b>
                <span>由{one.userName}登记</span>
              </>
            ) : (
              <>
                <b>{one.userName}</b>
                <span>{ticketMessageLabels[one.kind]}</span>
              </>
            )}
            {one.mergedNo && <span>来自 {one.mergedNo}</span>}
            {one.splitNo && <span>已拆分至 {one.splitNo}</span>}
            <Time value={one.createTime} />
          </header>
          <p>{one.text}</p>
          {one.files.length > 0 && (
            <div className="k-files">
              {one.files.map(({ fileUrl, fileName }) => (
                <StoredFile key={fileUrl} url={fileUrl} name={fileName} />
              ))}
            </div>
          )}
        </li>
      ))}
    </ol>
  );
}
