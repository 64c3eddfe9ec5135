/** The documents that the top bar opens: ours, or the one that a parameter names instead. */
export interface Document {
  title: string;
  /** The public parameter with another address; empty means ours. */
  parameter: string;
  address: string;
}

export const documents: Record<string, Document> = {
  star: { title: '养老机构等级评定标准', parameter: 'STAR_STANDARD_URL', address: '/documents/star-rating.pdf' },
  manual: { title: '操作手册', parameter: 'OPERATION_MANUAL_URL', address: '/documents/manual.pdf' },
};

/**
 * What an address of /pdfView asks for: a document by its name, or the address of a
 * file; the star-rating standard when it asks for nothing.
 */
export function askedDocument(params: URLSearchParams): { doc: string | null; file: string | null } {
  const [doc, file] = [params.get('doc') || null, params.get('file') || null];
  return doc === null && file === null ? { doc: 'star', file } : { doc, file };
}

/** An address of this server that may be shown; null for anything else, wherever slashes and backslashes try to lead. */
export function ownAddress(address: string, origin: string): string | null {
  if (!URL.canParse(address, origin)) return null;
  const url = new URL(address, origin);
  return url.origin === origin && /^\/(documents|admin\/sys-file)\//.test(url.pathname) ? url.pathname + url.search : null;
}
