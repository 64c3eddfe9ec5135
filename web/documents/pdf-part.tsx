/** The pages of a PDF within a page of ours, below one another. */
import { Spin } from 'antd';
import { useEffect, useRef, useState } from 'react';
import 'pdfjs-dist/web/pdf_viewer.css';
import './pdf-view.css';

/** `link` can be read without a token. */
export default function PdfPart({ link, title }: { link: string; title: string }) {
  const container = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'reading' | 'shown' | 'broken'>('reading');
  useEffect(() => {
    let close: (() => void) | null = null;
    let gone = false;
    void (async () => {
      try {
        const answer = await fetch(link);
        if (!answer.ok) throw new Error();
        const { openPdf, showPdf } = await import('./pdf.ts');
        const pdf = await openPdf(await answer.arrayBuffer());
        if (gone || !container.current) return void pdf.loadingTask.destroy();
        close = showPdf(container.current, pdf).close;
        setState('shown');
      } catch {
        if (!gone) setState('broken');
      }
    })();
    return () => {
      gone = true;
      close?.();
    };
  }, [link]);
  return (
    <section className="y-pdf-part" aria-label={title}>
      {state === 'reading' && <Spin />}
      {state === 'broken' && <p role="alert">文件无法显示，可下载后查看</p>}
      <div className="y-pdf-pages" tabIndex={0} ref={container}>
        <div className="pdfViewer" />
      </div>
    </section>
  );
}
