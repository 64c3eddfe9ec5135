/** pdf.js, set up for our strict policy: its worker and character maps come from our own server, nothing is evaluated. */
import { getDocument, GlobalWorkerOptions, type PDFDocumentProxy } from 'pdfjs-dist';
import { EventBus, PDFFindController, PDFLinkService, PDFViewer } from 'pdfjs-dist/web/pdf_viewer.mjs';

GlobalWorkerOptions.workerSrc = new URL('pdfjs-dist/build/pdf.worker.min.mjs', import.meta.url).href;

export type { PDFDocumentProxy };

export interface PdfView {
  bus: EventBus;
  viewer: PDFViewer;
  links: PDFLinkService;
  close(): void;
}

/** Opens a document from its bytes. Rejects when they are no PDF or need a password. */
export const openPdf = (bytes: ArrayBuffer): Promise<PDFDocumentProxy> =>
  getDocument({
    data: bytes,
    cMapUrl: '/pdf/cmaps/',
    cMapPacked: true,
    standardFontDataUrl: '/pdf/fonts/',
    useWasm: false,
    enableXfa: false,
  }).promise;

/** Shows a document in `container`, which holds one element and scrolls. */
export function showPdf(container: HTMLDivElement, document: PDFDocumentProxy): PdfView {
  const bus = new EventBus();
  const links = new PDFLinkService({ eventBus: bus, externalLinkTarget: 2, externalLinkRel: 'noopener noreferrer' });
  const finder = new PDFFindController({ eventBus: bus, linkService: links });
  const viewer = new PDFViewer({
    container,
    eventBus: bus,
    linkService: links,
    findController: finder,
    annotationMode: 1,
    annotationEditorMode: -1,
  });
  links.setViewer(viewer);
  bus.on('pagesinit', () => (viewer.currentScaleValue = 'page-width'));
  // Its own words are English.
  bus.on('pagerendered', ({ pageNumber, source }: { pageNumber: number; source: { div: HTMLElement } }) => {
    source.div.removeAttribute('data-l10n-id');
    source.div.setAttribute('aria-label', `第 ${pageNumber} 页`);
  });
  const fit = new ResizeObserver(() => {
    const scale = viewer.currentScaleValue;
    if (scale?.startsWith('page-')) viewer.currentScaleValue = scale;
  });
  fit.observe(container);
  viewer.setDocument(document);
  links.setDocument(document);
  return {
    bus,
    viewer,
    links,
    close() {
      fit.disconnect();
      viewer.setDocument(null as never);
      links.setDocument(null as never);
      void document.loadingTask.destroy();
    },
  };
}
