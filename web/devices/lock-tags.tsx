/** Small pieces that say how a lock and its codes are. */
import { Tag } from 'antd';
import { passcodeKindLabels, passcodeStateLabels, passcodeStates, removals } from '#contract/devices/lock-passcodes.rules.ts';
import type { lockPasscodes } from '#contract/devices/lock-passcodes.ts';
import { alarmKinds, recordKindLabels, type RecordKind } from '#contract/devices/lock-records.ts';
import { lockProviderLabels, type LockProvider } from '#contract/devices/locks.ts';
import type { RowOf } from '#web/ui/data-table.tsx';
import { MISSING } from '#web/ui/display.ts';
import { Time } from '#web/ui/time.tsx';

export type CodeRow = RowOf<typeof lockPasscodes.page>;

const COLORS: Record<number, string> = { 1: 'processing', 2: 'success', 3: 'error', 4: 'default', 5: 'default' };

/** 生效中; an ended code that still opens the door says so. */
export function CodeState({ row: { state, removal, provider } }: { row: CodeRow }) {
  const word = state === passcodeStates.waiting && provider === 'manual' ? '待现场设置' : passcodeStateLabels[state];
  if (removal === removals.pending)
    return <Tag color="warning">{`${word}，${provider === 'manual' ? '待现场删除' : '正在从门锁删除'}`}</Tag>;
  return <Tag color={COLORS[state] ?? 'default'}>{word}</Tag>;
}

export function CodeKind({ row: { kind, duress } }: { row: CodeRow }) {
  return (
    <>
      {passcodeKindLabels[kind]}
      {duress && (
        <Tag color="error" className="d-lock-duress">
          胁迫码
        </Tag>
      )}
    </>
  );
}

export const providerText = (provider: LockProvider | null) => (provider === null ? '未设置' : lockProviderLabels[provider]);

export function RecordTag({ kind, success }: { kind: RecordKind; success: boolean }) {
  if (kind === 'remote') return <Tag color={success ? 'processing' : 'error'}>{success ? '远程开锁' : '远程开锁未成功'}</Tag>;
  return <Tag color={alarmKinds.includes(kind) ? 'error' : kind === 'refused' ? 'warning' : 'default'}>{recordKindLabels[kind]}</Tag>;
}

/** From when to when, one below the other: until when is what is looked for, and may not stand behind the buttons. */
export const CodeSpan = ({ row: { startTime, endTime } }: { row: CodeRow }) => (
  <span className="d-said">
    <Time value={startTime} />
    <span>
      {endTime ? (
        <>
          至 <Time value={endTime} />
        </>
      ) : (
        '长期有效'
      )}
    </span>
  </span>
);
export const orMissing = (text: string | null) => text ?? MISSING;
