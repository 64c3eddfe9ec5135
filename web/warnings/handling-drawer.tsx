/** 预警处理: one warning, what is known of it, and the decision. Opened by the bell, by a card, by the list and by ?id=. */
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Form, Result, Skeleton } from 'antd';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { isOnTheWay, isUndispatched } from '#contract/warnings/handling.rules.ts';
import { canDispose, disposals, isOpen, modes } from '#contract/warnings/warnings.rules.ts';
import { warnings } from '#contract/warnings/warnings.ts';
import { keyOf, useCall, useSend } from '#web/api/call.ts';
import { showMessage } from '#web/api/messages.ts';
import { isLocked, session } from '#web/api/session.ts';
import { ToIncident } from '#web/shell/to-incident.tsx';
import { ToTicket } from '#web/shell/to-ticket.tsx';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { useMay } from '#web/ui/may.ts';
import { WARNING_ROUTES } from './acknowledging.ts';
import { hush, play } from './alarm-sound.ts';
import { alarms } from './alarm-state.ts';
import { isConfirmedByOpening } from './arrivals.ts';
import { CallBar } from './call-bar.tsx';
import { AWAITED, failed, hasArrived } from './decision.ts';
import { draftOf, forgetDraft, keepDraft, type Draft } from './drafts.ts';
import { HandlingCalls } from './handling-calls.tsx';
import { HandlingDispatch } from './handling-dispatch.tsx';
import { HandlingAttention, HandlingDeliveries } from './handling-attention.tsx';
import { HandlingFacts } from './handling-facts.tsx';
import { HandlingForm, HandlingResult, initialOf } from './handling-form.tsx';
import { HandlingHead } from './handling-head.tsx';
import { HandlingPlace } from './handling-place.tsx';
import { HandlingRecords } from './handling-records.tsx';
import { HandlingResponders } from './handling-responders.tsx';
import { HandlingTimeline } from './handling-timeline.tsx';
import { HandlingVisit } from './handling-visit.tsx';
import { opensWithSound } from './use-alarms.ts';
import { useCallOf, useRecords } from './use-calling.ts';
import { useMaySend } from './may-send.ts';
import type { WarningRow } from './use-open-warnings.ts';
import './handling.css';

interface Props {
  id: number;
  open: boolean;
  onClose: () => void;
}

function Handling({ id, open, onClose }: Props) {
  const client = useQueryClient();
  const may = useMay();
  const maySend = useMaySend();
  const [form] = Form.useForm<Draft>();
  const [outcome, setOutcome] = useState(AWAITED);
  const body = useRef<HTMLDivElement>(null);
  const query = useCall(warnings.get, { id }, { quiet: true, enabled: open, staleTime: 0, refetchInterval: 30_000 });
  const row = query.data;
  const { calling } = useRecords(id);
  const onLine = useCallOf(id) || calling !== null;
  /** Something was chosen or written in this form: only then does a shortcut confirm it. */
  const touched = useRef(false);
  const decides = row !== undefined && isOpen(row.isDisposed) && may(warnings.updateStatus);

  function done(workOrderId: number | null, notice: string | null) {
    forgetDraft(id);
    touched.current = false;
    hush();
    showMessage('success', notice ?? '处理成功');
    // After a visit is chosen, the dispatch follows in this drawer.
    if (workOrderId === null || form.getFieldValue('processMode') !== modes.visit) return onClose();
    if (row) form.setFieldsValue({ processMode: undefined, isDisposed: undefined, ...initialOf(row) });
    void query.refetch();
    body.current?.scrollIntoView({ block: 'start' });
  }

  const send = useSend(warnings.updateStatus, {
    quiet: true,
    changes: WARNING_ROUTES,
    onSuccess: ({ workOrderId, notice }) => done(workOrderId, notice),
    onError(error, { version = 0, processMode = 1, isDisposed = 1, remark }) {
      const decision = { version, processMode: Number(processMode), isDisposed: Number(isDisposed), remark: (remark ?? '').trim() };
      setOutcome(failed(decision, error));
      const fresh = error.status === 409 ? (error.data as WarningRow | null) : null;
      if (fresh?.id !== id) return;
      client.setQueryData(keyOf(warnings.get, { id }), fresh);
      void client.invalidateQueries({ queryKey: keyOf(warnings.timeline) });
      void client.invalidateQueries({ queryKey: keyOf(warnings.top) });
    },
  });

  const arrived = hasArrived(outcome, row);
  const finish = useEffectEvent(() => done(row?.workOrderId ?? null, null));
  useEffect(() => {
    if (arrived) finish();
  }, [arrived]);

  useEffect(() => {
    if (!open) return;
    alarms.setState({ watching: id });
    return () => alarms.setState(({ watching }) => (watching === id ? { watching: null } : {}));
  }, [open, id]);

  const receive = useSend(warnings.acknowledge, { quiet: true, changes: WARNING_ROUTES });
  const shown = open && row !== undefined;
  // Once for every opening, not for every reading: what asks anew while it stands open has to be confirmed.
  const begin = useEffectEvent(() => {
    if (!row) return;
    touched.current = draftOf(id) !== null;
    if (opensWithSound(row)) play(row.severity === 1 ? 'critical' : 'ordinary');
    const page = { visible: document.visibilityState === 'visible', locked: isLocked(session.getState()), may: may(warnings.acknowledge) };
    if (isConfirmedByOpening(row, page)) receive.mutate({ id });
  });
  useEffect(() => {
    if (!shown) return;
    begin();
    return hush;
  }, [shown]);

  // Only in the drawer that has the focus: two may lie above each other.
  useEffect(() => {
    if (!open) return;
    const pressed = (event: KeyboardEvent) => {
      const drawer = body.current?.closest('.ant-drawer');
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && drawer?.contains(event.target as Node) && touched.current)
        form.submit();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [open, form]);

  const submit = ({ processMode, isDisposed, remark }: Draft) => {
    if (processMode === undefined || isDisposed === undefined) return;
    if (!row || !decides || onLine || send.isPending || !canDispose(row.isDisposed, isDisposed)) return;
    setOutcome(AWAITED);
    send.mutate({ id, version: row.version, processMode, isDisposed, remark: remark ?? '' });
  };

  const status = query.error?.status;
  return (
    <SideDrawer
      title="预警处理"
      open={open}
      size="large"
      onClose={() => {
        forgetDraft(id);
        onClose();
      }}
      isDirty={() => decides && (form.getFieldValue('remark') ?? '') !== initialOf(row).remark}
      confirmLabel="确定"
      onConfirm={decides ? () => form.submit() : undefined}
      confirming={send.isPending}
      confirmDisabled={onLine}
      extra={
        <>
          {decides && <span className="w-keys">{onLine ? '通话结束后才能确定' : '选择或填写后 Ctrl + Enter 确定，Esc 取消'}</span>}
          {row && <ToIncident from={{ warning: id }} onGo={onClose} />}
          {row && <ToTicket kind="warning" id={id} onGo={onClose} />}
        </>
      }
    >
      <div className="w-handling" ref={body}>
        {query.isPending && <Skeleton active paragraph={{ rows: 12 }} />}
        {!row && query.isError && (
          <Result
            status={status === 404 ? '404' : status === 403 ? '403' : 'warning'}
            title={status === 404 ? '没有这条预警' : status === 403 ? '没有查看预警的权限' : '加载失败'}
            subTitle={status === 404 ? '它可能属于其他机构，或链接不完整' : query.error.message}
            extra={
              status === 404 || status === 403 ? (
                <Button onClick={onClose}>关闭</Button>
              ) : (
                <Button type="primary" onClick={() => void query.refetch()}>
                  重试
                </Button>
              )
            }
          />
        )}
        {row && (
          <>
            <HandlingHead row={row} />
            {calling && <CallBar key={calling.id} call={calling} />}
            {outcome.refusal && (
              <Alert type="error" showIcon title={outcome.refusal} description={decides ? undefined : '下面是它现在的情况。'} />
            )}
            {decides && row.isDisposed === disposals.inProgress && (
              <Alert type="info" showIcon title={`${row.handlerName ?? '同事'}已在处理`} description={row.remark || undefined} />
            )}
            {query.isError && <Alert type="warning" showIcon title="网络不通，显示的是之前的内容；恢复后会自动刷新。" />}
            {maySend(row) ? (
              <HandlingResponders row={row} onLeave={onClose} />
            ) : (
              row.workOrderId !== null && isUndispatched(row) && <HandlingDispatch workOrderId={row.workOrderId} onLeave={onClose} />
            )}
            {row.workOrderId !== null && isOnTheWay(row) && (
              <HandlingVisit workOrderId={row.workOrderId} asks={row.askReason !== null} onLeave={onClose} />
            )}
            <div className="w-columns">
              <div>
                <HandlingFacts row={row} onLeave={onClose} />
                {decides ? (
                  <HandlingForm
                    row={row}
                    form={form}
                    initial={draftOf(id) ?? initialOf(row)}
                    onDraft={(draft) => {
                      touched.current = true;
                      keepDraft(id, draft);
                    }}
                    onSubmit={submit}
                  />
                ) : (
                  <HandlingResult row={row} mayNot={isOpen(row.isDisposed)} onLeave={onClose} />
                )}
              </div>
              <div>
                <HandlingPlace row={row} />
                <HandlingAttention row={row} />
                <HandlingCalls warningId={id} />
                <HandlingRecords row={row} />
                <HandlingTimeline id={id} />
                <HandlingDeliveries id={id} />
              </div>
            </div>
          </>
        )}
      </div>
    </SideDrawer>
  );
}

/** `id` null closes it. */
export default function HandlingDrawer({ id, onClose }: { id: number | null; onClose: () => void }) {
  // Kept for the closing motion.
  const [last, setLast] = useState(id);
  if (id !== null && id !== last) setLast(id);
  return last === null ? null : <Handling key={last} id={last} open={id !== null} onClose={onClose} />;
}
