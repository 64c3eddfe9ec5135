/** 出入库: books stock in, out, or to what was counted. For materials and for products that count for themselves. */
import { Form, Input, InputNumber, Radio } from 'antd';
import { changeOf, hundredths, manualKinds, movementKind, movementKindLabels, ofHundredths } from '#contract/stock/materials.rules.ts';
import { titleOf } from '#contract/labels.ts';
import { movementLabels } from '#contract/stock/materials.labels.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { DictionarySelect } from '#web/ui/dictionary.tsx';
import '#web/ui/form.css';
import './stock.css';

export interface Booking {
  kind: (typeof manualKinds)[number];
  quantity: number;
  reason: string;
  source?: number | null;
}

interface Props {
  name: string;
  unit: string;
  balance: number;
  /** Decimals of a quantity. */
  precision: 0 | 2;
  /** Asks where what comes in is from. */
  sources?: boolean;
  booking: boolean;
  onBook: (booking: Booking) => void;
  onClose: () => void;
}

const kinds = manualKinds.map((value) => ({ value, label: movementKindLabels[value] }));

/** What will be there afterwards. */
function After({ balance, unit }: Pick<Props, 'balance' | 'unit'>) {
  const form = Form.useFormInstance<Booking>();
  const kind = Form.useWatch('kind', form);
  const quantity = Form.useWatch('quantity', form);
  if (kind === undefined || typeof quantity !== 'number') return null;
  const change = changeOf(kind, quantity, balance);
  const after = ofHundredths(hundredths(balance) + hundredths(change));
  return (
    <span className="y-stock-after" data-short={after < 0 || undefined}>
      {after < 0
        ? `库存不足，仅剩 ${balance} ${unit}`
        : `${change < 0 ? '减少' : '增加'} ${Math.abs(change)} ${unit}，操作后库存 ${after} ${unit}`}
    </span>
  );
}

export function MovementDialog({ name, unit, balance, precision, sources = false, booking, onBook, onClose }: Props) {
  const [form] = Form.useForm<Booking>();
  const kind = Form.useWatch('kind', form);
  const counted = kind === movementKind.correction;
  return (
    <FormDialog
      form={form}
      title="出入库"
      pending={booking}
      width={520}
      requiredMark={false}
      initial={{ kind: movementKind.in }}
      onSubmit={({ source = null, ...values }) => onBook({ ...values, reason: values.reason.trim(), ...(sources ? { source } : {}) })}
      onClose={onClose}
    >
      <div className="y-stock-head">
        <b>{name}</b>
        <span>
          当前库存 {balance} {unit}
        </span>
      </div>
      <Form.Item name="kind" label="操作类型">
        <Radio.Group options={kinds} optionType="button" />
      </Form.Item>
      <Form.Item
        name="quantity"
        label={counted ? '盘点数量' : '数量'}
        dependencies={['kind']}
        extra={<After balance={balance} unit={unit} />}
        rules={[
          { required: true, message: '请输入数量' },
          {
            validator: (_rule, value?: number) =>
              counted || value === undefined || value > 0 ? Promise.resolve() : Promise.reject(new Error('数量应大于0')),
          },
        ]}
      >
        <InputNumber<number> min={0} max={9_999_999} precision={precision} suffix={unit} placeholder="0" />
      </Form.Item>
      {sources && kind === movementKind.in && (
        <Form.Item name="source" label={titleOf(movementLabels, 'source')}>
          <DictionarySelect type={movementLabels.source.dictionary} numeric placeholder="请选择来源" />
        </Form.Item>
      )}
      <Form.Item
        name="reason"
        label={titleOf(movementLabels, 'reason')}
        rules={[{ required: true, whitespace: true, message: '请输入原因' }]}
      >
        <Input.TextArea maxLength={100} showCount rows={2} placeholder={counted ? '如 月末盘点' : '如 采购入库、领用'} />
      </Form.Item>
    </FormDialog>
  );
}
