/** 导出个人档案: asked with a reason, made in the background, saved as one file. */
import { Form, Input } from 'antd';
import { useState } from 'react';
import { dossierLabels } from '#contract/elderly/person-dossiers.labels.ts';
import { personDossiers } from '#contract/elderly/person-dossiers.ts';
import { transfers } from '#contract/transfers/transfers.ts';
import { call, useSend } from '#web/api/call.ts';
import { showMessage } from '#web/api/messages.ts';
import { useDownload } from '#web/ui/downloads.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { fileOf } from '#web/ui/import-errors.tsx';
import { ProgressDialog } from '#web/ui/progress-dialog.tsx';

export default function DossierDialog({ person, onClose }: { person: { id: number; userName: string }; onClose: () => void }) {
  const [task, setTask] = useState<string | null>(null);
  const { start } = useDownload();
  const send = useSend(personDossiers.start, { onSuccess: ({ key }) => setTask(key) });
  const title = `导出${person.userName}的个人档案`;
  const poll = async () => {
    const progress = await call(transfers.process, { key: task ?? '' }, { quiet: true });
    if (progress === null || progress.status === 'running' || progress.status === 'done') return progress;
    showMessage('error', progress.message ?? '导出失败，请重试');
    onClose();
    return null;
  };
  if (task === null)
    return (
      <FormDialog<{ reason: string }>
        title={title}
        okText="导出"
        pending={send.isPending}
        onSubmit={({ reason }) => send.mutate({ id: person.id, reason })}
        onClose={onClose}
      >
        <p>文件包含该服务对象在本系统中的全部记录和附件，请只交给本人或有权的家属。本次导出会记入操作日志。</p>
        <Form.Item name="reason" label={dossierLabels.reason} rules={[{ required: true, whitespace: true, message: '请填写导出原因' }]}>
          <Input maxLength={100} placeholder="例如 家属申请查阅" />
        </Form.Item>
      </FormDialog>
    );
  return (
    <ProgressDialog
      title={title}
      open
      poll={poll}
      every={1000}
      hint="关闭此窗口会取消导出。"
      onClose={() => {
        void call(transfers.cancel, { key: task }, { quiet: true }).catch(() => {});
        onClose();
      }}
      onDownload={(url) => {
        void start(transfers.file, fileOf(url), `${person.userName}的个人档案.zip`);
        onClose();
      }}
    />
  );
}
