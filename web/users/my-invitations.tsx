/** 我的邀请: institutions that invited the signed-in person. For the operations console. */
import { useQueryClient } from '@tanstack/react-query';
import { Button, Empty, Form, Input, Skeleton } from 'antd';
import { useState } from 'react';
import { invitations, type OwnInvitation } from '#contract/onboarding/invitations.ts';
import { registrations } from '#contract/onboarding/registrations.ts';
import { call, keyOf, useCall, useSend } from '#web/api/call.ts';
import { showMessage } from '#web/api/messages.ts';
import type { CallError } from '#web/api/refusals.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Confirm } from '#web/ui/confirm.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { StateTag } from './invitation-state.tsx';
import { tokenFor, useWithToken } from './with-token.ts';
import './my-place.css';

const WAITING = 0;
const CODE_NEEDED = 428;

/** The phone that the invitation was sent to has to be proved: a code goes there. */
function ProvePhone({ invitation, token, onClose }: { invitation: OwnInvitation; token: string; onClose: () => void }) {
  const [again, setAgain] = useState(false);
  const send = useSend(registrations.sendCode, { onSuccess: () => setAgain(true) });
  const accept = useSend(invitations.accept, { changes: [invitations.mine], onSuccess: onClose });
  return (
    <FormDialog<{ code: string }>
      title={`验证手机号，加入${invitation.tenantName}`}
      okText="接受邀请"
      pending={accept.isPending}
      width={440}
      requiredMark={false}
      onSubmit={({ code }) => accept.mutate({ token, code })}
      onClose={onClose}
    >
      <p className="x-about">该邀请发给您登记的手机号，接受前请验证。</p>
      <Form.Item label="短信验证码" name="code" rules={[{ required: true, message: '请输入短信验证码' }]}>
        <Input.Search
          maxLength={6}
          inputMode="numeric"
          autoComplete="one-time-code"
          enterButton={again ? '重新获取' : '获取验证码'}
          loading={send.isPending}
          onSearch={(_value, _event, info) => {
            if (info?.source === 'input') send.mutate({ purpose: 'bind', token });
          }}
        />
      </Form.Item>
    </FormDialog>
  );
}

function One({ invitation, onProve }: { invitation: OwnInvitation; onProve: (token: string) => void }) {
  const { tenantId, tenantName, id, status, roles, note, inviter, createTime, expireTime } = invitation;
  const client = useQueryClient();
  const [accepting, setAccepting] = useState(false);
  const subject = { purpose: 'invitation', tenantId, id } as const;
  const accepted = useWithToken(invitations.accept, `已加入${tenantName}`);
  const refuse = useWithToken(invitations.refuse, '已拒绝邀请');
  const accept = async () => {
    if (!invitation.byPhone) return accepted.mutate({ subject, input: {} });
    setAccepting(true);
    let token: string | undefined;
    try {
      token = await tokenFor(subject);
      await call(invitations.accept, { token }, { quiet: true });
      showMessage('success', `已加入${tenantName}`);
      await client.invalidateQueries({ queryKey: keyOf(invitations.mine) });
    } catch (error) {
      const { status: code, message } = error as CallError;
      // A phone that is proven already needs no code.
      if (token && code === CODE_NEEDED) onProve(token);
      else if (token) showMessage('error', message);
    } finally {
      setAccepting(false);
    }
  };
  return (
    <li>
      <div>
        <b>{tenantName}</b>
        <StateTag status={status} />
        <p>{[inviter && `${inviter}邀请`, roles.length > 0 && `角色：${roles.join('、')}`, note].filter(Boolean).join(' · ')}</p>
        <small>
          {createTime} 发出{status === WAITING && `，${expireTime} 前有效`}
        </small>
      </div>
      {status === WAITING && (
        <>
          <Button type="primary" loading={accepted.isPending || accepting} onClick={() => void accept()}>
            接受
          </Button>
          <Confirm title="确定拒绝该邀请吗？" okText="确定" cancelText="取消" onConfirm={() => refuse.mutate({ subject, input: {} })}>
            <Button loading={refuse.isPending}>拒绝</Button>
          </Confirm>
        </>
      )}
    </li>
  );
}

export default function MyInvitations() {
  const { data, isError, error, refetch } = useCall(invitations.mine, {}, { quiet: true });
  const [proving, setProving] = useState<{ invitation: OwnInvitation; token: string } | null>(null);
  if (isError) return <LoadFailed title={error.message} onAgain={() => void refetch()} />;
  if (!data) return <Skeleton active />;
  const close = () => {
    setProving(null);
    void refetch();
  };
  return (
    <>
      {data.invitations.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有收到邀请" />}
      <ul className="x-list">
        {data.invitations.map((invitation) => (
          <One
            key={`${invitation.tenantId}-${invitation.id}`}
            invitation={invitation}
            onProve={(token) => setProving({ invitation, token })}
          />
        ))}
      </ul>
      {proving && <ProvePhone {...proving} onClose={close} />}
    </>
  );
}
