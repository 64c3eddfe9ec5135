/**
 * /pdfView: a document of this server. without a query and with `?doc=star` the star-rating
 * standard, `?doc=manual` the operation manual, `?file=` a stored PDF.
 */
import {
  DownloadOutlined,
  LeftOutlined,
  MenuOutlined,
  PrinterOutlined,
  RightOutlined,
  ZoomInOutlined,
  ZoomOutOutlined,
} from '@ant-design/icons';
import { Button, Input, InputNumber, Result, Select, Spin, Tooltip } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { parameters } from '#contract/system/parameters.ts';
import { call } from '#web/api/call.ts';
import { session } from '#web/api/session.ts';
import { useDocumentTitle } from '#web/api/system-title.ts';
import { go } from '#web/shell/go.ts';
import { HOME } from '#web/shell/tabs.ts';
import { saveAs } from '#web/ui/downloads.ts';
import { askedDocument, documents, ownAddress } from './documents.ts';
import type { PdfView as Shown } from './pdf.ts';
import 'pdfjs-dist/web/pdf_viewer.css';
import './pdf-view.css';

const SCALES = [
  { value: 'page-width', label: '适合宽度' },
  { value: 'page-fit', label: '整页' },
  ...[50, 75, 100, 125, 150, 200].map((percent) => ({ value: String(percent / 100), label: `${percent}%` })),
];

interface Chapter {
  title: string;
  dest: unknown;
  items: Chapter[];
}

/** The address to read: ours, or what the tenant's parameter names. Throws Error with the text to show. */
async function addressOf(doc: string | null, file: string | null): Promise<string> {
  const known = documents[doc ?? ''];
  const tenant = session.getState().user?.tenantId;
  const named = known
    ? await call(parameters.publicValue, { key: known.parameter, ...(tenant ? { 'TENANT-ID': tenant } : {}) } as never, {
        quiet: true,
      }).catch(() => null)
    : file;
  const address = ownAddress(named || known?.address || '', location.origin);
  if (!address) throw new Error(known ? '该文档的地址不在本系统内，请联系管理员' : '没有找到要显示的文档');
  return address;
}

async function read(address: string): Promise<ArrayBuffer> {
  const { tokens } = session.getState();
  const answer = await fetch(address, {
    headers: tokens && address.startsWith('/admin/') ? { authorization: `Bearer ${tokens.access}` } : {},
  });
  if (!answer.ok || !answer.headers.get('content-type')?.startsWith('application/pdf'))
    throw new Error(answer.status === 404 ? '文档不存在' : '文档暂时无法读取');
  return answer.arrayBuffer();
}

function Outline({ chapters, open }: { chapters: Chapter[]; open: (dest: unknown) => void }) {
  return (
    <ol>
      {chapters.map((chapter, index) => (
        <li key={index}>
          <button type="button" onClick={() => open(chapter.dest)}>
            {chapter.title}
          </button>
          {chapter.items.length > 0 && <Outline chapters={chapter.items} open={open} />}
        </li>
      ))}
    </ol>
  );
}

export default function PdfView() {
  const [params] = useSearchParams();
  const { doc, file } = askedDocument(params);
  const title = documents[doc ?? '']?.title ?? params.get('name') ?? '文档';
  const container = useRef<HTMLDivElement>(null);
  const shown = useRef<Shown | null>(null);
  const bytes = useRef<ArrayBuffer | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [pages, setPages] = useState(0);
  const [page, setPage] = useState(1);
  const [scale, setScale] = useState('page-width');
  const [chapters, setChapters] = useState<Chapter[]>([]);
  const [contents, setContents] = useState(true);

  useDocumentTitle(title);

  useEffect(() => {
    let gone = false;
    void (async () => {
      try {
        const content = await read(await addressOf(doc, file));
        const { openPdf, showPdf } = await import('./pdf.ts');
        // pdf.js takes the buffer over.
        bytes.current = content.slice(0);
        const pdf = await openPdf(content).catch(() => {
          throw new Error('文档已损坏或需要密码，无法显示');
        });
        if (gone || !container.current) return void pdf.loadingTask.destroy();
        const view = showPdf(container.current, pdf);
        shown.current = view;
        view.bus.on('pagechanging', ({ pageNumber }: { pageNumber: number }) => setPage(pageNumber));
        setPages(pdf.numPages);
        const outline = ((await pdf.getOutline()) ?? []) as Chapter[];
        if (!gone) setChapters(outline);
      } catch (error) {
        if (!gone) setProblem((error as Error).message || '文档无法显示');
      }
    })();
    return () => {
      gone = true;
      shown.current?.close();
      shown.current = null;
    };
  }, [doc, file]);

  const turnTo = (number: number) => shown.current && number >= 1 && number <= pages && (shown.current.viewer.currentPageNumber = number);
  const zoom = (value: string) => {
    setScale(value);
    if (shown.current) shown.current.viewer.currentScaleValue = value;
  };
  const step = (factor: number) =>
    shown.current && zoom(String(Math.min(4, Math.max(0.3, Math.round(shown.current.viewer.currentScale * factor * 100) / 100))));
  const find = (query: string) =>
    shown.current?.bus.dispatch('find', {
      source: null,
      type: '',
      query,
      caseSensitive: false,
      entireWord: false,
      highlightAll: true,
      findPrevious: false,
      matchDiacritics: false,
    });
  const blob = () => new Blob([bytes.current as ArrayBuffer], { type: 'application/pdf' });
  const print = () => {
    const frame = document.createElement('iframe');
    frame.className = 'y-print-frame';
    frame.src = URL.createObjectURL(blob());
    frame.addEventListener('load', () => frame.contentWindow?.print());
    document.body.append(frame);
    setTimeout(() => {
      URL.revokeObjectURL(frame.src);
      frame.remove();
    }, 120_000);
  };

  if (problem) {
    const extra = [
      <Button key="again" onClick={() => location.reload()}>
        重试
      </Button>,
      <Button key="home" type="primary" onClick={() => go(HOME)}>
        返回首页
      </Button>,
    ];
    return <Result status="warning" title="文档无法显示" subTitle={problem} extra={extra} />;
  }
  return (
    <div className="y-pdf">
      <header className="y-pdf-bar">
        <Tooltip title={contents ? '隐藏目录' : '显示目录'}>
          <Button
            type="text"
            icon={<MenuOutlined />}
            aria-label="目录"
            aria-pressed={contents}
            disabled={chapters.length === 0}
            onClick={() => setContents(!contents)}
          />
        </Tooltip>
        <h1>{title}</h1>
        <div className="y-pdf-tools">
          <Input.Search placeholder="查找" aria-label="查找" allowClear onSearch={find} className="y-pdf-find" />
          <Button type="text" icon={<LeftOutlined />} aria-label="上一页" disabled={page <= 1} onClick={() => turnTo(page - 1)} />
          <InputNumber<number>
            min={1}
            max={pages || 1}
            value={page}
            aria-label="页码"
            controls={false}
            className="y-pdf-page"
            onChange={(number) => number && turnTo(number)}
          />
          <span>/ {pages}</span>
          <Button type="text" icon={<RightOutlined />} aria-label="下一页" disabled={page >= pages} onClick={() => turnTo(page + 1)} />
          <Button type="text" icon={<ZoomOutOutlined />} aria-label="缩小" onClick={() => step(0.85)} />
          <Select
            value={scale}
            aria-label="缩放"
            className="y-pdf-scale"
            onChange={zoom}
            options={
              SCALES.some(({ value }) => value === scale)
                ? SCALES
                : [{ value: scale, label: `${Math.round(Number(scale) * 100)}%` }, ...SCALES]
            }
          />
          <Button type="text" icon={<ZoomInOutlined />} aria-label="放大" onClick={() => step(1.18)} />
          <Button type="text" icon={<PrinterOutlined />} aria-label="打印" disabled={pages === 0} onClick={print} />
          <Button
            type="text"
            icon={<DownloadOutlined />}
            aria-label="下载"
            disabled={pages === 0}
            onClick={() => saveAs(blob(), `${title}.pdf`)}
          />
        </div>
      </header>
      <div className="y-pdf-body">
        {contents && chapters.length > 0 && (
          <nav className="y-pdf-contents" aria-label="目录">
            <Outline chapters={chapters} open={(dest) => void shown.current?.links.goToDestination(dest as string)} />
          </nav>
        )}
        <div className="y-pdf-frame">
          {pages === 0 && <Spin className="y-pdf-wait" description="正在打开文档" />}
          <div ref={container} className="y-pdf-pages" tabIndex={0} role="document" aria-label={title}>
            <div className="pdfViewer" />
          </div>
        </div>
      </div>
    </div>
  );
}
