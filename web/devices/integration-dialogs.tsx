/** What a row of 数据接入 opens: its address, its secret, what was delivered lately. */
import { CopyOutlined } from '@ant-design/icons';
import { Alert, Button, Descriptions, Form, Input, Modal, Tag } from 'antd';
import { deviceIntegrations, resultLabels, results } from '#contract/devices/device-integrations.ts';
import { titled } from '#contract/labels.ts';
import { integrationDeliveryLabels } from '#contract/devices/device-integrations.labels.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import type { Column } from '#web/ui/columns.ts';
import { copyAndTell } from '#web/ui/copy.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { MISSING } from '#web/ui/display.ts';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { useMay } from '#web/ui/may.ts';
import './devices.css';

export type IntegrationRow = RowOf<typeof deviceIntegrations.page>;
type Delivery = RowOf<typeof deviceIntegrations.deliveries>;

const COLOURS: Record<number, string> = {
  [results.stored]: 'success',
  [results.partial]: 'warning',
  [results.refused]: 'error',
  [results.unreadable]: 'error',
  [results.strangers]: 'warning',
  [results.failed]: 'error',
};
export const ResultTag = ({ result }: { result: number }) => <Tag color={COLOURS[result] ?? 'default'}>{resultLabels[result]}</Tag>;

/** The address is told once; a new one closes the old. */
export function AddressDialog({ row, onClose }: { row: IntegrationRow; onClose: () => void }) {
  const send = useSend(deviceIntegrations.address, { changes: [deviceIntegrations.page] });
  const address = send.data && new URL(send.data.path, location.origin).href;
  return (
    <Modal
      open
      title={`推送地址：${row.name}`}
      width={640}
      onCancel={onClose}
      footer={
        address ? (
          <Button type="primary" onClick={onClose}>
            已保存
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>取消</Button>
            <Button type="primary" danger={row.hasAddress} loading={send.isPending} onClick={() => send.mutate({ id: row.id })}>
              {row.hasAddress ? '重新生成' : '生成'}
            </Button>
          </>
        )
      }
    >
      {!address && (
        <p>
          {row.hasAddress
            ? '重新生成后，原来的推送地址立即失效，需要在厂商平台上改成新的地址。'
            : '生成一个只用于这个数据接入的推送地址，请在厂商平台上填写。'}
        </p>
      )}
      {address && (
        <>
          <Alert type="warning" showIcon title="地址只显示这一次，关闭后不能再查看。知道地址的人可以推送数据，请勿公开。" />
          <div className="d-secret">
            <Input.TextArea readOnly value={address} autoSize aria-label="推送地址" />
            <Button icon={<CopyOutlined aria-hidden />} onClick={() => copyAndTell(address)}>
              复制
            </Button>
          </div>
        </>
      )}
    </Modal>
  );
}

const PURPOSE: Record<IntegrationRow['kind'], string> = {
  webhook: '厂商给的签名密钥。',
  poller: '代入拉取地址和请求头里的 {secret}。更换拉取地址的域名后要重新设置。',
  broker: '连接厂商MQTT服务器的密码。更换服务器地址后要重新设置。',
  mqtt: '',
};

export function SecretDialog({ row, onClose }: { row: IntegrationRow; onClose: () => void }) {
  const [form] = Form.useForm<{ secret?: string }>();
  const secret = Form.useWatch('secret', form) ?? '';
  const word = row.kind === 'broker' ? '密码' : '密钥';
  const send = useSend(deviceIntegrations.secret, { changes: [deviceIntegrations.page], onSuccess: onClose });
  return (
    <FormDialog
      form={form}
      title={`${word}：${row.name}`}
      okText="保存"
      disabled={secret.trim() === '' && !row.hasSecret}
      pending={send.isPending}
      onSubmit={() => send.mutate({ id: row.id, secret })}
      onClose={onClose}
    >
      <p>
        {PURPOSE[row.kind]}
        {word}加密保存，不会再显示{row.hasSecret ? `；留空保存即删除现有的${word}` : ''}。
      </p>
      <Form.Item name="secret">
        <Input.Password
          maxLength={200}
          autoComplete="off"
          aria-label={word}
          placeholder={row.hasSecret ? `已设置，输入新的${word}` : `请输入${word}`}
        />
      </Form.Item>
    </FormDialog>
  );
}

const columns: Column<Delivery>[] = titled(integrationDeliveryLabels, [
  { key: 'time', width: 172 },
  { key: 'result', width: 110, render: ({ result }) => <ResultTag result={result} /> },
  { key: 'deliveries', width: 76, align: 'right' },
  { key: 'records', width: 76, align: 'right' },
  { key: 'stored', width: 84, align: 'right' },
  { key: 'strangers', width: 104, align: 'right' },
  { key: 'problem', width: 280 },
]);

/** How far a poller has come, or whether a subscription stands. */
function ReachState({ row: { id, kind, enabled } }: { row: IntegrationRow }) {
  const { data } = useCall(deviceIntegrations.state, { id }, { quiet: true, refetchInterval: 5000 });
  if (!data) return null;
  const items =
    kind === 'broker'
      ? [
          {
            label: '连接',
            children: data.connectTime ? <Tag color="success">已连接</Tag> : enabled ? <Tag color="error">未连接</Tag> : <Tag>停用</Tag>,
          },
          { label: '连接自', children: data.connectTime ?? MISSING },
          { label: '最近报文', children: data.successTime ?? MISSING },
          ...(data.connectTime || !enabled ? [] : [{ label: '下次连接', children: data.nextTime ?? MISSING }]),
        ]
      : [
          { label: '上次拉取', children: data.pollTime ?? MISSING },
          { label: '上次成功', children: data.successTime ?? MISSING },
          { label: '下次拉取', children: data.nextTime ?? MISSING },
        ];
  return (
    <>
      {data.problem && (
        <Alert
          type={data.failures > 0 ? 'error' : 'warning'}
          showIcon
          title={data.failures > 0 ? `连续失败${data.failures}次：${data.problem}` : data.problem}
        />
      )}
      <Descriptions size="small" column={3} items={items} />
    </>
  );
}

/** What was delivered in the last seven days, the newest first. */
export function DeliveriesDrawer({ row, onClose }: { row: IntegrationRow; onClose: () => void }) {
  const may = useMay();
  return (
    <SideDrawer title={`接入记录：${row.name}`} open size="large" onClose={onClose}>
      <div className="d-deliveries">
        {(row.kind === 'poller' || row.kind === 'broker') && may(deviceIntegrations.state) && <ReachState row={row} />}
        <p className="d-note">几秒内结果相同的合并为一行，保留7天；不含设备编号和数值。</p>
        <DataTable
          name="integration-deliveries"
          noun="接入记录"
          route={deviceIntegrations.deliveries}
          fixed={{ id: row.id, size: 20 }}
          columns={columns}
          state="own"
          height="content"
        />
      </div>
    </SideDrawer>
  );
}
