/** /device/simulator 设备模拟: presses the buttons of the demonstration's devices. Elsewhere there is nothing of it. */
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Input, Select } from 'antd';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { protocolLabels } from '#contract/devices/device-types.ts';
import { kindsOf, simulationLabels, type SimulatedValues, type SimulationKind } from '#contract/devices/simulations.rules.ts';
import { simulations } from '#contract/devices/simulations.ts';
import { titled } from '#contract/labels.ts';
import { simulatedDeviceLabels } from '#contract/devices/simulations.labels.ts';
import { keyOf, useSend } from '#web/api/call.ts';
import { showMessage } from '#web/api/messages.ts';
import { PersonLink } from '#web/elderly/person-link.tsx';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { labelOf, MISSING, since, toMillis } from '#web/ui/display.ts';
import { choices } from '#web/ui/inputs.tsx';
import { useMay } from '#web/ui/may.ts';
import type { RowAction } from '#web/ui/row-actions.tsx';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { useSecond } from '#web/ui/clock.ts';
import { deviceAddress } from '#web/shell/addresses.ts';
import { Severity } from '#web/ui/severity.tsx';
import { inRoom } from '#web/ui/place.tsx';
import { Battery, OnlineState, typeLabel, typeOptions } from './device-tags.tsx';
import { SimulationDrawer } from './simulation-drawer.tsx';
import './devices.css';
import './simulations.css';

const Filter = labelledFilter(simulatedDeviceLabels);

export type SimulationRow = RowOf<typeof simulations.page>;

/** Readings send no news to the pages: the list is read again this often while it is looked at. */
const REFRESH_MS = 15_000;
/** What is pressed most stands before 更多. */
const ORDER: readonly SimulationKind[] = ['sos', 'measure', 'fall', 'removed', 'lowBattery', 'leave', 'offline', 'online'];
const SAID: Record<SimulationKind, string> = {
  sos: '已发出SOS求助',
  fall: '已上报跌倒',
  removed: '已上报摘下',
  lowBattery: '已上报低电量',
  leave: '正在走出院区，约一分钟后走回；佩戴人设有电子围栏才会预警',
  measure: '已上报测量值',
  offline: '已断线，超过设备类型的静默时间才显示离线',
  online: '已恢复连接',
};

/** `2秒前`: what was pressed is looked for at once. */
function Ago({ time }: { time: string }) {
  const now = useSecond();
  const seconds = Math.max(0, Math.floor((now - toMillis(time)) / 1000));
  return (
    <time dateTime={time.replace(' ', 'T')} title={time} className="d-ago">
      {seconds < 60 ? `${seconds}秒前` : since(time, now)}
    </time>
  );
}

const Outcome = ({ warning }: Pick<SimulationRow, 'warning'>) =>
  warning ? (
    <span className="d-outcome">
      <Severity severity={warning.severity} closed={!warning.open} />
      <Link to={`/warning/warning/index?id=${warning.id}`}>{warning.title}</Link>
      <Ago time={warning.time} />
    </span>
  ) : (
    <span className="y-missing">{MISSING}</span>
  );

const columns: Column<SimulationRow>[] = titled(simulatedDeviceLabels, [
  {
    key: 'name',
    width: 148,
    pin: 'left',
    render: ({ id, name, imei }) => <Link to={deviceAddress(id)}>{name ?? imei}</Link>,
  },
  { key: 'type', width: 104, minor: 1, render: ({ type }) => typeLabel(type) },
  { key: 'oldmanName', width: 84, render: ({ oldmanId, oldmanName }) => <PersonLink id={oldmanId} name={oldmanName} tab="device" /> },
  { key: 'online', width: 146, render: (row) => <OnlineState device={row} /> },
  { key: 'warning', width: 236, render: ({ warning }) => <Outcome warning={warning} /> },
  { key: 'battery', width: 92, minor: 1, render: ({ battery }) => <Battery percent={battery} /> },
  { key: 'roomName', width: 148, minor: 1, render: inRoom },
  { key: 'protocol', width: 176, minor: 2, render: ({ protocol }) => labelOf(choices(protocolLabels), protocol) },
  { key: 'imei', width: 156, minor: 1 },
  { key: 'hubName', width: 130, hidden: true },
  { key: 'lastSeenTime', width: 172, hidden: true },
]);

const filters = (
  <>
    <Filter name="name">
      <Input allowClear maxLength={32} placeholder="名称、编号或佩戴人" />
    </Filter>
    <Filter name="type" label="类别">
      <Select allowClear placeholder="请选择" options={typeOptions} />
    </Filter>
  </>
);

export default function Simulations() {
  const client = useQueryClient();
  const may = useMay();
  const [measured, setMeasured] = useState<SimulationRow | null>(null);
  const say = useSend(simulations.say, {
    changes: [simulations.page],
    onSuccess: (_data, { kind }) => {
      showMessage('success', SAID[kind]);
      if (kind === 'measure') setMeasured(null);
    },
  });
  useEffect(() => {
    const timer = setInterval(() => void client.invalidateQueries({ queryKey: keyOf(simulations.page) }), REFRESH_MS);
    return () => clearInterval(timer);
  }, [client]);
  const send = (deviceId: number, kind: SimulationKind, values?: SimulatedValues) =>
    say.mutate({ deviceId, kind, ...(values ? { values } : {}) });
  const actions = (row: SimulationRow): RowAction[] => {
    const kinds = kindsOf(row);
    return ORDER.filter((kind) => kinds.includes(kind)).map((kind) => ({
      label: simulationLabels[kind],
      danger: kind === 'sos' || kind === 'fall',
      disabled: say.isPending,
      when: may(simulations.say),
      onClick: () => (kind === 'measure' ? setMeasured(row) : send(row.id, kind)),
    }));
  };
  return (
    <div className="d-page d-simulator">
      <Alert
        type="info"
        showIcon
        title="仅演示环境提供。这里的设备由模拟器扮演，按下后报文经各自的通信协议进入系统，预警、通知和大屏都与真实设备相同。"
      />
      <DataTable name="simulations" noun="模拟设备" route={simulations.page} columns={columns} filters={filters} actions={actions} />
      <SimulationDrawer
        device={measured}
        pending={say.isPending}
        onSay={(id, values) => send(id, 'measure', values)}
        onClose={() => setMeasured(null)}
      />
    </div>
  );
}
