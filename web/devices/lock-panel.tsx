/** The tab 门锁 of a lock: how it is, opening it from here, members, codes, records. */
import { SettingOutlined, UnlockOutlined } from '@ant-design/icons';
import { Alert, Button, Descriptions, Segmented, Skeleton, Tag } from 'antd';
import { useState } from 'react';
import { locks } from '#contract/devices/locks.ts';
import { lockRecords } from '#contract/devices/lock-records.ts';
import { lockLabels } from '#contract/devices/locks.labels.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { useMay } from '#web/ui/may.ts';
import { ReasonDialog } from '#web/ui/reason-dialog.tsx';
import { labelledItems } from '#web/ui/labelled-items.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Time } from '#web/ui/time.tsx';
import { Battery } from './device-tags.tsx';
import { LockCodes } from './lock-codes.tsx';
import { LockMembers } from './lock-members.tsx';
import { LockRecords } from './lock-records.tsx';
import { LockSettings } from './lock-settings.tsx';
import { orMissing, providerText } from './lock-tags.tsx';
import './locks.css';

const PARTS = [
  { value: 'codes', label: '密码' },
  { value: 'members', label: '成员' },
  { value: 'records', label: '开锁记录' },
] as const;

export function LockPanel({ deviceId, label }: { deviceId: number; label: string }) {
  const may = useMay();
  const { data: lock, isError, error, refetch } = useCall(locks.get, { id: deviceId }, { quiet: true, enabled: may(locks.get) });
  const [part, setPart] = useState<(typeof PARTS)[number]['value']>('codes');
  const [editing, setEditing] = useState(false);
  const [opening, setOpening] = useState(false);
  const check = useSend(locks.check, { changes: [locks.get, locks.page] });
  const unlock = useSend(locks.unlock, { changes: [locks.get, lockRecords.page], onSuccess: () => setOpening(false) });
  if (!may(locks.get)) return <Alert type="info" showIcon title="您没有查看门锁的权限" />;
  if (isError) return <LoadFailed title={error.message} onAgain={() => void refetch()} />;
  if (!lock) return <Skeleton active paragraph={{ rows: 6 }} />;
  const ready = lock.provider !== null;
  const cloud = lock.provider === 'ttlock';
  return (
    <div className="d-lock">
      <header className="d-lock-head">
        <Descriptions
          size="small"
          column={{ xs: 1, sm: 2, lg: 4 }}
          items={labelledItems(lockLabels, [
            { key: 'provider', children: providerText(lock.provider) },
            cloud && { key: 'battery', children: <Battery percent={lock.battery} /> },
            cloud && {
              label: '连接',
              children: lock.verifyTime === null ? <Tag color="warning">未检测</Tag> : <Tag color="success">正常</Tag>,
            },
            cloud && {
              key: 'doorOpenTime',
              children:
                lock.doorOpenTime === null ? (
                  '关闭'
                ) : (
                  <Tag color="warning">
                    <Time value={lock.doorOpenTime} /> 打开
                  </Tag>
                ),
            },
            { key: 'lastUnlockTime', children: orMissing(lock.lastUnlockTime) },
          ])}
        />
        <div className="d-lock-buttons">
          {may(locks.save) && cloud && (
            <Button loading={check.isPending} onClick={() => check.mutate({ id: deviceId })}>
              检测连接
            </Button>
          )}
          {may(locks.save) && (
            <Button icon={<SettingOutlined aria-hidden />} onClick={() => setEditing(true)}>
              设置
            </Button>
          )}
          {may(locks.unlock) && cloud && (
            <Button
              danger
              icon={<UnlockOutlined aria-hidden />}
              disabled={!lock.canUnlock}
              title={lock.canUnlock ? undefined : '门锁连接网关并检测后才能远程开锁'}
              onClick={() => setOpening(true)}
            >
              远程开锁
            </Button>
          )}
        </div>
      </header>
      {!ready && <Alert type="info" showIcon title="这把门锁还没有设置接入方式，设置后才能添加成员和密码" />}
      {lock.problem && <Alert type="warning" showIcon title={`门锁通信异常：${lock.problem}，系统会自动重试`} />}
      {lock.waitingCount > 0 && (
        <Alert
          type="warning"
          showIcon
          title={
            cloud
              ? `有 ${lock.waitingCount} 个密码正在下发、删除或失败`
              : `有 ${lock.waitingCount} 个密码等待到门锁上设置或删除，完成后请在这里确认`
          }
        />
      )}
      <Segmented options={[...PARTS]} value={part} onChange={setPart} aria-label="门锁内容" />
      {part === 'codes' && <LockCodes lock={{ deviceId, name: label, manual: !cloud, ready }} />}
      {part === 'members' && <LockMembers deviceId={deviceId} ready={ready} />}
      {part === 'records' && <LockRecords deviceId={deviceId} ready={ready} />}
      {editing && <LockSettings kept={lock} onClose={() => setEditing(false)} />}
      {opening && (
        <ReasonDialog
          title={`远程开锁：${label}`}
          note="门会立即打开，请确认门前的人。开锁人、时间和原因会记录下来。"
          placeholder="如 老人跌倒，等待救援"
          okText="开锁"
          most={100}
          pending={unlock.isPending}
          onOk={(reason) => unlock.mutate({ id: deviceId, reason })}
          onClose={() => setOpening(false)}
        />
      )}
    </div>
  );
}
