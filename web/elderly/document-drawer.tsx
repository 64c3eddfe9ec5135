/** One paper: what it says, and its scans to be looked at or saved. */
import { DownloadOutlined } from '@ant-design/icons';
import { Button, Descriptions, Empty, Image, Skeleton } from 'antd';
import { Suspense, type ReactNode } from 'react';
import { documentLabels } from '#contract/elderly/person-documents.labels.ts';
import { personDocuments } from '#contract/elderly/person-documents.ts';
import { titleOf } from '#contract/labels.ts';
import { useCall } from '#web/api/call.ts';
import { lazyPart } from '#web/shell/lazy-part.ts';
import { DictionaryTag } from '#web/ui/dictionary-tag.tsx';
import { MISSING } from '#web/ui/display.ts';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { RowActions, type RowAction } from '#web/ui/row-actions.tsx';
import { State } from '#web/ui/state.tsx';
import { isPicture } from '#web/ui/upload-rules.ts';
import type { DocumentDetail } from './document-fields.tsx';
import './documents.css';

const PdfPart = lazyPart(() => import('#web/documents/pdf-part.tsx'));

/** Links are good for ten minutes at least. */
const FRESH_MS = 9 * 60_000;

const item = (name: keyof typeof documentLabels, children: ReactNode) => ({
  key: name,
  label: titleOf(documentLabels, name),
  children: children || MISSING,
});

function Scan({ file: { original, link } }: { file: DocumentDetail['files'][number] }) {
  return (
    <figure className="e-scan">
      <figcaption>
        <span>{original}</span>
        <Button size="small" href={link} download={original} icon={<DownloadOutlined aria-hidden />}>
          下载
        </Button>
      </figcaption>
      {isPicture(link) ? (
        <Image src={link} alt={original} />
      ) : (
        <Suspense fallback={<Skeleton active />}>
          <PdfPart link={link} title={original} />
        </Suspense>
      )}
    </figure>
  );
}

interface Props {
  id: number;
  actionsOf: (row: DocumentDetail) => RowAction[];
  onOpen: (id: number) => void;
  onClose: () => void;
}

export default function DocumentDrawer({ id, actionsOf, onOpen, onClose }: Props) {
  const { data, isError, error, refetch } = useCall(personDocuments.get, { id }, { quiet: true, refetchInterval: FRESH_MS });
  return (
    <SideDrawer title="档案文件" open onClose={onClose}>
      {!data &&
        (isError ? <Button onClick={() => void refetch()}>{error.message}，重试</Button> : <Skeleton active paragraph={{ rows: 8 }} />)}
      {data && (
        <div className="e-document">
          <div className="e-document-head">
            <h2>{data.title}</h2>
            <State of="document" value={data.state} />
            <RowActions actions={actionsOf(data)} />
          </div>
          <Descriptions
            size="small"
            column={{ xs: 1, md: 2 }}
            items={[
              item('oldmanName', data.oldmanName ?? '本机构'),
              item('type', <DictionaryTag type={documentLabels.type.dictionary} value={data.type} />),
              item('number', data.number),
              item('issuedDate', data.issuedDate),
              item('expireDate', data.expireDate ?? '长期'),
              item('createTime', `${data.createTime}，${data.createBy}登记`),
              item('note', data.note),
            ]}
          />
          {(data.replacedBy !== null || data.replaces !== null) && (
            <p className="e-document-chain">
              {data.replacedBy !== null && (
                <Button type="link" size="small" onClick={() => onOpen(data.replacedBy as number)}>
                  查看更新后的文件
                </Button>
              )}
              {data.replaces !== null && (
                <Button type="link" size="small" onClick={() => onOpen(data.replaces as number)}>
                  查看更新前的文件
                </Button>
              )}
            </p>
          )}
          {data.files.length === 0 ? (
            <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有附件" />
          ) : (
            data.files.map((file) => <Scan key={file.name} file={file} />)
          )}
        </div>
      )}
    </SideDrawer>
  );
}
