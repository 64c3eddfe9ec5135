/** 参数: what was asked of a device beside what it says of itself, and asking again where the two differ. */
import { Alert, Button, Collapse, Skeleton, Table, Tag } from 'antd';
import { commandLabels, commandStateLabels, commandStates, deviceCommands } from '#contract/devices/device-commands.ts';
import { deviceSettings } from '#contract/devices/device-settings.ts';
import type { Output } from '#contract/http.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { MISSING } from '#web/ui/display.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { useMay } from '#web/ui/may.ts';
import { wordsOf } from './command-words.ts';

type Settings = Output<typeof deviceSettings.read>;
type Setting = Settings['settings'][number];

const REFRESH_MS = 10_000;
/** Names that everybody knows; others stay as the device says them. */
const NAMES: Record<string, string> = {
  CONFIG: '功能与参数（CONFIG）',
  TS: '参数查询（TS）',
  VERNO: '固件版本（VERNO）',
  ICCID: 'SIM卡号（ICCID）',
  RYIMEI: 'IMEI（RYIMEI）',
  INIT: '开机信息（INIT）',
  '0104': '终端参数（0104）',
  '0107': '终端属性（0107）',
};

const ORDER: Setting['agreement'][] = ['differs', null, 'agrees'];

function Standing({ agreement, state, attempts, asked, reported }: Setting) {
  if (agreement === 'agrees') return <Tag color="success">一致</Tag>;
  if (agreement === 'differs') return <Tag color="error">不一致</Tag>;
  if (!asked) return <Tag>只有设备上报</Tag>;
  if (state === commandStates.confirmed) return <Tag color="processing">设备已确认</Tag>;
  if (state === commandStates.sent && attempts > 1) return <Tag color="warning">已发送{attempts}次，未确认</Tag>;
  if (state === commandStates.failed || state === commandStates.expired) return <Tag color="warning">{commandStateLabels[state]}</Tag>;
  return <Tag>{reported ? '等待设备上报' : commandStateLabels[state ?? 0]}</Tag>;
}

const Said = ({ kind, parameters, time }: { kind: Setting['kind']; parameters: Setting['asked']; time: string | null }) =>
  parameters ? (
    <span className="d-said">
      <span>{wordsOf(kind, parameters)}</span>
      {time && <time>{time}</time>}
    </span>
  ) : (
    <span className="y-missing">{MISSING}</span>
  );

export function DeviceSettings({ deviceId }: { deviceId: number }) {
  const may = useMay();
  const { data, isError, error, refetch } = useCall(deviceSettings.read, { id: deviceId }, { quiet: true, refetchInterval: REFRESH_MS });
  const { data: kinds } = useCall(deviceCommands.kinds, { id: deviceId }, { quiet: true });
  const changes = { changes: [deviceSettings.read, deviceCommands.page] };
  const again = useSend(deviceCommands.again, changes);
  const send = useSend(deviceCommands.send, changes);
  if (isError && !data) return <LoadFailed title={error.message} onAgain={() => void refetch()} />;
  if (!data) return <Skeleton active />;
  const allowed = may(deviceCommands.send);
  // What nobody asked for and nobody told is no news.
  const shown = data.settings
    .filter(({ asked, reported }) => asked || reported)
    .toSorted((a, b) => ORDER.indexOf(a.agreement) - ORDER.indexOf(b.agreement));
  const unasked = data.settings.filter((setting) => !shown.includes(setting)).map(({ kind }) => commandLabels[kind]);
  const different = data.settings.filter(({ agreement }) => agreement === 'differs').length;
  return (
    <section className="d-settings" aria-label="参数">
      <header>
        {different > 0 ? (
          <Alert type="warning" showIcon title={`${different}项参数与下发的不一致：设备可能重置过，或被别人用短信改过`} />
        ) : (
          <p className="d-note">左边是平台最近一次下发的，右边是设备自己说的。设备不上报的参数只能看它是否确认过。</p>
        )}
        {allowed && kinds?.includes('report') && (
          <Button loading={send.isPending} onClick={() => send.mutate({ deviceId, kind: 'report', parameters: {} })}>
            让设备上报参数
          </Button>
        )}
      </header>
      <Table<Setting>
        rowKey="kind"
        size="small"
        pagination={false}
        dataSource={shown}
        scroll={{ x: 620 }}
        locale={{ emptyText: '还没有下发过参数，设备也没有上报过' }}
        columns={[
          { title: '参数', dataIndex: 'kind', width: 120, render: (kind: Setting['kind']) => commandLabels[kind] },
          {
            title: '已下发',
            key: 'asked',
            render: (_, { kind, asked, askTime }) => <Said kind={kind} parameters={asked} time={askTime} />,
          },
          {
            title: '设备上报',
            key: 'reported',
            render: (_, { kind, reported, reportTime }) => <Said kind={kind} parameters={reported} time={reportTime} />,
          },
          { title: '核对', key: 'agreement', width: 132, render: (_, setting) => <Standing {...setting} /> },
          {
            title: '操作',
            key: 'actions',
            width: 88,
            render: (_, { commandId, kind, state }) =>
              allowed &&
              commandId !== null &&
              state !== commandStates.waiting &&
              kinds?.includes(kind) && (
                <Button type="link" size="small" disabled={again.isPending} onClick={() => again.mutate({ id: commandId })}>
                  再次下发
                </Button>
              ),
          },
        ]}
      />
      {unasked.length > 0 && <p className="d-note">没有下发过：{unasked.join('、')}</p>}
      {data.reports.length > 0 && (
        <Collapse
          ghost
          items={[
            {
              key: 'reports',
              label: `设备自己说的（${data.reports.length}项原文）`,
              children: (
                <dl className="d-reports">
                  {data.reports.map(({ name, value, time }) => (
                    <div key={name}>
                      <dt>
                        {NAMES[name] ?? name} <time>{time}</time>
                      </dt>
                      <dd>{value || MISSING}</dd>
                    </div>
                  ))}
                </dl>
              ),
            },
          ]}
        />
      )}
    </section>
  );
}
