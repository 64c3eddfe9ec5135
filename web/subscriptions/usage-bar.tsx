/** How much of a quota is used: the words, and how full it is. */
import { Progress, Tag } from 'antd';
import { bytes, ofMost, pressureOf } from '#web/tenants/figures.ts';

export interface Used {
  used: number;
  most: number | null;
}

/** Storage in bytes, anything else counted. */
export const usedText = ({ used, most }: Used, storage = false) =>
  !storage ? ofMost(used, most) : most === null ? bytes(used) : `${bytes(used)} / ${bytes(most)}`;

const TONES = { ok: 'var(--ant-color-primary)', near: 'var(--ant-color-warning)', full: 'var(--ant-color-error)' } as const;

export function UsageBar({ label, use, storage = false }: { label: string; use: Used; storage?: boolean }) {
  const { used, most } = use;
  const pressure = pressureOf(used, most);
  const percent = most === null ? 0 : most === 0 ? 100 : Math.min(100, Math.round((used / most) * 100));
  return (
    <div className="sub-bar">
      <div>
        <span>{label}</span>
        <b>{usedText(use, storage)}</b>
        {most === null && <small>不限</small>}
        {pressure !== 'ok' && <Tag color={pressure === 'full' ? 'error' : 'warning'}>{pressure === 'full' ? '已满' : '即将用满'}</Tag>}
      </div>
      <Progress percent={percent} showInfo={false} size="small" strokeColor={TONES[pressure]} aria-label={`${label}已用${percent}%`} />
    </div>
  );
}
