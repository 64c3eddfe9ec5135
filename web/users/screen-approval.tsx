/** Letting a big screen in by the code that it shows: in a dialog, or at /info/screen?code=, where its QR code leads. */
import { Alert, Button, Card, Input, Modal, Result } from 'antd';
import { useId, useState } from 'react';
import { useSearchParams } from 'react-router';
import { screenLogins } from '#contract/users/screen-logins.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { go } from '#web/shell/go.ts';
import { HOME } from '#web/shell/tabs.ts';
import { useMay } from '#web/ui/may.ts';
import '#web/ui/setting-row.css';
import './own-account.css';

const lettersOf = (text: string) => text.toUpperCase().replace(/[^A-Z]/g, '');

function Approval({ given, onDone }: { given: string; onDone: () => void }) {
  const id = useId();
  const [code, setCode] = useState(given);
  const [settled, setSettled] = useState<boolean | null>(null);
  const complete = lettersOf(code).length === 8;
  const waiting = useCall(screenLogins.find, { user_code: code }, { enabled: complete && settled === null, quiet: true, staleTime: 0 });
  const settle = useSend(screenLogins.settle, { quiet: true, onSuccess: (_data, { approve }) => setSettled(approve) });
  const found = complete ? waiting.data : undefined;
  const problem = settle.error ?? (complete ? waiting.error : null);
  if (settled !== null) {
    return (
      <Result
        status={settled ? 'success' : 'info'}
        title={settled ? '大屏已登录' : '已拒绝该大屏'}
        subTitle={settled ? '可随时在“登录设备”中让它退出。' : undefined}
        extra={
          <Button type="primary" onClick={onDone}>
            完成
          </Button>
        }
      />
    );
  }
  return (
    <>
      <p className="o-lead">
        <label htmlFor={id}>请输入大屏上显示的8位代码</label>
      </p>
      <Input
        id={id}
        className="o-screen-code"
        value={code}
        maxLength={12}
        autoComplete="off"
        placeholder="XXXX-XXXX"
        autoFocus
        onChange={(event) => setCode(event.target.value)}
      />
      {problem && <Alert type="error" showIcon title={problem.message} />}
      {found && (
        <>
          <dl className="o-seen">
            <dt>代码</dt>
            <dd>{found.userCode}</dd>
            <dt>来自地址</dt>
            <dd>{found.address ?? '未知'}</dd>
            <dt>设备</dt>
            <dd>{found.userAgent ?? '未知'}</dd>
            <dt>申请时间</dt>
            <dd>{found.createTime}</dd>
          </dl>
          <Alert
            type="warning"
            showIcon
            title="请确认代码与您面前大屏上的一致。授权后，该大屏只能显示机构大屏（有权限时含集团大屏），最长7天。"
          />
          <p className="y-setting-actions">
            <Button type="primary" loading={settle.isPending} onClick={() => settle.mutate({ user_code: code, approve: true })}>
              允许登录
            </Button>
            <Button danger disabled={settle.isPending} onClick={() => settle.mutate({ user_code: code, approve: false })}>
              拒绝
            </Button>
          </p>
        </>
      )}
    </>
  );
}

export function ScreenApproval({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Modal title="授权大屏" open={open} onCancel={onClose} footer={null} destroyOnHidden width={480}>
      <Approval given="" onDone={onClose} />
    </Modal>
  );
}

export default function ScreenApprovalPage() {
  const [params] = useSearchParams();
  const may = useMay();
  if (!may(screenLogins.settle)) return <Result status="403" title="没有权限" subTitle="您没有授权大屏的权限，请联系管理员。" />;
  return (
    <Card title="授权大屏" className="o-approval">
      <Approval key={params.get('code')} given={params.get('code') ?? ''} onDone={() => go(HOME)} />
    </Card>
  );
}
