/** The export of visits, with the columns that the civil-affairs bureau asks for. */
import { titled } from '#contract/labels.ts';
import { visitTaskLabels } from '#contract/visits/visit-tasks.labels.ts';
import { notReachedReasons, visitPhaseLabels, visitResults } from '#contract/visits/visit-tasks.rules.ts';
import { visitWays } from '#contract/visits/visit-plans.rules.ts';
import type { Export } from '../transfers/exports.ts';
import { listOn, type Search, type Wire } from './task-rows.ts';

/** What the file says as it is at `now` (epoch ms). */
export const visitSheet = (now: number): Export<Wire, Search> => ({
  name: '探访记录',
  list: () => listOn(now),
  columns: titled(visitTaskLabels, [
    { key: 'oldmanName', width: 12 },
    { key: 'gender', dictionary: visitTaskLabels.gender.dictionary, width: 6 },
    { key: 'age', width: 6 },
    { key: 'flags', value: ({ flags }) => flags.join('、'), width: 20 },
    { key: 'place', width: 36 },
    { key: 'mobile', width: 14 },
    { key: 'planName', width: 20 },
    { key: 'dueDay', width: 12 },
    { key: 'state', value: ({ state }) => visitPhaseLabels[state] ?? '', width: 10 },
    { key: 'way', value: ({ way, planWay }) => visitWays[way ?? planWay] ?? '', width: 10 },
    { key: 'doneTime', format: 'dateTime', width: 20 },
    { key: 'userName', width: 12 },
    { key: 'result', value: ({ result }) => (result === null ? '' : (visitResults[result] ?? '')), width: 10 },
    { key: 'reason', value: ({ reason }) => (reason === null ? '' : (notReachedReasons[reason] ?? '')), width: 18 },
    { key: 'finding', width: 30 },
    { key: 'note', width: 40 },
    { key: 'enterTime', format: 'dateTime', width: 20 },
  ]),
});
