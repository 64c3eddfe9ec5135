/** States and kinds of goods and their orders as tags; a product's picture. */
import { PictureOutlined } from '@ant-design/icons';
import { Tag } from 'antd';
import { deliveryLabels, paymentLabels, productKindLabels } from '#contract/goods-orders/goods-orders.rules.ts';
import { MISSING } from '#web/ui/display.ts';
import { StoredImage } from '#web/ui/stored-files.tsx';
import './orders.css';

const PAYMENT: Record<number, string> = { 1: 'warning', 2: 'success', 3: 'error', 4: 'default' };
const DELIVERY: Record<number, string> = { 1: 'orange', 2: 'processing', 3: 'success' };

export const PaymentTag = ({ value }: { value: number }) => (
  <Tag color={PAYMENT[value] ?? 'default'}>{paymentLabels[value] ?? MISSING}</Tag>
);

/** An order of packages has nothing to send; one that is not `due`, because it is not paid, has nothing to send yet. */
export const DeliveryTag = ({ value, due = true }: { value: number | null; due?: boolean }) =>
  value === null || !due ? (
    <span className="y-missing">{value === null ? '无需发货' : MISSING}</span>
  ) : (
    <Tag color={DELIVERY[value] ?? 'default'}>{deliveryLabels[value] ?? MISSING}</Tag>
  );

export const ProductKindTag = ({ value }: { value: number }) => (
  <Tag color={value === 2 ? 'purple' : 'blue'}>{productKindLabels[value] ?? MISSING}</Tag>
);

/** The picture of a product, or a quiet place for it. */
export function ProductImage({ url, name, size = 40 }: { url: string | null | undefined; name: string; size?: number }) {
  if (url) return <StoredImage url={url} alt={name} size={size} />;
  return (
    <span className="y-product-blank" data-size={size} role="img" aria-label={`${name}，无图片`}>
      <PictureOutlined aria-hidden />
    </span>
  );
}
