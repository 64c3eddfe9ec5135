/** /handover/detail?id=…: one shift handover, to be written, signed by both, and read. */
import { ArrowLeftOutlined, PrinterOutlined } from '@ant-design/icons';
import { Alert, App, Button, Input, Skeleton } from 'antd';
import { useState } from 'react';
import { useStore } from 'zustand';
import { useSearchParams } from 'react-router';
import { handoverParts, handoverStates, mayCommand, type HandoverAction } from '#contract/handovers/handover-commands.rules.ts';
import { handoverLabels } from '#contract/handovers/handovers.labels.ts';
import { handovers } from '#contract/handovers/handovers.ts';
import type { Output } from '#contract/http.ts';
import { titleOf } from '#contract/labels.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { session } from '#web/api/session.ts';
import { go } from '#web/shell/go.ts';
import { useTabLabel } from '#web/shell/tab-context.ts';
import { MissingPage } from '#web/shell/missing-page.tsx';
import { formatTime } from '#web/ui/display.ts';
import { useMay } from '#web/ui/may.ts';
import { HandoverForm } from './handover-form.tsx';
import { HANDOVERS, HandoverTag } from './handover-tags.tsx';
import './handovers.css';

export type Handover = Output<typeof handovers.get>;

const span = ({ startTime, endTime }: Handover) => `${formatTime(startTime, 'MM-dd HH:mm')} 至 ${formatTime(endTime, 'MM-dd HH:mm')}`;

function Signature({ title, name, time }: { title: string; name: string | null; time: string | null }) {
  return (
    <div className="y-handover-signature">
      <span>{title}</span>
      <b>{name ?? '（待定）'}</b>
      <time>{time ?? '未签名'}</time>
    </div>
  );
}

function Notes({ handover }: { handover: Handover }) {
  const [text, setText] = useState('');
  const add = useSend(handovers.note, {
    changes: [handovers.get],
    onSuccess: (_data, sent) => setText((now) => (now === sent.text ? '' : now)),
  });
  return (
    <section className="y-handover-part">
      <h2>签名后的补充</h2>
      {handover.notes.map(({ id, text: said, userName, createTime }) => (
        <p key={id}>
          {said}
          <small>
            {userName}　{createTime}
          </small>
        </p>
      ))}
      <div className="y-handover-note y-no-print">
        <Input
          aria-label="补充备注"
          placeholder="签名后正文不能再改，可在此补充"
          maxLength={500}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Button disabled={text.trim() === ''} loading={add.isPending} onClick={() => add.mutate({ id: handover.id, text })}>
          补充
        </Button>
      </div>
    </section>
  );
}

function Read({ handover }: { handover: Handover }) {
  return (
    <>
      {handoverParts.map((part) => (
        <section key={part} className="y-handover-part">
          <h2>{titleOf(handoverLabels, part)}</h2>
          <p>{handover[part] || '无'}</p>
        </section>
      ))}
    </>
  );
}

function Shown({ handover }: { handover: Handover }) {
  const { modal } = App.useApp();
  const may = useMay();
  const me = useStore(session, ({ user }) => user?.id ?? 0);
  const changes = { changes: [handovers.get, handovers.page] };
  /** The version that the form below began with, and those that it has saved: it goes on, with what was typed meanwhile. */
  const [own, setOwn] = useState<readonly number[]>([]);
  const recall = useSend(handovers.recall, changes);
  const receive = useSend(handovers.receive, changes);
  const { id, version, state, authorId, authorName, receiverId, receiverName, signTime, receiveTime } = handover;
  const began = own.includes(version) ? own[0] : version;
  const saved = () => setOwn((now) => (now.includes(version) ? [...now, version + 1] : [version, version + 1]));
  const can = (action: HandoverAction) => mayCommand({ state, author_id: authorId, receiver_id: receiverId }, action, me);
  const take = () =>
    void modal.confirm({
      title: `确认接班：${authorName}的交接`,
      content: '请先阅读全文。签名后双方都不能再修改，只能补充备注。',
      okText: '已阅读并接班',
      cancelText: '取消',
      onOk: () => receive.mutateAsync({ id, version }).catch(() => {}),
    });
  return (
    <article className="y-handover y-prints-alone">
      <header className="y-handover-head">
        <Button className="y-no-print" type="text" icon={<ArrowLeftOutlined aria-hidden />} onClick={() => go(HANDOVERS)}>
          返回
        </Button>
        <h1>{authorName}的交接班</h1>
        <HandoverTag state={state} />
        <span>{span(handover)}</span>
        <div className="y-handover-buttons y-no-print">
          {can('receive') && may(handovers.receive) && (
            <Button type="primary" loading={receive.isPending} onClick={take}>
              接班签名
            </Button>
          )}
          {can('recall') && may(handovers.recall) && (
            <Button loading={recall.isPending} onClick={() => recall.mutate({ id, version })}>
              撤回签名
            </Button>
          )}
          {state !== handoverStates.draft && (
            <Button icon={<PrinterOutlined aria-hidden />} onClick={() => print()}>
              打印
            </Button>
          )}
        </div>
      </header>
      {state === handoverStates.signed && authorId !== me && !can('receive') && (
        <Alert type="info" showIcon title={`该交接指定由 ${receiverName} 接班`} />
      )}
      {can('edit') && may(handovers.update) ? (
        <HandoverForm key={began} handover={handover} onSaved={saved} />
      ) : (
        <Read handover={handover} />
      )}
      {state !== handoverStates.draft && (
        <>
          <div className="y-handover-signatures">
            <Signature title="交班人" name={authorName} time={signTime} />
            <Signature title="接班人" name={receiverName} time={receiveTime} />
          </div>
          <Notes handover={handover} />
        </>
      )}
    </article>
  );
}

export default function HandoverPage() {
  const [params] = useSearchParams();
  const id = Number(params.get('id')) || 0;
  const query = useCall(handovers.get, { id }, { enabled: id > 0, quiet: true });
  useTabLabel(query.data ? `${query.data.authorName}的交接` : null);
  if (query.data) return <Shown handover={query.data} />;
  if (id === 0 || query.isError)
    return <MissingPage error={query.error} noun="交接班记录" back={HANDOVERS} onRetry={() => void query.refetch()} />;
  return <Skeleton active className="y-page-loading" paragraph={{ rows: 12 }} />;
}
