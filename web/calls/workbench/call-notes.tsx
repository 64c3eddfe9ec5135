/** 通话小结: typed while talking, kept over a reload, saved when the field is left. */
import { Button, Input, Select } from 'antd';
import { useStore } from 'zustand';
import { callNotes, callOutcomes, MOST_SUMMARY } from '#contract/calls/call-notes.ts';
import { useSend } from '#web/api/call.ts';
import type { SeatCall } from './acts.ts';
import { panel } from './panel-state.ts';

const EMPTY = { summary: '', outcome: '' };

export function CallNotes({ call: { jobId } }: { call: SeatCall }) {
  const kept = useStore(panel, ({ draft }) => (draft?.jobId === jobId ? draft : null));
  const { summary, outcome } = kept ?? EMPTY;
  const send = useSend(callNotes.save, {});
  const change = (next: Partial<typeof EMPTY>) => panel.setState({ draft: { jobId, summary, outcome, ...next } });
  return (
    <div className="cw-notes">
      <Input.TextArea
        value={summary}
        maxLength={MOST_SUMMARY}
        autoSize={{ minRows: 2, maxRows: 5 }}
        aria-label="通话小结"
        placeholder="通话小结"
        onChange={(event) => change({ summary: event.target.value })}
      />
      <Select
        value={outcome || null}
        aria-label="通话结果"
        placeholder="通话结果"
        allowClear
        options={callOutcomes.map((value) => ({ value, label: value }))}
        onChange={(value: string | undefined) => change({ outcome: value ?? '' })}
      />
      <Button
        disabled={(!summary.trim() && !outcome) || send.isPending}
        loading={send.isPending}
        onClick={() => send.mutate({ jobId, summary: summary.trim(), outcome: outcome as (typeof callOutcomes)[number] | '' })}
      >
        保存小结
      </Button>
    </div>
  );
}
