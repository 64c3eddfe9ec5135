/** 通话工作台 where Aliyun carries the calls: the official SDK in its frame; its hooks become the states that all pages know. */
import { CustomerServiceOutlined, MinusOutlined } from '@ant-design/icons';
import { Alert } from 'antd';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import { FromFrame, hooked, sdkAddresses, type ToFrame } from '#contract/calls/cloud-frame.rules.ts';
import { seatStateLabels } from '#contract/calls/seat-states.rules.ts';
import { workbench } from '#contract/calls/workbench.ts';
import type { Output } from '#contract/http.ts';
import { call, useCall } from '#web/api/call.ts';
import { dialling, dialWith, noteCall, type Dialled } from '#web/api/dialling.ts';
import { CallError } from '#web/api/refusals.ts';
import { usePageMark } from '#web/ui/page-mark.ts';
import { CallerCard } from './caller-card.tsx';
import { cloud } from './cloud-now.ts';
import { panel, usePanel, WIDTH } from './panel-state.ts';
import './workbench.css';
import './cloud.css';

type Open = Output<typeof workbench.open>;

/** Asks the server for the SDK; a refusal is an answer in CCC's shape, too. */
async function answerOf(action: string, params: Record<string, unknown>): Promise<unknown> {
  try {
    return await call(workbench.invoke, { action, request: params }, { quiet: true });
  } catch (error) {
    const { status, message, data } = error instanceof CallError ? error : new CallError(0, '网络中断，请稍后再试');
    if (typeof data === 'object' && data !== null && 'code' in data) return data;
    return { code: 'Error', httpStatusCode: status, message, requestId: '', data: null };
  }
}

const tell = (frame: HTMLIFrameElement | null, message: ToFrame) => frame?.contentWindow?.postMessage(message, location.origin);

function useFrame({ sdk, afterCallRule }: Open) {
  const frame = useRef<HTMLIFrameElement>(null);
  /** The warning and the number that were dialled last, until the SDK says that it dials. */
  const dialled = useRef<Dialled | null>(null);
  const hear = useEffectEvent(async ({ source, origin, data }: MessageEvent<unknown>) => {
    if (source !== frame.current?.contentWindow || origin !== location.origin || !sdk) return;
    const { data: message } = FromFrame.safeParse(data);
    if (!message) return;
    if (message.kind === 'ready')
      tell(frame.current, {
        kind: 'begin',
        config: { addresses: sdkAddresses(sdk.url), instanceId: sdk.instanceId, regionId: sdk.regionId, afterCallRule },
      });
    if (message.kind === 'problem') cloud.setState({ problem: message.text });
    if (message.kind === 'ask')
      tell(frame.current, { kind: 'answer', id: message.id, answer: await answerOf(message.action, asked(message, dialled.current)) });
    if (message.kind !== 'hook') return;
    const now = hooked(cloud.getState(), message.hook, message.detail);
    cloud.setState(now);
    if (now.call)
      noteCall({ ...now.call, warningId: dialled.current?.phone === now.call.callPhone ? (dialled.current.warningId ?? null) : null });
    if (message.hook === 'onCallComing' || message.hook === 'onCallDialing') panel.setState({ open: true });
  });
  useEffect(() => {
    const listen = (event: MessageEvent<unknown>) => void hear(event);
    addEventListener('message', listen);
    dialWith((what) => {
      dialled.current = what;
      panel.setState({ open: true });
      tell(frame.current, { kind: 'call', callee: what.phone });
    });
    return () => {
      removeEventListener('message', listen);
      dialWith(null);
    };
  }, []);
  return frame;
}

/** What the call is about goes with it: the record of the cloud is then put to the person and the warning. */
function asked({ action, params }: Extract<FromFrame, { kind: 'ask' }>, what: Dialled | null): Record<string, unknown> {
  if (action !== 'MakeCall' || what === null || (params.callee ?? params.Callee) !== what.phone) return params;
  const { oldmanId, warningId } = what;
  return { ...params, tags: { ...(oldmanId ? { oldmanId } : {}), ...(warningId ? { warningId } : {}) } };
}

/** Who is on the line, as long as the call is remembered. */
function CloudCaller() {
  const mobile = useStore(dialling, ({ call }) => call?.callPhone ?? '');
  return mobile === '' ? null : (
    <div className="cw-who">
      <CallerCard key={mobile} mobile={mobile} />
    </div>
  );
}

function CloudPanel({ opened }: { opened: Open }) {
  const { open } = usePanel();
  usePageMark(open && 'docked');
  const frame = useFrame(opened);
  const { state, problem } = useStore(cloud);
  // A call rings in it, also while it is not looked at: it is hidden, not taken away.
  return (
    <aside
      className="cw-panel cw-cloud y-no-print"
      aria-label="通话工作台"
      data-docked={open || undefined}
      hidden={!open}
      style={{ width: WIDTH }}
    >
      <header className="cw-head">
        <CustomerServiceOutlined aria-hidden />
        <p>{seatStateLabels[state] ?? '通话'}</p>
        <button type="button" aria-label="最小化" title="最小化" onClick={() => panel.setState({ open: false })}>
          <MinusOutlined aria-hidden />
        </button>
      </header>
      <CloudCaller />
      {problem !== null && <Alert type="error" showIcon title={problem} />}
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- our own document: a frame without our origin gets no microphone */}
      <iframe ref={frame} src={opened.sdk?.frame} title="阿里云联络中心" allow="microphone; autoplay; speaker-selection" />
    </aside>
  );
}

/** Opened once: the ticket of the frame ends soon, the frame stays. */
export function CloudWorkbench() {
  const { data } = useCall(workbench.open, {}, { staleTime: Infinity });
  const [opened, setOpened] = useState<Open | null>(null);
  if (opened === null && data?.sdk) setOpened(data);
  return opened && createPortal(<CloudPanel opened={opened} />, document.body);
}
