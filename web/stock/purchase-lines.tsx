/** 采购明细: materials of the stock, or anything else by its name; each with quantity, price and supplier. */
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Form, Input, InputNumber } from 'antd';
import { useState } from 'react';
import { toFen, toYuan } from '#contract/fields.ts';
import { titleOf } from '#contract/labels.ts';
import { purchaseLineLabels } from '#contract/stock/material-purchases.labels.ts';
import { MOST_LINES } from '#contract/stock/material-purchases.ts';
import { projectMaterials } from '#contract/stock/materials.ts';
import { purchaseTotal } from '#contract/stock/purchase-commands.rules.ts';
import { yuan } from '#web/ui/display.ts';
import { useMay } from '#web/ui/may.ts';
import { MoneyInput } from '#web/ui/money-input.tsx';
import { MaterialPicker } from './material-picker.tsx';
import './purchases.css';

export interface LineValues {
  materialId?: number | null;
  name?: string;
  spec?: string | null;
  unit?: string;
  quantity?: number | null;
  price?: number | null;
  supplier?: string | null;
}

const title = (name: keyof typeof purchaseLineLabels) => titleOf(purchaseLineLabels, name);

/** Yuan: of what is filled in. */
export const sumOf = (lines: readonly (LineValues | undefined)[]): number =>
  toYuan(purchaseTotal(lines.map((line) => ({ quantity: line?.quantity ?? 0, priceFen: toFen(line?.price ?? 0) }))));

const needed = (message: string) => [{ required: true, message }];

/** Of a material: what goes through the form unseen. */
const KeptParts = ({ name }: { name: number }) =>
  (['materialId', 'name', 'spec', 'unit'] as const).map((part) => (
    <Form.Item key={part} name={[name, part]} hidden noStyle>
      <Input />
    </Form.Item>
  ));

/** What a line is of: the record of a material, or what is typed. */
function What({ name }: { name: number }) {
  const form = Form.useFormInstance();
  const line = Form.useWatch<LineValues | undefined>(['lines', name], { form, preserve: true });
  if (line?.materialId)
    return (
      <>
        <p className="y-purchase-what">
          <b>{line.name}</b>
          {line.spec && <span>{line.spec}</span>}
        </p>
        <KeptParts name={name} />
      </>
    );
  return (
    <div className="y-purchase-free">
      <Form.Item name={[name, 'name']} label={title('name')} rules={[{ required: true, whitespace: true, message: '请输入名称' }]}>
        <Input maxLength={40} placeholder="如 轮椅坐垫" />
      </Form.Item>
      <Form.Item name={[name, 'spec']} label={title('spec')}>
        <Input maxLength={60} />
      </Form.Item>
      <Form.Item name={[name, 'unit']} label={title('unit')} rules={[{ required: true, whitespace: true, message: '请输入单位' }]}>
        <Input maxLength={10} placeholder="如 个" />
      </Form.Item>
    </div>
  );
}

function Sum({ name }: { name: number }) {
  const line = Form.useWatch<LineValues | undefined>(['lines', name], Form.useFormInstance());
  return <span className="y-purchase-sum">{yuan(sumOf([line]))}</span>;
}

export function PurchaseLines() {
  const may = useMay();
  const form = Form.useFormInstance();
  const [picking, setPicking] = useState(false);
  return (
    <Form.List
      name="lines"
      rules={[
        { validator: (_rule, lines?: unknown[]) => (lines?.length ? Promise.resolve() : Promise.reject(new Error('请添加采购明细'))) },
      ]}
    >
      {(fields, { add, remove }, { errors }) => (
        <div className="y-purchase-lines">
          {fields.map(({ key, name }, at) => (
            <section key={key} aria-label={`明细${at + 1}`}>
              <What name={name} />
              <div className="y-purchase-numbers">
                <Form.Item name={[name, 'quantity']} label={title('quantity')} rules={needed('请输入数量')}>
                  <InputNumber<number>
                    min={0.01}
                    max={9_999_999}
                    precision={2}
                    suffix={form.getFieldValue(['lines', name, 'unit']) as string}
                  />
                </Form.Item>
                <Form.Item name={[name, 'price']} label={title('price')} rules={needed('请输入单价')}>
                  <MoneyInput />
                </Form.Item>
                <Form.Item name={[name, 'supplier']} label={title('supplier')}>
                  <Input maxLength={60} placeholder="可不填" />
                </Form.Item>
                <Sum name={name} />
                <Button type="text" icon={<DeleteOutlined aria-hidden />} aria-label={`删除明细${at + 1}`} onClick={() => remove(name)} />
              </div>
            </section>
          ))}
          <Form.ErrorList errors={errors} />
          <div className="y-purchase-add">
            {may(projectMaterials.pick) && (
              <Button icon={<PlusOutlined aria-hidden />} disabled={fields.length >= MOST_LINES} onClick={() => setPicking(true)}>
                选择物资
              </Button>
            )}
            <Button icon={<PlusOutlined aria-hidden />} disabled={fields.length >= MOST_LINES} onClick={() => add({ materialId: null })}>
              添加其他物品
            </Button>
          </div>
          <MaterialPicker
            title="选择物资"
            open={picking}
            onClose={() => setPicking(false)}
            onPick={({ id, name, spec, unit }) => add({ materialId: id, name, spec, unit })}
          />
        </div>
      )}
    </Form.List>
  );
}
