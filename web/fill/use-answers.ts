/** Answers while they are given: kept in the browser, shown as the logic says, checked page by page. */
import { useMemo, useState } from 'preact/hooks';
import { checkAnswers, type CheckedAnswers } from '#contract/questionnaires/answers.rules.ts';
import { defaultsOf, formItemOf, settled, standingPages, withoutSecrets } from '#contract/questionnaires/filling.rules.ts';
import type { LogicRow } from '#contract/questionnaires/questionnaire-logics.ts';
import type { FormItemRow } from '#contract/questionnaires/questionnaire-items.ts';
import { readDraft, removeDraft, writeDraft, type DraftOf } from '#web/questionnaires/drafts.ts';
import type { Asked } from './asked.ts';

export type Values = Readonly<Record<string, unknown>>;

/** Strangers have no account: the draft is the browser's. */
const draftOf = (key: string): DraftOf => ({ tenantId: 0, userId: 0, jobId: null, key });

/** What is wrong with these questions, by their number. */
export function problemsIn(items: readonly Asked[], values: Values): ReadonlyMap<number, string> {
  const { problems } = checkAnswers(items, values);
  const unproved = new Set(items.filter(({ type }) => type === 'PHONE_VERIFICATION').map(({ formItemId }) => formItemId));
  return new Map(
    problems.map(({ formItemId, message }) => [formItemId, unproved.has(formItemId) ? '请填写手机号并完成短信验证' : message]),
  );
}

export interface Filling {
  values: Values;
  pages: Asked[][];
  /** When the draft that was found was typed; null where there is none. */
  resumed: number | null;
  /** What is handed in: without hidden questions. */
  checked: () => CheckedAnswers;
  answer: (name: string, value: unknown) => void;
  /** Throws the draft away and begins anew. */
  startOver: () => void;
  /** The draft is done with. */
  forget: () => void;
}

export function useAnswers(key: string, rows: readonly FormItemRow[], logics: readonly LogicRow[]): Filling {
  const items = useMemo(() => rows.map(formItemOf) as (Asked & FormItemRow)[], [rows]);
  const [draft, setDraft] = useState(() => readDraft(draftOf(key), 0, Date.now()));
  const [values, setValues] = useState<Values>(() => settled(items, logics, { ...defaultsOf(items), ...draft?.values }));
  const pages = useMemo(() => standingPages<Asked>(items, logics, values), [items, logics, values]);
  const answer = (name: string, value: unknown) =>
    setValues((before) => {
      const next = settled(items, logics, { ...before, [name]: value });
      writeDraft(draftOf(key), { values: withoutSecrets(items, next), at: Date.now(), version: 0 });
      return next;
    });
  const forget = () => removeDraft(draftOf(key));
  const startOver = () => {
    forget();
    setDraft(null);
    setValues(settled(items, logics, defaultsOf(items)));
  };
  return { values, pages, resumed: draft?.at ?? null, checked: () => checkAnswers(pages.flat(), values), answer, startOver, forget };
}
