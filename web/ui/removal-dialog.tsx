/** Before a row is removed: what goes with it, what stays, and what stands against it. Afterwards it can be undone for a moment. */
import { Alert, Skeleton } from 'antd';
import { Link } from 'react-router';
import { KEPT_DAYS, type Consequences, type RemovalLine } from '#contract/removals.ts';
import type { z } from 'zod';
import { useCall, useSend } from '#web/api/call.ts';
import { showMessage } from '#web/api/messages.ts';
import { DraftDialog } from './draft-dialog.tsx';
import { LoadFailed } from './load-failed.tsx';
import { addressOf, useReadAgain, useRestore, type RemovalRoutes, type RowRef } from './removal-calls.ts';
import { SAID_SECONDS, useSaidWith } from './said-with.tsx';
import './removal.css';

interface Props {
  routes: RemovalRoutes;
  noun: string;
  row: RowRef;
  read: Readonly<Record<string, unknown>>;
  onRemoved: () => void;
  onClose: () => void;
}

function Lines({ lines, onLeave }: { lines: readonly RemovalLine[]; onLeave: () => void }) {
  return (
    <ul className="y-consequences">
      {lines.map((line) => {
        const address = addressOf(line);
        return (
          <li key={line.text}>
            {line.text}
            {address !== null && (
              <Link to={address} onClick={onLeave}>
                去查看
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}

export function RemovalDialog({ routes, noun, row, read, onRemoved, onClose }: Props) {
  const tell = useSaidWith();
  const readAgain = useReadAgain();
  const found = useCall(routes.consequences, row as never, { quiet: true, staleTime: 0, gcTime: 0 });
  const data = found.data as z.output<typeof Consequences> | undefined;
  const { restore } = useRestore(routes);
  const send = useSend(routes.remove, {
    quiet: true,
    // What stands against it may be new: the dialog says what it is by now.
    onError: ({ message }) => {
      showMessage('error', message);
      void found.refetch();
    },
    onSuccess: () => {
      tell({
        key: `removed-${routes.remove.path}-${Object.values(row).join()}`,
        title: data ? `已删除“${data.name}”` : `已删除${noun}`,
        description: `${SAID_SECONDS}秒内可以撤销，之后可在回收站中恢复`,
        label: '撤销',
        onClick: () => restore(row),
      });
      onRemoved();
      readAgain();
    },
  });
  const blocked = data !== undefined && data.blockers.length > 0;
  return (
    <DraftDialog
      title={data ? `删除“${data.name}”` : `删除${noun}`}
      okText="删除"
      cancelText="取消"
      okButtonProps={{ danger: true, disabled: !data || blocked, loading: send.isPending }}
      onOk={() => send.mutate({ ...row, ...read } as never)}
      onClose={onClose}
    >
      {found.isError && <LoadFailed title={found.error.message} onAgain={() => void found.refetch()} />}
      {!data && !found.isError && <Skeleton active title={false} paragraph={{ rows: 3 }} />}
      {data?.detail && <p className="y-consequences-detail">{data.detail}</p>}
      {blocked && <Alert type="warning" showIcon title="现在不能删除" description={<Lines lines={data.blockers} onLeave={onClose} />} />}
      {data && !blocked && (
        <>
          {data.effects.length > 0 && <Lines lines={data.effects} onLeave={onClose} />}
          <p className="y-consequences-note">删除后{KEPT_DAYS}天内可在“回收站”中恢复，之后清除，不能恢复。</p>
        </>
      )}
    </DraftDialog>
  );
}
