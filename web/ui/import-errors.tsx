/** Every error of every row, to be searched and taken home: the file has the same rows with the reasons. */
import { DownloadOutlined } from '@ant-design/icons';
import { Button, Input, Select, Table } from 'antd';
import { useMemo, useState } from 'react';
import type { Output } from '#contract/http.ts';
import { transfers, type Progress } from '#contract/transfers/transfers.ts';
import { MISSING, thousands } from './display.ts';
import { useDownload } from './downloads.ts';
import './import.css';

type RowError = Progress['errors'][number];
type Task = NonNullable<Output<typeof transfers.process>>;

/** The input of the file's route that an address of it stands for. */
export const fileOf = (url: string) =>
  Object.fromEntries(new URLSearchParams(url.split('?')[1])) as { key: string; part: 'result' | 'failed' };

const columns = [
  { key: 'row', dataIndex: 'row', title: '行号', width: 72 },
  { key: 'column', dataIndex: 'column', title: '列', width: 110, render: (column: string | null) => column ?? '整行' },
  {
    key: 'value',
    dataIndex: 'value',
    title: '填写的内容',
    width: 150,
    ellipsis: true,
    render: (value: string | null) => value ?? <span className="y-missing">{MISSING}</span>,
  },
  { key: 'reason', dataIndex: 'reason', title: '错误原因' },
];

export function ImportErrors({ task, noun }: { task: Task; noun: string }) {
  const [column, setColumn] = useState<string | null>(null);
  const [text, setText] = useState('');
  const download = useDownload();
  const kinds = useMemo(
    () => [...Map.groupBy(task.errors, (error) => error.column ?? '整行')].map(([name, errors]) => ({ name, count: errors.length })),
    [task],
  );
  const shown = task.errors.filter(
    (error) =>
      (column === null || (error.column ?? '整行') === column) &&
      (text === '' || `${error.row}` === text || error.reason.includes(text) || (error.value ?? '').includes(text)),
  );
  return (
    <section aria-label="错误明细" className="y-import-errors">
      <div className="y-import-bar">
        <Select
          aria-label="按列筛选"
          allowClear
          placeholder="全部列"
          value={column}
          onChange={(value) => setColumn(value ?? null)}
          options={kinds.map(({ name, count }) => ({ value: name, label: `${name}（${count}）` }))}
        />
        <Input.Search
          aria-label="搜索错误"
          allowClear
          placeholder="行号、内容或原因"
          value={text}
          onChange={(event) => setText(event.target.value.trim())}
        />
        {task.failedUrl && (
          <Button
            icon={<DownloadOutlined aria-hidden />}
            loading={download.bytes !== null}
            onClick={() => void download.start(transfers.file, fileOf(task.failedUrl), `${noun}导入错误.xlsx`, '已下载，改好后可直接上传')}
          >
            下载错误数据
          </Button>
        )}
      </div>
      <Table<RowError>
        size="small"
        rowKey={(error) => `${error.row} ${error.column} ${error.reason}`}
        columns={columns}
        dataSource={shown}
        pagination={{ pageSize: 10, size: 'small', showSizeChanger: false, hideOnSinglePage: true }}
        locale={{ emptyText: '没有符合条件的错误' }}
        scroll={{ x: 560 }}
      />
      {task.errors.length >= 500 && (
        <p className="y-import-note">这里只显示前{thousands(task.errors.length)}个错误，全部错误请下载错误数据查看。</p>
      )}
    </section>
  );
}
