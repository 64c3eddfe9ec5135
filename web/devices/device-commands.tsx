/** What a device was told, what waits for it, and telling it something. */
import { Alert, Button, Dropdown, Tag } from 'antd';
import { useEffect, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { commandLabels, commandStateLabels, commandStates, deviceCommands } from '#contract/devices/device-commands.ts';
import type { CommandKind } from '#contract/devices/device-types.ts';
import { titled } from '#contract/labels.ts';
import { deviceCommandLabels } from '#contract/devices/device-commands.labels.ts';
import { keyOf, useCall, useSend } from '#web/api/call.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { useMay } from '#web/ui/may.ts';
import { CommandDialog, isPlain, QUESTIONS } from './command-form.tsx';
import { wordsOf } from './command-words.ts';

type Row = RowOf<typeof deviceCommands.page>;

const REFRESH_MS = 3000;
const COLORS: Record<number, string> = { 1: 'default', 2: 'processing', 3: 'success', 4: 'error', 5: 'default', 6: 'warning' };
/** Asked for most, one press away. */
const FIRST: readonly CommandKind[] = ['locate', 'ring', 'message'];
/** Set on the page of numbers, where the numbers are. */
const ELSEWHERE: readonly CommandKind[] = ['sosNumbers', 'phoneBook'];

/** 已发送 says more when it was said several times and never confirmed. */
const noteOf = ({ state, attempts, refusal, answer }: Row) =>
  refusal ?? answer ?? (state === commandStates.sent && attempts > 1 ? `已发送${attempts}次，设备没有确认` : null);

const columns: Column<Row>[] = titled(deviceCommandLabels, [
  { key: 'createTime', width: 164 },
  { key: 'kind', width: 120, render: ({ kind }) => commandLabels[kind] },
  {
    key: 'state',
    width: 96,
    render: ({ state, refusal }) => (
      <Tag color={COLORS[state] ?? 'default'} title={refusal ?? undefined}>
        {commandStateLabels[state]}
      </Tag>
    ),
  },
  { key: 'parameters', width: 200, render: ({ kind, parameters }) => wordsOf(kind, parameters) },
  { key: 'sendTime', width: 172 },
  { key: 'answerTime', width: 172 },
  { key: 'refusal', width: 180, render: (row) => noteOf(row) },
  { key: 'createName', width: 100 },
]);

export function DeviceCommands({ deviceId, online }: { deviceId: number; online: boolean }) {
  const may = useMay();
  const client = useQueryClient();
  const { data: kinds } = useCall(deviceCommands.kinds, { id: deviceId }, { quiet: true });
  const [asking, setAsking] = useState<CommandKind | null>(null);
  const send = useSend(deviceCommands.send, { changes: [deviceCommands.page], onSuccess: () => setAsking(null) });
  const cancel = useSend(deviceCommands.cancel, { changes: [deviceCommands.page] });
  const again = useSend(deviceCommands.again, { changes: [deviceCommands.page] });
  useEffect(() => {
    const timer = setInterval(() => void client.invalidateQueries({ queryKey: keyOf(deviceCommands.page) }), REFRESH_MS);
    return () => clearInterval(timer);
  }, [client]);
  const choose = (kind: CommandKind) => (isPlain(kind) ? send.mutate({ deviceId, kind, parameters: {} }) : setAsking(kind));
  const offered = (kinds ?? []).filter((kind) => !ELSEWHERE.includes(kind));
  const more = offered.filter((kind) => !FIRST.includes(kind));
  const allowed = may(deviceCommands.send);
  return (
    <section aria-label="指令">
      {kinds?.length === 0 && <Alert className="d-command-note" type="info" showIcon title="这台设备没有可下发的指令" />}
      {allowed && offered.length > 0 && !online && (
        <Alert
          className="d-command-note"
          type="warning"
          showIcon
          title="设备现在离线：设置类指令等它上线后自动发送（最多24小时），定位、响铃等10分钟内有效"
        />
      )}
      <DataTable
        name="device-commands"
        noun="指令"
        route={deviceCommands.page}
        columns={columns}
        fixed={{ deviceId }}
        state="own"
        height="content"
        extra={
          allowed &&
          offered.length > 0 && (
            <>
              {FIRST.filter((kind) => offered.includes(kind)).map((kind) => (
                <Button key={kind} type={kind === 'locate' ? 'primary' : 'default'} disabled={send.isPending} onClick={() => choose(kind)}>
                  {commandLabels[kind]}
                </Button>
              ))}
              {more.length > 0 && (
                <Dropdown
                  classNames={{ root: 'd-more' }}
                  menu={{
                    items: more.map((kind) => ({ key: kind, label: commandLabels[kind] })),
                    onClick: ({ key }) => choose(key as CommandKind),
                  }}
                >
                  <Button>更多指令</Button>
                </Dropdown>
              )}
            </>
          )
        }
        actions={({ id, kind, state }) => [
          { label: '取消', onClick: () => cancel.mutate({ id }), when: allowed && state === commandStates.waiting },
          {
            label: '再次下发',
            onClick: () => again.mutate({ id }),
            // Not where 取消 has just been pressed: a second press would send it after all.
            when: allowed && state !== commandStates.waiting && state !== commandStates.cancelled && (kinds ?? []).includes(kind),
            ...(QUESTIONS[kind] ? { confirm: QUESTIONS[kind] } : {}),
          },
        ]}
      />
      {asking && (
        <CommandDialog
          kind={asking}
          pending={send.isPending}
          onSend={(parameters) => send.mutate({ deviceId, kind: asking, parameters })}
          onClose={() => setAsking(null)}
        />
      )}
    </section>
  );
}
