/** What rows of visitors and outings say of themselves in the record of changes. */
import { outingLabels } from './outings.labels.ts';
import { restrictedLabels } from './restricted-visitors.labels.ts';
import { visitorLabels } from './visitor-records.labels.ts';
import { visitorSettingsLabels, visitorSlotLabels } from './visitor-settings.labels.ts';

export const visitorFields = {
  visitor_settings: visitorSettingsLabels,
  visitor_slots: visitorSlotLabels,
  visitor_records: visitorLabels,
  restricted_visitors: restrictedLabels,
  outings: outingLabels,
};
