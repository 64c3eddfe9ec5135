/** 接入设置 of a device: how it reaches the platform, which terminal holds its code, and where it differs from its type. */
import { Alert, Button, Descriptions, Skeleton, Tag } from 'antd';
import { useState } from 'react';
import { deviceProfiles } from '#contract/devices/device-profiles.ts';
import { protocolLabels } from '#contract/devices/device-types.ts';
import { ruleText } from '#contract/devices/jt808-readings.rules.ts';
import { mappedAlarms } from '#contract/devices/mappings.ts';
import type { Output } from '#contract/http.ts';
import { deviceTypeLabels } from '#contract/devices/device-types.labels.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { Confirm } from '#web/ui/confirm.tsx';
import { MISSING } from '#web/ui/display.ts';
import { useMay } from '#web/ui/may.ts';
import { labelledItems } from '#web/ui/labelled-items.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { LossAlert } from './lost-alarms.tsx';
import { ProfileDrawer } from './profile-drawer.tsx';
import './integrations.css';

type Kept = Output<typeof deviceProfiles.get>;
type Registration = NonNullable<Kept['registration']>;

const isProtocol = (name: string): name is keyof typeof protocolLabels => Object.hasOwn(protocolLabels, name);
const terminal = (id: string | null) => (id === '' ? '（终端没有报终端ID）' : id);

function Standing({ closed, registration: { boundTime, boundId, givenTime } }: { closed: boolean; registration: Registration }) {
  if (boundTime)
    return (
      <span className="d-tag-list">
        <Tag color="success">已绑定终端</Tag>
        {boundId !== null && <span>{terminal(boundId)}</span>}
        <time>{boundTime}</time>
        {closed && <Tag>注册已关闭</Tag>}
      </span>
    );
  if (closed) return <Tag>注册已关闭</Tag>;
  return givenTime ? <Tag color="processing">已发鉴权码，等待终端鉴权（{givenTime}）</Tag> : <Tag color="warning">等待终端注册</Tag>;
}

function Terminal({ kept, closed, registration }: { kept: Kept; closed: boolean; registration: Registration }) {
  const may = useMay();
  const options = { changes: [deviceProfiles.get] };
  const [open, close] = [useSend(deviceProfiles.open, options), useSend(deviceProfiles.close, options)];
  const { boundTime, refusedTime, refusedId, number, port } = registration;
  const input = { id: kept.id };
  return (
    <section className="d-map-part" aria-label="终端注册">
      <h4>终端注册</h4>
      {port === null && <Alert type="info" showIcon title="本平台没有开启JT/T 808端口，请联系平台管理员设置 JT808_PORT。" />}
      {kept.profile.authentication === false && (
        <Alert type="warning" showIcon title="这台设备不需要鉴权：知道终端号码的人就能冒充它上报。" />
      )}
      <Descriptions
        size="small"
        column={1}
        items={[
          { label: '终端手机号', children: number },
          { label: '服务器端口', children: port === null ? MISSING : String(port) },
          { label: '注册', children: <Standing closed={closed} registration={registration} /> },
          { label: '限定终端ID', children: kept.profile.terminalId ?? (kept.hasTerminalId ? '已设置' : '不限定，自动绑定第一台') },
        ]}
      />
      {!boundTime && !closed && (
        <p className="d-note">谁先用这个号码注册，谁就得到鉴权码。第一台鉴权成功的终端会自动绑定，之后别的终端不能再注册。</p>
      )}
      {refusedTime && (
        <Alert
          type="warning"
          showIcon
          title={`${refusedTime} 拒绝了一台终端注册${refusedId ? `（终端ID ${refusedId}）` : ''}`}
          description="如果是更换了终端，请点“更换终端”；不认识的终端不用处理，它得不到鉴权码。"
        />
      )}
      {may(deviceProfiles.close) && (
        <div className="d-trial-buttons">
          {(boundTime || closed) && (
            <Confirm
              title="下一台用这个号码注册的终端会绑定为这台设备，原来的终端要重新注册才能换回，确定吗？"
              okText="确定"
              cancelText="取消"
              onConfirm={() => open.mutate(input)}
            >
              <Button loading={open.isPending}>{boundTime ? '更换终端' : '重新开放注册'}</Button>
            </Confirm>
          )}
          {!closed && (
            <Confirm
              title="关闭后任何终端都不能再注册；已绑定的终端照常使用，但恢复出厂设置后需要重新开放，确定吗？"
              okText="关闭"
              cancelText="取消"
              onConfirm={() => close.mutate(input)}
            >
              <Button loading={close.isPending}>关闭注册</Button>
            </Confirm>
          )}
        </div>
      )}
    </section>
  );
}

const Tags = ({ texts }: { texts: readonly string[] }) => (
  <span className="d-tag-list">
    {texts.map((text) => (
      <Tag key={text}>{text}</Tag>
    ))}
  </span>
);

const yes = (value: boolean | undefined, on: string, off: string) => (value === undefined ? '按设备类型' : value ? on : off);

/** What counts for the device: the type's tables with its own on top. */
function Own({ kept: { profile, model, protocol } }: { kept: Kept }) {
  const alarms = { ...model.alarms, ...profile.alarms };
  const items = { ...model.items, ...profile.items };
  return (
    <Descriptions
      size="small"
      column={1}
      items={labelledItems(deviceTypeLabels, [
        { key: 'protocol', children: protocol && isProtocol(protocol) ? protocolLabels[protocol] : MISSING },
        {
          key: 'utcOffsetMinutes',
          children: profile.utcOffsetMinutes === undefined ? '按设备类型' : `比世界时快 ${profile.utcOffsetMinutes} 分钟`,
        },
        protocol === 'watch' && { key: 'healthReplies', children: yes(profile.healthReplies, '需要', '不需要') },
        protocol === 'watch' && { key: 'suppressChargerSos', children: yes(profile.suppressChargerSos, '过滤', '不过滤') },
        Object.keys(alarms).length > 0 && {
          label: '报警码对照',
          children: <Tags texts={Object.entries(alarms).map(([code, alarm]) => `${code}：${mappedAlarms[alarm]}`)} />,
        },
        Object.keys(items).length > 0 && {
          label: '附加信息项',
          children: <Tags texts={Object.entries(items).map(([item, rules]) => `${item}：${rules.map(ruleText).join('、')}`)} />,
        },
      ])}
    />
  );
}

export function DeviceAccess({ deviceId }: { deviceId: number }) {
  const may = useMay();
  const [editing, setEditing] = useState(false);
  const { data, isError, error, refetch } = useCall(deviceProfiles.get, { id: deviceId }, { quiet: true });
  if (isError) return <LoadFailed title={error.message} onAgain={() => void refetch()} />;
  if (!data) return <Skeleton active />;
  return (
    <div className="d-map">
      {data.registration && <Terminal kept={data} closed={data.profile.registration === false} registration={data.registration} />}
      <section className="d-map-part" aria-label="专用设置">
        <h4>专用设置</h4>
        <LossAlert lost={data.lost} />
        <Own kept={data} />
        {may(deviceProfiles.save) && data.protocol && (
          <div className="d-trial-buttons">
            <Button onClick={() => setEditing(true)}>修改设置</Button>
          </div>
        )}
      </section>
      {editing && data.protocol && <ProfileDrawer kept={data} protocol={data.protocol} onClose={() => setEditing(false)} />}
    </div>
  );
}
