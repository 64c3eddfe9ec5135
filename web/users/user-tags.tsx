/** Marks of accounts. */
import { Tag, Tooltip } from 'antd';
import type { UserRow } from './user-dialogs.tsx';

/** Locked, with the reason when there is one. */
export function LockTag({ user: { lockFlag, lockReason } }: { user: Pick<UserRow, 'lockFlag' | 'lockReason'> }) {
  if (lockFlag === '0') return <Tag color="success">正常</Tag>;
  return (
    <Tooltip title={lockReason}>
      <Tag color="error">锁定</Tag>
    </Tooltip>
  );
}

/** At home elsewhere. */
export function OriginTag({ user: { external, visiting } }: { user: Pick<UserRow, 'external' | 'visiting'> }) {
  if (!external) return null;
  return (
    <Tooltip title={visiting ? '上级机构人员进入本机构时建立' : '账号属于其他机构，受邀加入'}>
      <Tag color={visiting ? 'purple' : 'blue'}>{visiting ? '外部 · 来访' : '外部'}</Tag>
    </Tooltip>
  );
}
