/** Asking an institution to be taken in: found by its exact code or full name. */
import { Form, Input } from 'antd';
import { useState } from 'react';
import { invitations } from '#contract/onboarding/invitations.ts';
import { call, useSend } from '#web/api/call.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { useNewest } from '#web/ui/newest.ts';
import { tokenFor } from './with-token.ts';

interface Found {
  token: string;
  code: string;
  name: string;
}

export default function JoinDialog({ onClose }: { onClose: () => void }) {
  const [found, setFound] = useState<Found | null>(null);
  const [missing, setMissing] = useState(false);
  const [finding, setFinding] = useState(false);
  const ask = useNewest();
  const join = useSend(invitations.join, {
    changes: [invitations.mine],
    onSuccess: onClose,
    onError: ({ status }) => status === 403 && setFound(null),
  });

  async function find(typed: string) {
    const which = typed.trim();
    if (which === '') return;
    const isNewest = ask();
    setFinding(true);
    setFound(null);
    try {
      const token = await tokenFor({ purpose: 'join' });
      const byCode = /^[A-Za-z0-9_-]{2,32}$/.test(which) ? (await call(invitations.tenants, { token, code: which })).records : [];
      const [one] = byCode.length > 0 ? byCode : (await call(invitations.tenants, { token, name: which })).records;
      if (!isNewest()) return;
      setMissing(!one);
      if (one) setFound({ token, ...one });
    } catch {
      // The call has said why.
    } finally {
      if (isNewest()) setFinding(false);
    }
  }

  return (
    <FormDialog<{ which: string; note?: string }>
      title="申请加入机构"
      okText="提交申请"
      disabled={found === null}
      pending={join.isPending}
      width={480}
      requiredMark={false}
      onSubmit={({ note }) => found && join.mutate({ token: found.token, code: found.code, note: note ?? null })}
      onClose={onClose}
    >
      <Form.Item
        label="机构编码或完整名称"
        name="which"
        extra={missing ? '没有找到，请核对编码，或输入完整的机构名称' : '请向机构管理员索取编码'}
      >
        <Input.Search
          maxLength={50}
          enterButton="查找"
          loading={finding}
          onSearch={(typed) => void find(typed)}
          onChange={() => {
            ask();
            setFinding(false);
            setFound(null);
          }}
        />
      </Form.Item>
      {found && (
        <>
          <p className="x-about">
            将申请加入：<b>{found.name}</b>（{found.code}）
          </p>
          <Form.Item label="申请说明" name="note">
            <Input.TextArea maxLength={100} autoSize={{ minRows: 2, maxRows: 4 }} placeholder="对方管理员会看到，选填" />
          </Form.Item>
        </>
      )}
    </FormDialog>
  );
}
