/** The goods of a new order: picked, counted, with what they come to. */
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, InputNumber } from 'antd';
import { useState } from 'react';
import { toFen, toYuan } from '#contract/fields.ts';
import { mostOf, productKind, totalOf } from '#contract/goods-orders/goods-orders.rules.ts';
import { showMessage } from '#web/api/messages.ts';
import { yuan } from '#web/ui/display.ts';
import { ProductImage, ProductKindTag } from './order-tags.tsx';
import { ProductPicker, type PickedProduct } from './product-picker.tsx';
import './orders.css';

export interface GoodsLine {
  product: PickedProduct;
  num: number;
}

/** Yuan, by the rule that the server stores. */
export const totalYuan = (lines: readonly GoodsLine[]) =>
  toYuan(totalOf(lines.map(({ product, num }) => ({ unitFen: toFen(product.price), quantity: num }))));

const mostFor = ({ kind, quantity }: PickedProduct) => Math.min(mostOf(kind), quantity ?? mostOf(kind));

interface Props {
  id?: string;
  value?: readonly GoodsLine[];
  onChange?: (lines: GoodsLine[]) => void;
}

export function GoodsLines({ id, value = [], onChange }: Props) {
  const [picking, setPicking] = useState(false);
  const count = (changed: GoodsLine, num: number | null) =>
    onChange?.(value.map((line) => (line === changed ? { ...line, num: num ?? 1 } : line)));
  const add = (product: PickedProduct) => {
    const known = value.find((line) => line.product.id === product.id);
    if (!known) return onChange?.([...value, { product, num: 1 }]);
    if (known.num >= mostFor(product))
      return showMessage('info', product.kind === productKind.package ? '服务套餐每单限购1份' : '已达到可售数量');
    count(known, known.num + 1);
  };
  return (
    <div className="y-goods-lines" id={id} role="group" aria-label="商品">
      <ul>
        {value.map((line) => {
          const { product, num } = line;
          return (
            <li key={product.id}>
              <ProductImage url={product.image} name={product.name} size={48} />
              <span className="y-goods-name">
                <b>{product.name}</b>
                <small>
                  <ProductKindTag value={product.kind} /> {yuan(product.price)}/{product.unit}
                </small>
              </span>
              <InputNumber<number>
                min={1}
                max={mostFor(product)}
                precision={0}
                value={num}
                suffix={product.unit}
                aria-label={`${product.name}数量`}
                disabled={mostFor(product) === 1}
                onChange={(next) => count(line, next)}
              />
              <strong>{yuan(totalYuan([line]))}</strong>
              <Button
                type="text"
                size="small"
                icon={<DeleteOutlined aria-hidden />}
                aria-label={`移除${product.name}`}
                onClick={() => onChange?.(value.filter((one) => one !== line))}
              />
            </li>
          );
        })}
      </ul>
      <Button icon={<PlusOutlined aria-hidden />} onClick={() => setPicking(true)}>
        选择商品
      </Button>
      <ProductPicker open={picking} onClose={() => setPicking(false)} onPick={add} />
    </div>
  );
}
