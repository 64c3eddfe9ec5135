/** States of package orders, receipts and invoices as tags; figures of packages in words. */
import { Tag } from 'antd';
import { invoiceStateLabels } from '#contract/subscriptions/invoices.rules.ts';
import { billStateLabels, orderStatusLabels, payStatusLabels } from '#contract/subscriptions/package-orders.rules.ts';
import { orderKindLabels } from '#contract/subscriptions/package-prices.rules.ts';
import { standingLabels } from '#contract/subscriptions/terms.rules.ts';
import { bytes } from '#web/tenants/figures.ts';
import { MISSING, thousands } from '#web/ui/display.ts';

type Colors = Readonly<Record<string | number, string>>;

const tagOf = (labels: Readonly<Record<string | number, string>>, colors: Colors) =>
  function StateTag({ value }: { value: number | string | null }) {
    if (value === null) return <span className="y-missing">{MISSING}</span>;
    return <Tag color={colors[value] ?? 'default'}>{labels[value] ?? MISSING}</Tag>;
  };

export const PayTag = tagOf(payStatusLabels, { 1: 'warning', 2: 'success', 3: 'error', 6: 'processing' });
export const VerifiedTag = tagOf(orderStatusLabels, { 1: 'warning', 2: 'success' });
export const BillTag = tagOf(billStateLabels, { 1: 'warning', 2: 'success', 3: 'error' });
export const InvoiceTag = tagOf(invoiceStateLabels, { 1: 'warning', 2: 'success', 3: 'error' });
export const KindTag = tagOf(orderKindLabels, { 1: 'blue', 2: 'green', 3: 'purple' });
export const StandingTag = tagOf(
  { ...standingLabels, frozen: '已冻结' },
  { open: 'success', reading: 'warning', closed: 'error', frozen: 'error' },
);

interface Limits {
  accountLimit: number | null;
  peopleLimit: number | null;
  deviceLimit: number | null;
  storageLimit: number | null;
}

const limit = (most: number | null, unit: string) => (most === null ? '不限' : `${thousands(most)} ${unit}`);

/** How much of everything a package has, each with its name. */
export const limitsOf = ({ accountLimit, peopleLimit, deviceLimit, storageLimit }: Limits): readonly (readonly [string, string])[] => [
  ['用户', limit(accountLimit, '个')],
  ['服务对象', limit(peopleLimit, '人')],
  ['设备', limit(deviceLimit, '台')],
  ['存储空间', storageLimit === null ? '不限' : bytes(storageLimit)],
];
