/** The form of a bed. */
import { Input, Select } from 'antd';
import { bedStateLabels, settableStates } from '#contract/rooms/beds.rules.ts';
import { beds } from '#contract/rooms/beds.ts';
import { bedLabels } from '#contract/rooms/beds.labels.ts';
import { Carried } from '#web/ui/carried.tsx';
import { CrudDrawer } from '#web/ui/crud-drawer.tsx';
import { labelledField } from '#web/ui/form.tsx';
import { MoneyInput } from '#web/ui/money-input.tsx';
import { State } from '#web/ui/state.tsx';
import { type BedRow } from './bed-columns.tsx';

const Field = labelledField(bedLabels);

const states = settableStates.map((value) => ({ value, label: bedStateLabels[value] }));

const toForm = ({ name, status, monthFee }: BedRow) => ({ name, monthFee, ...(settableStates.includes(status) ? { status } : {}) });

interface Props {
  /** Null adds one to the room. */
  bed: BedRow | null;
  roomId: number;
  onSaved: () => void;
  onClose: () => void;
}

export function BedDrawer({ bed, roomId, onSaved, onClose }: Props) {
  return (
    <CrudDrawer
      noun="床位"
      routes={beds}
      id={bed?.id ?? null}
      size="small"
      initial={{ roomId, status: 0 }}
      toForm={toForm}
      onSaved={onSaved}
      onClose={onClose}
    >
      <Field name="name" label="床位号" wide>
        <Input placeholder="如 1床" maxLength={20} />
      </Field>
      <Field name="monthFee" wide extra="价目表上的价格；入住人实际支付的以合同为准">
        <MoneyInput step={100} per="月" placeholder="未定价" />
      </Field>
      {bed?.taken ? (
        <Field name="shown" label="状态" wide rules={[]} extra="有人入住时，状态随服务对象变化">
          <span>
            <State of="bed" value={bed.status} />
          </span>
        </Field>
      ) : (
        <Field name="status" wide>
          <Select options={states} placeholder="请选择状态" />
        </Field>
      )}
      {bed === null && <Carried name="roomId" />}
    </CrudDrawer>
  );
}
