/** How far out of bounds a value is: word, colour and sign, so that no one of them is needed. */
import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons';
import { Tag } from 'antd';
import { isUrgent, levelLabels, type Level } from '#contract/health/thresholds.rules.ts';

export function LevelTag({ level }: { level: Level }) {
  if (level === 0) return null;
  const Arrow = level > 2 ? ArrowUpOutlined : ArrowDownOutlined;
  return (
    <Tag color={isUrgent(level) ? 'error' : 'warning'} variant={isUrgent(level) ? 'solid' : 'outlined'} icon={<Arrow aria-hidden />}>
      {levelLabels[level]}
    </Tag>
  );
}
