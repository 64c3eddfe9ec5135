/** 试一次呼叫, the last of the first steps: a button is pressed on a device that someone wears, its card comes, one press sends a carer. */
import { Button, Select, Skeleton, Spin } from 'antd';
import { useState } from 'react';
import { devices } from '#contract/devices/devices.ts';
import { kindsOf } from '#contract/devices/simulations.rules.ts';
import { simulations } from '#contract/devices/simulations.ts';
import { awaitsCarer } from '#contract/warnings/handling.rules.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { useMay } from '#web/ui/may.ts';
import { handleWarning } from '#web/warnings/alarm-state.ts';
import { useUrgent } from '#web/warnings/use-open-warnings.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';

/** What a person wears and can press. */
const PRESSED: ReadonlySet<string> = new Set(['watch', 'pendant', 'other']);
const MOST = 50;

/** In the demonstration a device speaks at the press of a button here; elsewhere there is nothing of it. */
function Simulated({ deviceId, onProblem }: { deviceId: number; onProblem: (text: string) => void }) {
  const found = useCall(simulations.page, { current: 1, size: MOST }, { quiet: true, retry: false });
  const send = useSend(simulations.say, { quiet: true, onError: ({ message }) => onProblem(message) });
  const device = found.data?.records.find(({ id }) => id === deviceId);
  if (!device || !kindsOf(device).includes('sos')) return null;
  return (
    <Button loading={send.isPending} onClick={() => send.mutate({ deviceId, kind: 'sos' })}>
      模拟按下SOS键
    </Button>
  );
}

export default function Trial({ onClose }: { onClose: () => void }) {
  const may = useMay();
  const { data, isError, error, refetch } = useCall(devices.page, { current: 1, size: MOST }, { quiet: true });
  const { rows } = useUrgent();
  const [chosen, setChosen] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const worn = data?.records.filter(({ oldmanId, type, enabled }) => oldmanId !== null && enabled && PRESSED.has(type)) ?? [];
  const device = worn.find(({ id }) => id === chosen) ?? worn[0];
  const alarm = rows.find(({ rule, oldmanId }) => rule === 'sos' && oldmanId === device?.oldmanId);
  if (isError && !data) return <LoadFailed type="warning" title={error.message} onAgain={() => void refetch()} />;
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 2 }} />;
  return (
    <section className="y-trial" aria-label="试一次呼叫">
      {!device ? (
        <p>还没有服务对象佩戴腕表或呼叫器。请先完成“登记服务对象”和“绑定设备”。</p>
      ) : alarm ? (
        <p role="status">
          <b>已收到{alarm.name}的SOS求助。</b>
          {awaitsCarer(alarm) ? '在右侧卡片上点“派给”一位同事，工单立即发到对方手机。' : '已派人，签退后预警自动变为已处理。'}
        </p>
      ) : (
        <p role="status">
          <Spin size="small" /> 请按住 <b>{device.oldmanName}</b> 的设备上的SOS键，直到它振动或响一声。卡片会出现在右侧并响铃，正在等待…
        </p>
      )}
      <p className="y-trial-line">
        {worn.length > 1 && !alarm && (
          <Select
            aria-label="试用的设备"
            value={device?.id}
            onChange={setChosen}
            options={worn.map(({ id, oldmanName, imei }) => ({ value: id, label: `${oldmanName} ${imei}` }))}
          />
        )}
        {device && !alarm && may(simulations.say) && <Simulated deviceId={device.id} onProblem={setProblem} />}
        {alarm && awaitsCarer(alarm) && <Button onClick={() => handleWarning(alarm.id)}>打开处理窗口</Button>}
        <Button type="link" onClick={onClose}>
          收起
        </Button>
      </p>
      {problem && (
        <p className="y-trial-problem" role="alert">
          {problem}
        </p>
      )}
    </section>
  );
}
