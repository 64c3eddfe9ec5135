/** The files of answers as one zip file: asked for, packed on the server, then saved. */
import { Button } from 'antd';
import { useState } from 'react';
import type { Input } from '#contract/http.ts';
import { questionnaireResults as routes } from '#contract/questionnaires/questionnaire-results.ts';
import { transfers } from '#contract/transfers/transfers.ts';
import { call } from '#web/api/call.ts';
import { showMessage } from '#web/api/messages.ts';
import { useDownload } from '#web/ui/downloads.ts';
import { fileOf } from '#web/ui/import-errors.tsx';
import { ProgressDialog } from '#web/ui/progress-dialog.tsx';

export function AttachmentsButton({ name, asked }: { name: string; asked: Input<typeof routes.download> }) {
  const [task, setTask] = useState<string | null>(null);
  const [starting, setStarting] = useState(false);
  const { start: download } = useDownload();
  const begin = async () => {
    setStarting(true);
    // What is refused has been shown.
    setTask(await call(routes.download, asked).catch(() => null));
    setStarting(false);
  };
  const poll = async () => {
    const progress = await call(transfers.process, { key: task ?? '' }, { quiet: true });
    if (progress?.status !== 'failed' && progress?.status !== 'cancelled') return progress;
    showMessage('error', progress.message ?? '附件没有打包成功，请重新下载');
    setTask(null);
    return null;
  };
  return (
    <>
      <Button loading={starting} onClick={() => void begin()}>
        下载附件
      </Button>
      {task !== null && (
        <ProgressDialog
          title="下载附件"
          open
          poll={poll}
          every={1000}
          onClose={() => setTask(null)}
          onDownload={(url) => {
            void download(transfers.file, fileOf(url), `${name}附件.zip`, '附件已下载');
            setTask(null);
          }}
        />
      )}
    </>
  );
}
