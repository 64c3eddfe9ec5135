/** A booking that staff make or change for a family. */
import { Input } from 'antd';
import { visitorLabels } from '#contract/visitors/visitor-records.labels.ts';
import { visitorRecords } from '#contract/visitors/visitor-records.ts';
import { CrudDrawer } from '#web/ui/crud-drawer.tsx';
import { Day } from '#web/ui/day.tsx';
import { labelledField } from '#web/ui/form.tsx';
import { useMayOverride } from './may-override.ts';
import { visitorFields } from './visitor-fields.tsx';

const Field = labelledField(visitorLabels);

export default function BookingDrawer({ id, onClose }: { id: number | null; onClose: () => void }) {
  const mayOverride = useMayOverride();
  return (
    <CrudDrawer
      noun="来访预约"
      routes={visitorRecords}
      id={id}
      initial={{ people: 1 }}
      // What is not set is left empty, so that the rules of the fields do not judge it.
      toForm={(row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))}
      onClose={onClose}
    >
      {visitorFields}
      <Field name="startTime">
        <Day withTime />
      </Field>
      <Field name="endTime" extra="不填按一次探访时长">
        <Day withTime />
      </Field>
      {id === null && mayOverride && (
        <Field name="overrideReason" wide>
          <Input maxLength={200} placeholder="为受限访客预约时填写" />
        </Field>
      )}
    </CrudDrawer>
  );
}
