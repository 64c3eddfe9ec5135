/** The draft of the designer, with undo and redo, and how it would be drawn. */
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { approvalDefinitions } from '#contract/approvals/approval-definitions.ts';
import { useCall } from '#web/api/call.ts';
import { useMay } from '#web/ui/may.ts';
import { begin, changed, draftOf, redone, sendable, undone, type Definition, type Draft } from './flow-draft.ts';

const CALM_MS = 400;

export function useFlowDraft(definition: Definition) {
  const [history, setHistory] = useState(() => begin(draftOf(definition)));
  const [saved, setSaved] = useState(() => JSON.stringify(sendable(draftOf(definition))));
  const draft = history.now;
  return {
    draft,
    /** `what`: changes of the same thing, one after the other, are undone together. */
    change: (part: Partial<Draft>, what: string | null = null) => setHistory((now) => changed(now, { ...now.now, ...part }, what)),
    undo: history.past.length > 0 ? () => setHistory(undone) : null,
    redo: history.future.length > 0 ? () => setHistory(redone) : null,
    isDirty: () => JSON.stringify(sendable(draft)) !== saved,
    markSaved: (kept: Draft) => setSaved(JSON.stringify(sendable(kept))),
  };
}
export type FlowDraft = ReturnType<typeof useFlowDraft>;

/** What the server draws of the draft, a moment after it stands still. */
export function useFlowPreview({ kind, drawn, problem }: Definition, draft: Draft): { drawn: string | null; problem: string | null } {
  const may = useMay()(approvalDefinitions.preview);
  const { name: _name, description: _description, ...flow } = sendable(draft);
  const text = JSON.stringify(flow);
  const [calm, setCalm] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setCalm(text), CALM_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const input = { kind, ...(JSON.parse(calm) as typeof flow) };
  const preview = useCall(approvalDefinitions.preview, input, { quiet: true, enabled: may, placeholderData: keepPreviousData, gcTime: 0 });
  if (preview.isError) return { drawn: null, problem: preview.error.message };
  return preview.data ?? { drawn, problem };
}
