/** Findings of the skin on the phone: what a look makes of them, and in which order they stand. Pure. */
import { skinText } from '#contract/care/skin-commands.rules.ts';
import type { skinFindings } from '#contract/care/skin-findings.ts';
import type { Output } from '#contract/http.ts';
import type { Step } from './steps.ts';

export type Skin = Output<typeof skinFindings.page>;
export type Finding = Skin['records'][number];
type About = Pick<Step, 'kind' | 'body'>;

/** What was seen of a finding of the skin; photos by their addresses among the kept files. */
export type SkinLook = Pick<Finding, 'kind' | 'length' | 'width'> & { note: string; photos: string[] };
/** A finding before it is written down at the server. */
export type NewFinding = SkinLook & Pick<Finding, 'part'>;

/** Where what is typed of a new finding of a person is kept. */
export const draftOfNew = (personId: number) => `skinNew.${personId}`;

/** New findings that were written down here and are not sent yet, the newest first. */
export const newFindings = (steps: readonly Step[]): Step[] => steps.filter(({ kind }) => kind === 'skinNew').sort((a, b) => b.at - a.at);

/** The finding that a step looks at; null of another step. */
export const findingOfStep = ({ kind, body }: About): number | null =>
  kind === 'skinLook' && typeof body.id === 'number' ? body.id : null;

/** The findings once a step has happened; another step changes nothing. */
export function withLook<S extends { records: Finding[] }>(skin: S, step: About): S {
  const id = findingOfStep(step);
  if (id === null) return skin;
  const { kind, length, width, time } = step.body as Pick<Finding, 'kind' | 'length' | 'width'> & { time: string };
  const records = skin.records.map((one) => (one.id === id ? { ...one, kind, length, width, seenTime: time, looks: one.looks + 1 } : one));
  return { ...skin, records };
}

/** The findings with all that waits and was not refused; what was looked at longest ago comes first. */
export function skinNow(skin: Skin, steps: readonly Step[]): Finding[] {
  const { records } = steps.filter(({ problem }) => problem === null).reduce<Skin>(withLook, skin);
  return [...records].sort((a, b) => (a.seenTime < b.seenTime ? -1 : a.seenTime > b.seenTime ? 1 : a.id - b.id));
}

/** `左足跟 压疮2期（2.5 cm）`, for what waits. */
export const lookTitle = ({ part }: Pick<Finding, 'part'>, body: Pick<Finding, 'kind' | 'length' | 'width'>): string =>
  skinText({ part, ...body });
