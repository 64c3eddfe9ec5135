/** The way of an import: template, file, what it would do, doing it. Nothing is changed before the check has been seen. */
import { DownloadOutlined, FileExcelOutlined, InboxOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Modal, Progress as Bar, Result, Steps, Upload } from 'antd';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Route } from '#contract/http.ts';
import { MAX_WORKBOOK_BYTES, transfers } from '#contract/transfers/transfers.ts';
import { keyOf } from '#web/api/call.ts';
import { thousands } from './display.ts';
import { useDownload } from './downloads.ts';
import { SideDrawer } from './drawer.tsx';
import { useImporting, type Importing, type ImportRoutes } from './import-calls.ts';
import { fileOf, ImportErrors } from './import-errors.tsx';
import './import.css';

interface Props {
  noun: string;
  routes: ImportRoutes;
  changes: readonly Route[];
  onClose: () => void;
}

const STEPS = ['选择文件', '检查', '导入', '完成'];
const stepOf = (state: Importing): number => {
  if (state.at === 'idle') return 0;
  if (state.mode === 'check') return state.at === 'refused' ? 0 : 1;
  return state.at === 'ended' && state.progress.status === 'done' ? 3 : 2;
};

/** Why a file need not be sent, or null. */
const problemOf = (file: File): string | null => {
  if (!/\.xlsx$/i.test(file.name)) return '请选择 .xlsx 格式的文件，可以先下载模板';
  if (file.size === 0) return '文件为空，请选择填写好的表格';
  return file.size > MAX_WORKBOOK_BYTES ? '文件不能超过10MB，请分批导入' : null;
};

export function ImportDrawer({ noun, routes, changes, onClose }: Props) {
  const client = useQueryClient();
  const download = useDownload();
  const { state, send, stop, reset } = useImporting(routes);
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState('');
  const ended = state.at === 'ended' ? state.progress : null;
  const saved = state.at === 'ended' && state.mode !== 'check' && state.progress.status === 'done';
  const changed = useEffectEvent(() => changes.forEach((route) => void client.invalidateQueries({ queryKey: keyOf(route) })));
  useEffect(() => {
    if (saved) changed();
  }, [saved]);

  const choose = (chosen: File) => {
    const reason = problemOf(chosen);
    setProblem(reason ?? '');
    if (reason) return;
    setFile(chosen);
    void send(chosen, 'check');
  };
  const restart = () => {
    setFile(null);
    setProblem('');
    reset();
  };
  const start = (mode: 'all' | 'good', again = false) => file && void send(file, mode, again);
  const leaveOut = () =>
    Modal.confirm({
      title: `仅导入${thousands(ended?.good ?? 0)}行？`,
      content: `另外${thousands(ended?.bad ?? 0)}行有误，不会导入。可以下载错误数据，改好后再次上传。`,
      okText: '导入正确的行',
      cancelText: '再想想',
      onOk: () => start('good'),
    });

  const refusedText = problem || (state.at === 'refused' ? state.text : '');
  const choosing = (state.at === 'idle' || state.at === 'refused') && (
    <>
      {refusedText && !(state.at === 'refused' && state.repeated) && <Alert type="error" showIcon title={refusedText} role="alert" />}
      {state.at === 'refused' && state.repeated && (
        <Alert
          type="warning"
          showIcon
          title={state.text}
          action={
            <Button size="small" onClick={() => start(state.mode === 'good' ? 'good' : 'all', true)}>
              再次导入
            </Button>
          }
        />
      )}
      <div className="y-import-template">
        <FileExcelOutlined aria-hidden />
        <div>
          <strong>先下载模板</strong>
          <p>模板里有必填标记、下拉选项和填写说明。也可以使用上次的“错误数据”文件。</p>
        </div>
        <Button
          icon={<DownloadOutlined aria-hidden />}
          loading={download.bytes !== null}
          onClick={() => void download.start(routes.template, {}, `${noun}导入模板.xlsx`, '模板已下载')}
        >
          下载模板
        </Button>
      </div>
      <Upload.Dragger
        accept=".xlsx"
        maxCount={1}
        showUploadList={false}
        beforeUpload={(chosen) => {
          choose(chosen);
          return Upload.LIST_IGNORE;
        }}
      >
        <InboxOutlined aria-hidden className="y-import-inbox" />
        <p>点击选择，或把填写好的表格拖到这里</p>
        <p className="y-import-note">.xlsx 格式，不超过10MB。选择后先检查，不会立即写入。</p>
      </Upload.Dragger>
    </>
  );

  const running = state.at === 'running' && (
    <div className="y-import-running" role="status" aria-live="polite">
      <strong>{state.mode === 'check' ? `正在检查 ${file?.name ?? ''}` : '正在导入，请勿重复上传'}</strong>
      <Bar percent={state.progress?.rate ?? 0} status="active" aria-label="进度" />
      <p className="y-import-note">
        {state.progress ? `已处理 ${thousands(state.progress.done)} / ${thousands(state.progress.total)} 行` : '正在上传并读取文件'}
        {state.mode !== 'check' && '。可以关闭此窗口，导入会继续。'}
      </p>
      <Button onClick={() => void stop()}>取消</Button>
    </div>
  );

  const outcome = ended && (
    <>
      {state.at === 'ended' && state.mode !== 'check' && ended.status === 'done' ? (
        <Result
          status="success"
          title={ended.message ?? '导入完成'}
          extra={[
            ...(ended.url
              ? [
                  <Button
                    key="file"
                    icon={<DownloadOutlined aria-hidden />}
                    onClick={() => void download.start(transfers.file, fileOf(ended.url), `${noun}导入结果.xlsx`, '结果已下载')}
                  >
                    下载导入结果
                  </Button>,
                ]
              : []),
            <Button key="again" onClick={restart}>
              继续导入
            </Button>,
          ]}
        />
      ) : (
        <Alert
          type={ended.status === 'cancelled' ? 'info' : ended.bad > 0 ? 'warning' : ended.status === 'done' ? 'success' : 'error'}
          showIcon
          title={`${file ? `${file.name}：` : ''}${ended.message ?? '已结束'}`}
        />
      )}
      {ended.errors.length > 0 && <ImportErrors task={ended} noun={noun} />}
    </>
  );

  const checked = state.at === 'ended' && state.mode === 'check' && state.progress.status === 'done' ? state.progress : null;
  const mayStart = checked !== null && checked.good > 0;
  return (
    <SideDrawer
      title={`导入${noun}`}
      open
      size="large"
      onClose={onClose}
      isDirty={() => checked !== null && checked.good > 0}
      closeLabel={saved ? '完成' : '关闭'}
      {...(mayStart
        ? {
            confirmLabel: checked.bad ? `仅导入正确的${thousands(checked.good)}行` : `导入${thousands(checked.good)}行`,
            onConfirm: () => (checked.bad ? leaveOut() : start('all')),
          }
        : {})}
      extra={ended && !saved ? <Button onClick={restart}>重新选择文件</Button> : undefined}
    >
      <div className="y-import">
        <Steps size="small" current={stepOf(state)} items={STEPS.map((title) => ({ title }))} />
        {choosing}
        {running}
        {outcome}
      </div>
    </SideDrawer>
  );
}
