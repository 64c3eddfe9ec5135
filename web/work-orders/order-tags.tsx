/** Urgency and source of an order as tags. */
import { AlertOutlined } from '@ant-design/icons';
import { Tag, Tooltip } from 'antd';
import { isRule, rules } from '#contract/warnings/warnings.rules.ts';
import { MISSING, type Option } from '#web/ui/display.ts';
import { DictionaryTag } from '#web/ui/dictionary-tag.tsx';
import './work-orders.css';

/** Whoever was sent cannot go, and nobody else was sent yet; nothing without `text`. */
export const ReturnedTag = ({ text }: { text: string | null }) =>
  text !== null && (
    <Tooltip title={text}>
      <Tag color="error" tabIndex={0}>
        要求改派
      </Tag>
    </Tooltip>
  );

/** Where an order came from. */
export const SOURCES: readonly Option[] = [
  { value: 1, label: '人工下单' },
  { value: 2, label: '预警生成' },
  { value: 3, label: '计划生成' },
  { value: 4, label: '商品订单' },
];

/** 1 is ordinary and green, everything else red (specification 2, section 3). */
const URGENCIES: Record<string, string> = Object.fromEntries(
  Array.from({ length: 9 }, (_, index) => [String(index + 1), index === 0 ? 'green' : 'red']),
);

export const UrgencyTag = ({ value }: { value: number }) => <DictionaryTag type="emergency_type" value={value} colors={URGENCIES} />;

/** What is to be minded of the person served: 跌倒高危, 过敏, … */
export const RiskFlags = ({ flags }: { flags: readonly string[] }) => (
  <span className="y-order-flags">
    {flags.map((flag) => (
      <Tag key={flag} color="error">
        {flag}
      </Tag>
    ))}
  </span>
);

/** The alarm that an order came from; two dashes when somebody wrote it down. */
export function SourceTag({ rule }: { rule: string | null }) {
  if (rule === null) return <span className="y-missing">{MISSING}</span>;
  return (
    <Tag color="error" icon={<AlertOutlined aria-hidden />}>
      {isRule(rule) ? rules[rule].label : '预警'}
    </Tag>
  );
}
