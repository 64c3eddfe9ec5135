/** What is not saved while another editor has changed the questionnaire: which steps those are, and how they go on from what is there now. Pure. */
import type { LogicAction } from '#contract/questionnaires/logic.rules.ts';
import { apply, indexOf, itemProblem, nextId, ruleOf, titleProblem, type Draft, type Step } from './draft.ts';
import { sent } from './sent.ts';

/** The title among what is not saved. */
export const TITLE = 'title';
/** Logic among what is not saved. */
export const ruleSubject = (formItemId: number, action: LogicAction) => `${formItemId}.${action}`;

/** What a step changes as a whole: a question, the title, the logic of a question and an action; null is none of them. */
export function subjectOf(step: Step): string | null {
  if (step.do === 'set') return String(step.item.formItemId);
  if (step.do === 'title') return TITLE;
  return step.do === 'rule' ? ruleSubject(step.formItemId, step.action) : null;
}

/** What must be put right before a step is sent; null when it may be. */
export const problemOf = (step: Step): string | null =>
  step.do === 'set' ? itemProblem(step.item) : step.do === 'title' ? titleProblem(step) : null;

/** The step that makes a subject what it is in the draft; none where its question is gone. */
function stepTo(draft: Draft, subject: string): Step[] {
  if (subject === TITLE) return [{ do: 'title', name: draft.name, describe: draft.describe }];
  const [id, action] = subject.split('.');
  const formItemId = Number(id);
  const item = draft.items[indexOf(draft, formItemId)];
  if (!item) return [];
  if (action === undefined) return [{ do: 'set', item }];
  const named = action as LogicAction;
  return [{ do: 'rule', formItemId, action: named, rule: ruleOf(draft, formItemId, named) }];
}

/** All that the server does not have: the steps that wait, and what it refused as it is in the draft. */
export const unsavedOf = (draft: Draft, queue: readonly Step[], refused: Readonly<Record<string, string>>): Step[] => [
  ...queue,
  ...Object.keys(refused).flatMap((subject) => stepTo(draft, subject)),
];

/** A step in which a question has another number: its own, in conditions, in formulas and in words. */
const renumbered = (step: Step, from: number, to: number): Step =>
  JSON.parse(
    JSON.stringify(step)
      .replace(new RegExp(`("(?:formItemId|target)":)${from}\\b`, 'g'), `$1${to}`)
      .replace(new RegExp(`\\bfield${from}\\b`, 'g'), `field${to}`),
  ) as Step;

type Item = Draft['items'][number];
const isSame = (a: Item, b: Item) => JSON.stringify(sent(a, 0)) === JSON.stringify(sent(b, 0));

/** The step as it goes on from a draft; null where it has nothing left to do. A question that is gone comes back with what was typed. */
function fitting(draft: Draft, step: Step): Step | null {
  const { length } = draft.items;
  if (step.do === 'title') return step;
  if (step.do === 'put') return { ...step, at: Math.min(step.at, length) };
  const there = indexOf(draft, step.do === 'set' ? step.item.formItemId : step.formItemId) >= 0;
  if (step.do === 'set') return there ? step : { do: 'put', item: step.item, at: length };
  if (!there) return null;
  return step.do === 'move' ? { ...step, to: Math.min(step.to, length - 1) } : step;
}

/**
 * Steps made of an older draft as they go on from the latest: what they concern becomes what was typed, all else stays the others'.
 * A question that was added gets another number where the others have used its own.
 */
export function rebased(latest: Draft, steps: readonly Step[]): { draft: Draft; steps: Step[] } {
  let draft = latest;
  const made: Step[] = [];
  let rest = [...steps];
  for (let step = rest.shift(); step; step = rest.shift()) {
    let next = step;
    if (step.do === 'put') {
      const { item } = step;
      const there = draft.items[indexOf(draft, item.formItemId)];
      // It had arrived, and only the answer was lost.
      if (there && isSame(there, item)) continue;
      if (there) {
        const added = rest.flatMap((one) => (one.do === 'put' ? [one.item] : []));
        const free = nextId([...draft.items, ...added]);
        next = renumbered(step, item.formItemId, free);
        rest = rest.map((one) => renumbered(one, item.formItemId, free));
      }
    }
    const fits = fitting(draft, next);
    if (!fits) continue;
    made.push(fits);
    draft = apply(draft, fits);
  }
  return { draft, steps: made };
}
