/** How urgent a warning is, in words and colours. */
export interface Severity {
  label: string;
  /** antd's names of the colours of meaning. */
  color: 'error' | 'warning' | 'processing' | 'default';
}

const SEVERITIES: Record<number, Severity> = {
  1: { label: '紧急', color: 'error' },
  2: { label: '严重', color: 'warning' },
  3: { label: '一般', color: 'processing' },
  4: { label: '提示', color: 'default' },
};

export const severityOf = (severity: number): Severity => SEVERITIES[severity] ?? (SEVERITIES[4] as Severity);
export const severityLabels: Record<number, string> = Object.fromEntries(
  Object.entries(SEVERITIES).map(([value, { label }]) => [value, label]),
);

/** Worth waking somebody for. */
export const isUrgent = (severity: number) => severity <= 2;
export const isCritical = (severity: number) => severity === 1;
