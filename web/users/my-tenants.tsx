/** 我的机构: where the signed-in person works, what they applied for, leaving. For the operations console. */
import { Alert, Button, Empty, Form, Input, Skeleton, Tag } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { externalAccounts } from '#contract/onboarding/external-accounts.ts';
import { invitations } from '#contract/onboarding/invitations.ts';
import { useCall } from '#web/api/call.ts';
import { endHere } from '#web/api/session.ts';
import type { Output } from '#contract/http.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Confirm } from '#web/ui/confirm.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { StateTag } from './invitation-state.tsx';
import { useWithToken } from './with-token.ts';
import './my-place.css';

const JoinDialog = lazy(() => import('./join-dialog.tsx'));

type Mine = Output<typeof invitations.mine>;
type Tenant = Mine['tenants'][number];

const WAITING = 0;

/** Leaving where the account is kept ends the account: the password, and no way back. */
function CancelAccount({ tenant, onClose }: { tenant: Tenant; onClose: () => void }) {
  const leave = useWithToken(externalAccounts.unsubscribe, '账号已注销', () => endHere('账号已注销'));
  return (
    <FormDialog<{ password: string }>
      title="注销账号"
      okText="注销账号"
      danger
      pending={leave.isPending}
      width={440}
      requiredMark={false}
      onSubmit={({ password }) =>
        leave.mutate({ subject: { purpose: 'leave', tenantId: tenant.tenantId }, input: { cancelAccount: true, password } })
      }
      onClose={onClose}
    >
      <Alert type="warning" showIcon className="x-about" title={`${tenant.tenantName}是您账号所在的机构，退出后账号注销，不能恢复。`} />
      <Form.Item label="登录密码" name="password" rules={[{ required: true, message: '请输入密码' }]}>
        <Input.Password autoComplete="current-password" maxLength={128} />
      </Form.Item>
    </FormDialog>
  );
}

function Workplace({ tenant, onCancel }: { tenant: Tenant; onCancel: () => void }) {
  const { tenantId, tenantName, home, visiting, current, open } = tenant;
  // The session there has ended with the membership.
  const leave = useWithToken(externalAccounts.unsubscribe, `已退出${tenantName}`, () => current && endHere(`您已退出${tenantName}`));
  return (
    <li>
      <div>
        <b>{tenantName}</b>
        {current && <Tag color="processing">当前</Tag>}
        {home && <Tag>账号所在</Tag>}
        {visiting && <Tag>上级进入</Tag>}
        {!open && <Tag color="warning">暂停服务</Tag>}
      </div>
      {home ? (
        <Button danger type="text" onClick={onCancel}>
          注销账号
        </Button>
      ) : (
        <Confirm
          title={`确定退出${tenantName}吗？退出后需重新邀请才能加入`}
          okText="确定"
          okButtonProps={{ danger: true }}
          cancelText="取消"
          onConfirm={() => leave.mutate({ subject: { purpose: 'leave', tenantId }, input: {} })}
        >
          <Button danger type="text" loading={leave.isPending}>
            退出
          </Button>
        </Confirm>
      )}
    </li>
  );
}

function Application({ one }: { one: Mine['applications'][number] }) {
  const withdraw = useWithToken(invitations.refuse, '已撤回申请');
  return (
    <li>
      <div>
        <b>{one.tenantName}</b>
        <StateTag status={one.status} />
        <p>{one.reason ? `原因：${one.reason}` : one.note}</p>
        <small>{one.createTime} 提交</small>
      </div>
      {one.status === WAITING && (
        <Confirm
          title="确定撤回该申请吗？"
          okText="确定"
          cancelText="取消"
          onConfirm={() => withdraw.mutate({ subject: { purpose: 'invitation', tenantId: one.tenantId, id: one.id }, input: {} })}
        >
          <Button loading={withdraw.isPending}>撤回</Button>
        </Confirm>
      )}
    </li>
  );
}

export default function MyTenants() {
  const { data, isError, error, refetch } = useCall(invitations.mine, {}, { quiet: true });
  const [cancelling, setCancelling] = useState<Tenant | null>(null);
  const [joining, setJoining] = useState(false);
  if (isError) return <LoadFailed title={error.message} onAgain={() => void refetch()} />;
  if (!data) return <Skeleton active />;
  return (
    <>
      <ul className="x-list">
        {data.tenants.map((tenant) => (
          <Workplace key={tenant.tenantId} tenant={tenant} onCancel={() => setCancelling(tenant)} />
        ))}
      </ul>
      <div className="x-list-head">
        <h3>我的加入申请</h3>
        <Button onClick={() => setJoining(true)}>申请加入机构</Button>
      </div>
      {data.applications.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有申请" />}
      <ul className="x-list">
        {data.applications.map((one) => (
          <Application key={`${one.tenantId}-${one.id}`} one={one} />
        ))}
      </ul>
      <Suspense fallback={null}>{joining && <JoinDialog onClose={() => setJoining(false)} />}</Suspense>
      {cancelling && <CancelAccount tenant={cancelling} onClose={() => setCancelling(null)} />}
    </>
  );
}
