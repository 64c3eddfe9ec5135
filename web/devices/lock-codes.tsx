/** The codes of a lock, or of all locks: what each is, and what one can do about it. */
import { KeyOutlined } from '@ant-design/icons';
import { Button, Select, Tag } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { lockPasscodes } from '#contract/devices/lock-passcodes.ts';
import { nextState, passcodeStateLabels, removals } from '#contract/devices/lock-passcodes.rules.ts';
import { locks } from '#contract/devices/locks.ts';
import { titled } from '#contract/labels.ts';
import { lockPasscodeLabels } from '#contract/devices/lock-passcodes.labels.ts';
import { useSend } from '#web/api/call.ts';
import { deviceAddress } from '#web/shell/addresses.ts';
import { OnceShown, type OnceShownFacts } from '#web/tenants/once-shown.tsx';
import type { Column } from '#web/ui/columns.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { MISSING } from '#web/ui/display.ts';
import { choices } from '#web/ui/inputs.tsx';
import { useMay } from '#web/ui/may.ts';
import { ReasonDialog } from '#web/ui/reason-dialog.tsx';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { inRoom } from '#web/ui/place.tsx';
import { LockCodeDialog } from './lock-code-dialog.tsx';
import { CodeKind, CodeSpan, CodeState, type CodeRow } from './lock-tags.tsx';

const Filter = labelledFilter(lockPasscodeLabels);

const own: Column<CodeRow>[] = titled(lockPasscodeLabels, [
  { key: 'label', width: 120, pin: 'left' },
  { key: 'state', width: 156, sort: 'state', render: (row) => <CodeState row={row} /> },
  { key: 'endTime', width: 150, sort: 'end_time', render: (row) => <CodeSpan row={row} /> },
  { key: 'kind', width: 130, render: (row) => <CodeKind row={row} /> },
  {
    key: 'problem',
    width: 220,
    render: ({ problem, endReason }) => (problem ? <Tag color="warning">{problem}</Tag> : (endReason ?? MISSING)),
  },
  { key: 'createName', width: 100 },
  { key: 'createTime', width: 172, hidden: true },
  { key: 'activeTime', width: 172, hidden: true },
  { key: 'attempts', width: 80, align: 'right', hidden: true },
]);
const ofLock: Column<CodeRow>[] = titled(lockPasscodeLabels, [
  {
    key: 'lockName',
    width: 150,
    pin: 'left',
    render: ({ deviceId, lockName }) => <Link to={deviceAddress(deviceId)}>{lockName}</Link>,
  },
  { key: 'roomName', width: 148, render: inRoom },
]);

const filters = (
  <>
    <Filter name="state">
      <Select allowClear placeholder="请选择" options={choices(passcodeStateLabels)} />
    </Filter>
    <Filter name="endingDays">
      <Select allowClear placeholder="不限" options={choices({ 3: '3天内', 7: '7天内', 30: '30天内' })} />
    </Filter>
    <Filter name="attention">
      <Select allowClear placeholder="不限" options={choices({ true: '待设置、失败或待删除' })} />
    </Filter>
  </>
);

type Asking = { what: 'revoke' | 'fail'; row: CodeRow };

/** `lock` narrows to one, where codes can be made. */
export function LockCodes({ lock }: { lock?: { deviceId: number; name: string; manual: boolean; ready: boolean } }) {
  const may = useMay()(lockPasscodes.create);
  const [making, setMaking] = useState(false);
  const [shown, setShown] = useState<OnceShownFacts | null>(null);
  const [asking, setAsking] = useState<Asking | null>(null);
  const changes = [lockPasscodes.page, locks.page, locks.get];
  const done = { changes, onSuccess: () => setAsking(null) };
  const confirm = useSend(lockPasscodes.confirm, { changes });
  const retry = useSend(lockPasscodes.retry, { changes });
  const removed = useSend(lockPasscodes.removed, { changes });
  const fail = useSend(lockPasscodes.fail, done);
  const revoke = useSend(lockPasscodes.revoke, done);
  const step = ({ id, version }: CodeRow) => ({ id, version });
  return (
    <>
      <DataTable
        name={lock ? 'lock-codes' : 'all-lock-codes'}
        noun="门锁密码"
        route={lockPasscodes.page}
        columns={lock ? own : [...ofLock, ...own]}
        {...(lock ? { fixed: { deviceId: lock.deviceId } } : { filters })}
        state="own"
        height="content"
        extra={
          may &&
          lock && (
            <Button type="primary" icon={<KeyOutlined aria-hidden />} disabled={!lock.ready} onClick={() => setMaking(true)}>
              生成密码
            </Button>
          )
        }
        actions={(row) => [
          {
            label: '确认已设置',
            when: may && row.provider === 'manual' && nextState(row.state, 'confirm') !== null,
            confirm: '门锁上已经设置好这个密码，并且试过能开门？',
            onClick: () => confirm.mutate(step(row)),
          },
          {
            label: '设置失败',
            when: may && row.provider === 'manual' && nextState(row.state, 'fail') !== null,
            onClick: () => setAsking({ what: 'fail', row }),
          },
          { label: '重新下发', when: may && nextState(row.state, 'retry') !== null, onClick: () => retry.mutate(step(row)) },
          {
            label: '确认已删除',
            when: may && row.provider === 'manual' && row.removal === removals.pending,
            confirm: '门锁上已经删除这个密码，并且试过不能开门？',
            onClick: () => removed.mutate({ id: row.id }),
          },
          {
            label: '撤销',
            danger: true,
            when: may && nextState(row.state, 'revoke') !== null,
            onClick: () => setAsking({ what: 'revoke', row }),
          },
        ]}
      />
      {making && lock && (
        <LockCodeDialog
          deviceId={lock.deviceId}
          lockName={lock.name}
          manual={lock.manual}
          onMade={(facts) => {
            setMaking(false);
            setShown(facts);
          }}
          onClose={() => setMaking(false)}
        />
      )}
      {/* Gone with its dialog: a hidden one would keep the code in the page. */}
      {shown && <OnceShown facts={shown} onClose={() => setShown(null)} />}
      {asking?.what === 'revoke' && (
        <ReasonDialog
          title={`撤销${asking.row.label}的密码`}
          note={
            asking.row.provider === 'manual'
              ? '撤销后还要到门锁上删除，删除之前这个密码仍能开门。'
              : '撤销后系统会从门锁删除这个密码，不能恢复。'
          }
          placeholder="如 退住、换岗、密码泄露"
          okText="撤销"
          most={60}
          pending={revoke.isPending}
          onOk={(reason) => revoke.mutate({ ...step(asking.row), reason })}
          onClose={() => setAsking(null)}
        />
      )}
      {asking?.what === 'fail' && (
        <ReasonDialog
          title="密码设置失败"
          placeholder="如 键盘失灵、门锁密码已满"
          okText="记录"
          most={60}
          pending={fail.isPending}
          onOk={(reason) => fail.mutate({ ...step(asking.row), reason })}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  );
}
