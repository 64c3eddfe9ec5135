/** How a lock is reached. */
import { Form, Input, InputNumber, Select } from 'antd';
import { useId } from 'react';
import { lockProviderLabels, locks, type LockProvider } from '#contract/devices/locks.ts';
import type { Output } from '#contract/http.ts';
import { titleOf } from '#contract/labels.ts';
import { lockLabels } from '#contract/devices/locks.labels.ts';
import { useSend } from '#web/api/call.ts';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { choices } from '#web/ui/inputs.tsx';

interface Values {
  provider: LockProvider;
  externalId?: string;
  account?: string;
  password?: string;
  doorMinutes: number;
}

export function LockSettings({ kept, onClose }: { kept: Output<typeof locks.get>; onClose: () => void }) {
  const [form] = Form.useForm<Values>();
  const name = useId();
  const provider = Form.useWatch('provider', form) ?? kept.provider ?? 'manual';
  const send = useSend(locks.save, { changes: [locks.get, locks.page], onSuccess: onClose });
  const cloud = provider === 'ttlock';
  return (
    <SideDrawer
      title="门锁设置"
      open
      size="small"
      onClose={onClose}
      isDirty={() => form.isFieldsTouched()}
      confirmLabel="保存"
      confirming={send.isPending}
      onConfirm={() => form.submit()}
    >
      <Form
        form={form}
        name={name}
        layout="vertical"
        autoComplete="off"
        initialValues={{
          provider: kept.provider ?? 'manual',
          externalId: kept.externalId ?? '',
          account: kept.account ?? '',
          doorMinutes: kept.doorMinutes,
        }}
        onFinish={({ password, externalId, account, ...values }) =>
          send.mutate({
            id: kept.id,
            ...values,
            externalId: cloud ? externalId?.trim() : null,
            account: cloud ? account?.trim() : null,
            ...(cloud && password ? { password } : {}),
            ...(kept.version === null ? {} : { version: kept.version }),
          })
        }
      >
        <Form.Item
          name="provider"
          label={titleOf(lockLabels, 'provider')}
          extra={
            cloud
              ? '门锁要连接网关，密码由系统自动下发和删除，开锁记录自动上报'
              : '门锁不联网：密码由系统生成，员工到门锁上设置和删除后回来确认'
          }
        >
          <Select options={choices(lockProviderLabels)} />
        </Form.Item>
        {cloud && (
          <>
            <Form.Item
              name="externalId"
              label={titleOf(lockLabels, 'externalId')}
              rules={[{ required: true, message: '请输入锁编号' }]}
              extra="通通锁开放平台里的 lockId"
            >
              <Input maxLength={18} inputMode="numeric" placeholder="如 9226705" />
            </Form.Item>
            <Form.Item name="account" label={titleOf(lockLabels, 'account')} rules={[{ required: true, message: '请输入通通锁账号' }]}>
              <Input maxLength={60} autoComplete="off" placeholder="管理这把锁的账号" />
            </Form.Item>
            <Form.Item
              name="password"
              label={titleOf(lockLabels, 'password')}
              extra={kept.hasPassword ? '已保存，加密存放；留空表示不修改' : '加密存放，不会再显示'}
            >
              <Input.Password maxLength={100} autoComplete="new-password" placeholder={kept.hasPassword ? '••••••' : '请输入密码'} />
            </Form.Item>
            <Form.Item
              name="doorMinutes"
              label={titleOf(lockLabels, 'doorMinutes')}
              extra="门打开超过这么久没有关上时预警；0为不提醒，需要门锁带门磁"
            >
              <InputNumber<number> min={0} max={120} precision={0} suffix="分钟" />
            </Form.Item>
          </>
        )}
        {!cloud && (
          <Form.Item name="doorMinutes" hidden>
            <InputNumber />
          </Form.Item>
        )}
      </Form>
    </SideDrawer>
  );
}
