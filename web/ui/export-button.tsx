/** 导出, for whoever may: what, which columns, as what. Long ones run as a task with progress. */
import { DownloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import type { Route } from '#contract/http.ts';
import { abbreviate } from './display.ts';
import { useDownload } from './downloads.ts';
import { useMay } from './may.ts';

const ExportDialog = lazy(() => import('./export-dialog.tsx').then(({ ExportDialog }) => ({ default: ExportDialog })));

export interface ExportProps {
  noun: string;
  route: Route;
  /** Filters and order of the list as it is shown. */
  input: Record<string, unknown>;
  total: number;
  /** Ids of the rows on this page, and of the chosen ones. */
  page: readonly (string | number)[];
  chosen: readonly (string | number)[];
  /** Keys of the shown columns in their order. */
  columns: readonly string[];
}

export function ExportButton(props: ExportProps) {
  const may = useMay();
  const [open, setOpen] = useState(false);
  const download = useDownload();
  if (!may(props.route)) return null;
  return (
    <>
      {download.bytes === null ? (
        <Button icon={<DownloadOutlined aria-hidden />} onClick={() => setOpen(true)}>
          导出
        </Button>
      ) : (
        <Button loading onClick={download.cancel} title="点按取消">
          {download.bytes ? `已接收 ${abbreviate(download.bytes)}B，取消` : '正在导出，取消'}
        </Button>
      )}
      <Suspense fallback={null}>{open && <ExportDialog {...props} download={download.start} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
