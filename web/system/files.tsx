/** /admin/file/index 文件管理: what was uploaded, by whom, and how much room it takes. */
import { Input, Select, Tag } from 'antd';
import { useState } from 'react';
import { files } from '#contract/files/files.ts';
import { titled } from '#contract/labels.ts';
import { fileLabels } from '#contract/files/files.labels.ts';
import { call, useSend } from '#web/api/call.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { useMay } from '#web/ui/may.ts';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { StoredFile } from '#web/ui/stored-files.tsx';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { sizeText } from './file-sizes.ts';

const Filter = labelledFilter(fileLabels);

type FileRow = RowOf<typeof files.page>;

const KINDS = ['jpg', 'png', 'webp', 'pdf', 'xlsx', 'mp4', 'amr'].map((value) => ({ value, label: value.toUpperCase() }));

const columns: Column<FileRow>[] = titled(fileLabels, [
  { key: 'original', width: 260, pin: 'left' },
  { key: 'type', width: 88, render: ({ type }) => <Tag>{type.toUpperCase()}</Tag> },
  { key: 'fileSize', width: 110, align: 'right', sort: 'file_size', render: ({ fileSize }) => sizeText(fileSize) },
  {
    key: 'purpose',
    width: 120,
    render: ({ purpose }) => (purpose === 'private' ? <Tag color="warning">仅上传人</Tag> : <Tag>本机构</Tag>),
  },
  { key: 'createUser', width: 110 },
  { key: 'createTime', width: 172, sort: 'create_time' },
  { key: 'fileName', width: 320, hidden: true },
]);

const filters = (
  <>
    <Filter name="original">
      <Input allowClear maxLength={150} placeholder="请输入文件名" />
    </Filter>
    <Filter name="type">
      <Select allowClear placeholder="请选择" options={KINDS} />
    </Filter>
    <Filter name="createUser">
      <Input allowClear maxLength={32} placeholder="姓名或用户名" />
    </Filter>
  </>
);

/** A PDF opens in our viewer, everything else by its link. */
async function open(row: FileRow): Promise<void> {
  const { link } = await call(files.link, { bucket: row.bucketName, file: row.fileName });
  const address = row.type === 'pdf' ? `/pdfView?${new URLSearchParams({ file: link, name: row.original })}` : link;
  window.open(address, '_blank', 'noopener');
}

export default function Files() {
  const may = useMay();
  const [shown, setShown] = useState<FileRow | null>(null);
  const remove = useSend(files.remove, { changes: [files.page] });
  const picture = (row: FileRow) => ['jpg', 'png', 'webp'].includes(row.type);
  const view = (row: FileRow) => (picture(row) ? setShown(row) : void open(row).catch(() => {}));
  return (
    <>
      <DataTable
        name="files"
        noun="文件"
        route={files.page}
        exportRoute={files.export}
        columns={columns}
        filters={filters}
        onRowDoubleClick={view}
        actions={(row) => [
          { label: picture(row) || row.type === 'pdf' ? '查看' : '下载', onClick: () => view(row) },
          {
            label: '删除',
            danger: true,
            menu: true,
            confirm: `确定删除文件“${row.original}”吗？引用它的页面将无法再显示，30天后彻底清除`,
            onClick: () => remove.mutate({ id: row.id }),
            when: may(files.remove),
          },
        ]}
      />
      <SideDrawer title={shown?.original} open={shown !== null} onClose={() => setShown(null)} size="small">
        {shown && <StoredFile url={shown.url} name={shown.original} />}
      </SideDrawer>
    </>
  );
}
