/** The desk: one field for code, QR or phone; Enter finds the visitor, Enter again lets them in or out. Below it who is in the house. */
import { PlusOutlined } from '@ant-design/icons';
import { Alert, Button, Empty, Input, Skeleton, type InputRef } from 'antd';
import { Suspense, useEffect, useRef, useState } from 'react';
import { visitorRecords } from '#contract/visitors/visitor-records.ts';
import { visitorStatistics } from '#contract/visitors/visitor-statistics.ts';
import type { Output } from '#contract/http.ts';
import { call, useCall } from '#web/api/call.ts';
import { CallError } from '#web/api/refusals.ts';
import { lazyPart } from '#web/shell/lazy-part.ts';
import { useMay } from '#web/ui/may.ts';
import { useNewest } from '#web/ui/newest.ts';
import { ComerCard } from './comer-card.tsx';
import { InsideBoard } from './inside-board.tsx';
import { ReceiptLine, type Receipt } from './receipt-line.tsx';

const WalkIn = lazyPart(() => import('./walk-in-drawer.tsx'));

type Comers = Output<typeof visitorRecords.find>;

function Figures() {
  const { data } = useCall(visitorStatistics.today, {}, { quiet: true, refetchInterval: 60_000 });
  const figures: [string, number | undefined, boolean?][] = [
    ['今日预约', data?.booked],
    ['待审核', data?.pending],
    ['已到访', data?.arrived],
    ['在院', data?.inside],
    ['已离院', data?.left],
    ['超时未离院', data?.overdue, true],
    ['外出中', data?.out],
    ['超时未归', data?.outOverdue, true],
  ];
  return (
    <dl className="v-figures" aria-label="今日访客">
      {figures.map(([label, value, loud]) => (
        <div key={label} data-loud={(loud && !!value) || undefined}>
          <dt>{label}</dt>
          <dd>{value ?? '--'}</dd>
        </div>
      ))}
    </dl>
  );
}

function Search({ onReceipt }: { onReceipt: (receipt: Receipt | null) => void }) {
  const field = useRef<InputRef>(null);
  const [text, setText] = useState('');
  const [found, setFound] = useState<Comers | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const ask = useNewest();
  useEffect(() => field.current?.focus(), []);
  const find = async (keyword: string) => {
    if (keyword.trim() === '') return;
    // A code that is scanned while the one before is still looked for counts.
    const isNewest = ask();
    setBusy(true);
    setFound(null);
    setProblem(null);
    onReceipt(null);
    try {
      const comers = await call(visitorRecords.find, { keyword: keyword.trim() }, { quiet: true });
      if (isNewest()) setFound(comers);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (isNewest()) setProblem(error.message);
    } finally {
      if (isNewest()) setBusy(false);
    }
  };
  const done = (receipt: Receipt) => {
    setFound(null);
    setText('');
    onReceipt(receipt);
    field.current?.focus();
  };
  return (
    <>
      <Input.Search
        ref={field}
        size="large"
        value={text}
        maxLength={60}
        allowClear
        enterButton="查找"
        loading={busy}
        aria-label="预约码、手机号或姓名"
        placeholder="扫预约码，或输入预约码、手机号（后四位）、姓名，回车"
        onChange={({ target }) => {
          ask();
          setBusy(false);
          setText(target.value);
          setFound(null);
        }}
        onSearch={(value, event) => (event?.type !== 'click' || value !== '' ? void find(value) : undefined)}
      />
      {problem && <Alert type="error" showIcon title={problem} />}
      {found?.length === 0 && <Alert type="warning" showIcon title="没有找到今天的预约或在院访客，可现场登记" />}
      {found?.map((comer, at) => (
        <ComerCard key={comer.record.id} comer={comer} focused={found.length === 1 && at === 0} onDone={done} />
      ))}
    </>
  );
}

export function Desk() {
  const may = useMay();
  const inside = useCall(visitorRecords.inside, {}, { quiet: true, refetchInterval: 60_000 });
  const [walkIn, setWalkIn] = useState(false);
  const [receipt, setReceipt] = useState<Receipt | null>(null);
  return (
    <div className="v-desk">
      <Figures />
      {may(visitorRecords.find) && (
        <section className="v-panel" aria-label="登记">
          <header>
            <h2>到访与离院</h2>
            <Button icon={<PlusOutlined aria-hidden />} onClick={() => setWalkIn(true)}>
              现场登记
            </Button>
          </header>
          <Search onReceipt={setReceipt} />
          {receipt && <ReceiptLine {...receipt} />}
        </section>
      )}
      <section className="v-panel" aria-label="在院访客">
        <header>
          <h2>在院访客</h2>
          <span>{inside.data ? `${inside.data.reduce((sum, { people }) => sum + people, 0)} 人` : ''}</span>
        </header>
        {inside.isError && <Alert type="error" showIcon title={inside.error.message} />}
        {inside.data === undefined ? (
          !inside.isError && <Skeleton active paragraph={{ rows: 4 }} />
        ) : inside.data.length === 0 ? (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="现在没有访客在院" />
        ) : (
          <InsideBoard rows={inside.data} />
        )}
      </section>
      <Suspense fallback={null}>
        {walkIn && (
          <WalkIn
            onClose={() => setWalkIn(false)}
            onDone={(id, name) => {
              setWalkIn(false);
              setReceipt({ id, text: `${name}已登记到访`, badge: true });
            }}
          />
        )}
      </Suspense>
    </div>
  );
}
