/** How urgent a warning is: one word and one colour wherever it is shown. */
import { Tag } from 'antd';
import type { ReactNode } from 'react';
import { isCritical, severityOf } from './severities.ts';

interface Props {
  severity: number;
  /** It no longer calls for anybody. */
  closed?: boolean;
  /** In place of the word, as a count of such warnings. */
  children?: ReactNode;
  title?: string;
}

export function Severity({ severity, closed = false, children, title }: Props) {
  const { label, color } = severityOf(severity);
  return (
    <Tag color={color} variant={isCritical(severity) && !closed ? 'solid' : 'outlined'} title={title}>
      {children ?? label}
    </Tag>
  );
}
