/** Small pieces that say what a warning is, wherever one is shown. */
import { Tag } from 'antd';
import { disposalLabels } from '#contract/warnings/warnings.rules.ts';
import { disposalColors, severityOf } from './severities.ts';
import './warning-tags.css';

/** `closed`: it no longer calls for anybody. */
export function SeverityTag({ severity, closed = false }: { severity: number; closed?: boolean }) {
  const { label, color } = severityOf(severity);
  return (
    <Tag color={color} variant={severity === 1 && !closed ? 'solid' : 'outlined'} className="w-tag">
      {label}
    </Tag>
  );
}

export const DisposalTag = ({ status }: { status: number }) => (
  <Tag color={disposalColors[status] ?? 'default'} variant="outlined" className="w-tag">
    {disposalLabels[status] ?? '--'}
  </Tag>
);

/** 跌倒高危, 青霉素过敏: what one has to know before entering the room. */
export function Flags({ flags }: { flags: readonly string[] }) {
  if (flags.length === 0) return null;
  return (
    <span className="w-flags">
      {flags.map((flag) => (
        <Tag key={flag} color="warning" className="w-tag">
          {flag}
        </Tag>
      ))}
    </span>
  );
}
