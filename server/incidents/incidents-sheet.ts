/** The export of incidents. */
import { incidentStateLabels } from '#contract/incidents/incident-commands.rules.ts';
import { dueLabels } from '#contract/incidents/incident-dues.rules.ts';
import { incidentTypes, severityLabels } from '#contract/incidents/incident-types.rules.ts';
import { incidentLabels } from '#contract/incidents/incidents.labels.ts';
import { titled } from '#contract/labels.ts';
import type { Export } from '../transfers/exports.ts';
import { incidentList, NOUN, type Search, type Wire } from './incident-rows.ts';

export const incidentSheet: Export<Wire, Search> = {
  name: NOUN,
  list: () => incidentList,
  columns: titled(incidentLabels, [
    { key: 'number', width: 12 },
    { key: 'state', value: ({ state }) => incidentStateLabels[state] ?? '', width: 10 },
    { key: 'type', value: ({ type }) => incidentTypes[type] ?? '', width: 14 },
    { key: 'severity', value: ({ severity }) => (severity === null ? '未分级' : (severityLabels[severity] ?? '')), width: 18 },
    { key: 'oldmanName', width: 16 },
    { key: 'occurTime', format: 'dateTime', width: 20 },
    { key: 'place', width: 28 },
    { key: 'course', width: 60 },
    { key: 'reportTime', format: 'dateTime', width: 20 },
    { key: 'reporterName', width: 12 },
    {
      key: 'dues',
      value: ({ dues }) => dues.map(({ kind, due, done }) => `${dueLabels[kind]} ${done ?? `未完成（应于${due}前）`}`).join('；'),
      width: 60,
    },
    { key: 'measures', width: 10 },
    { key: 'closeTime', format: 'dateTime', width: 20 },
  ]),
};
