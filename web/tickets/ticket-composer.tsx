/** Writing into a ticket: an answer to who asked, or a note for colleagues. What a colleague wrote meanwhile is shown before it is sent. */
import { Alert, Button, Checkbox, Dropdown, Input, Segmented } from 'antd';
import { useEffect, useState } from 'react';
import { closedTicket } from '#contract/tickets/ticket-commands.rules.ts';
import { ticketReplies } from '#contract/tickets/ticket-settings.ts';
import { fillReply, ticketMessageLabels, ticketStates } from '#contract/tickets/tickets.rules.ts';
import { MOST_TEXT, tickets } from '#contract/tickets/tickets.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { useCurrentUser } from '#web/shell/current-user.ts';
import { Held } from '#web/ui/held.tsx';
import { useMay } from '#web/ui/may.ts';
import { UploadsContext, useUploads } from '#web/ui/upload-wait.tsx';
import { FilesUpload, type KeptFile } from '#web/ui/upload.tsx';
import { useUnsaved } from '#web/ui/unsaved.ts';
import { changes, type Ticket } from './ticket-calls.ts';

type Kind = 'answer' | 'note';

interface Props {
  ticket: Ticket;
  onTyping: (typing: boolean) => void;
}

/** What came into the ticket since it was read when writing began. */
function News({ news, reading, onRead }: { news: Ticket['messages']; reading: boolean; onRead: () => void }) {
  return (
    <Alert
      type="warning"
      showIcon
      title="写答复期间有新内容，请看过再发送；已写的内容没有丢失"
      description={
        <ul className="k-news">
          {news.map(({ id, kind, userName, text }) => (
            <li key={id}>
              <b>
                {userName}（{ticketMessageLabels[kind]}）
              </b>
              ：{text}
            </li>
          ))}
          {news.length === 0 && !reading && <li>诉求的状态或属性已被他人修改，最新内容已显示在页面上。</li>}
        </ul>
      }
      action={
        <Button size="small" loading={reading} onClick={onRead}>
          已看过
        </Button>
      }
    />
  );
}

export function TicketComposer({ ticket, onTyping }: Props) {
  const { id, version, state } = ticket;
  const may = useMay();
  const me = useCurrentUser()?.sysUser;
  const [kind, setKind] = useState<Kind>('answer');
  const [text, setText] = useState('');
  const [files, setFiles] = useState<KeptFile[]>([]);
  const [wait, setWait] = useState(false);
  /** The ticket as it stood when writing began; null while nothing is written. */
  const [base, setBase] = useState<{ version: number; last: number } | null>(null);
  const [stale, setStale] = useState<number | null>(null);
  const replies = useCall(ticketReplies.choices, {}, { quiet: true, staleTime: 60_000 });
  const { uploading, count } = useUploads();
  const written = text.trim() !== '' || files.length > 0;
  useUnsaved(true, () => written);
  useEffect(() => onTyping(written && kind === 'answer'), [onTyping, written, kind]);
  const clear = () => {
    setText('');
    setFiles([]);
    setWait(false);
    setBase(null);
    setStale(null);
  };
  const answer = useSend(tickets.answer, {
    ...changes,
    onSuccess: clear,
    onError: ({ status }) => status === 409 && base && setStale(base.last),
  });
  const note = useSend(tickets.note, { ...changes, onSuccess: clear });
  const write = (next: string) => {
    setText(next);
    if (base === null && next !== '') setBase({ version, last: ticket.messages.at(-1)?.id ?? 0 });
  };
  const send = () =>
    kind === 'note'
      ? note.mutate({ id, text, files })
      : answer.mutate({ id, version: base?.version ?? version, text, files, wait: wait && state !== ticketStates.solved });
  const words = {
    诉求人: ticket.askerName,
    编号: ticket.ticketNo,
    服务对象: ticket.oldmanName,
    处理人: me?.nickName ?? null,
    机构: me?.tenantName ?? null,
  };
  const ready = text.trim() !== '' && stale === null && !uploading;
  const why = closedTicket({ state }, kind);
  const pending = answer.isPending || note.isPending;
  if (!may(tickets.answer)) return null;
  return (
    <section className="k-composer y-no-print" aria-label="写答复" data-kind={kind}>
      <div className="k-composer-head">
        <Segmented<Kind>
          value={kind}
          onChange={setKind}
          options={[
            { value: 'answer', label: '回复诉求人' },
            { value: 'note', label: '内部备注' },
          ]}
        />
        {(replies.data?.length ?? 0) > 0 && kind === 'answer' && (
          <Dropdown
            menu={{
              items: replies.data!.map((reply) => ({
                key: reply.id,
                label: reply.title,
                onClick: () => write(`${text}${fillReply(reply.text, words)}`),
              })),
            }}
          >
            <Button size="small">常用回复</Button>
          </Dropdown>
        )}
      </div>
      {stale !== null && (
        <News
          news={ticket.messages.filter((one) => one.id > stale)}
          // The refusal is here before what it speaks of: who answers that version would be refused again.
          reading={base !== null && version <= base.version}
          onRead={() => {
            setBase({ version, last: ticket.messages.at(-1)?.id ?? 0 });
            setStale(null);
          }}
        />
      )}
      {why ? (
        <Alert type="info" showIcon title={why} />
      ) : (
        <Held busy={pending}>
          <Input.TextArea
            aria-label={kind === 'answer' ? '回复内容' : '备注内容'}
            placeholder={kind === 'answer' ? '诉求人会看到这段话' : '只有员工能看到'}
            maxLength={MOST_TEXT}
            autoSize={{ minRows: 3, maxRows: 14 }}
            value={text}
            onChange={({ target }) => write(target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && ready) send();
            }}
          />
          <div className="k-composer-foot">
            <UploadsContext value={count}>
              <FilesUpload value={files} onChange={setFiles} />
            </UploadsContext>
            <span className="k-composer-send">
              {kind === 'answer' && state !== ticketStates.solved && (
                <Checkbox checked={wait} onChange={({ target }) => setWait(target.checked)}>
                  发送后等待诉求人（暂停计时）
                </Checkbox>
              )}
              <Button type="primary" disabled={!ready} loading={pending} onClick={send}>
                {kind === 'answer' ? '发送' : '保存备注'}
              </Button>
            </span>
          </div>
        </Held>
      )}
    </section>
  );
}
