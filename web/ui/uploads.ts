/** Sends a file with progress, which fetch does not tell. */
import type { Envelope, Input, Output } from '#contract/http.ts';
import { files } from '#contract/files/files.ts';
import { CallError, reactionTo, UNREACHABLE } from '#web/api/refusals.ts';
import { refresh, session } from '#web/api/session.ts';
import { keepFile, keepsFiles, keptLink } from './kept-files.ts';
import { extensionOf } from './upload-rules.ts';

export type Uploaded = Output<typeof files.upload>;
/** `private`: for the eyes of who uploads it, until a record takes it. */
export type Purpose = NonNullable<Input<typeof files.upload>['purpose']>;

function send(
  file: File,
  onProgress: (percent: number) => void,
  signal: AbortSignal | undefined,
  purpose: Purpose,
): Promise<{ status: number; envelope: Envelope<Uploaded> | null }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const { tokens, user } = session.getState();
    request.open(files.upload.method, `${files.upload.path}?purpose=${purpose}`);
    if (tokens) request.setRequestHeader('authorization', `Bearer ${tokens.access}`);
    if (user) request.setRequestHeader('tenant-id', String(user.tenantId));
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(Math.floor((loaded / total) * 99)));
    request.addEventListener('load', () => resolve({ status: request.status, envelope: request.response as Envelope<Uploaded> | null }));
    request.addEventListener('error', () => reject(new CallError(0, UNREACHABLE)));
    request.addEventListener('abort', () => reject(new CallError(0, '已取消上传')));
    signal?.addEventListener('abort', () => request.abort());
    const body = new FormData();
    body.append('file', file);
    request.send(body);
  });
}

/** A file that stays in the page until it is sent with what names it. */
function keep(file: File): Uploaded {
  const url = keepFile(file);
  return {
    bucketName: 'kept',
    fileName: url.slice(url.lastIndexOf('/') + 1),
    url,
    link: keptLink(url) ?? '',
    original: file.name,
    type: extensionOf(url),
    fileSize: file.size,
  };
}

/**
 * Uploads, or where the page keeps its files keeps it; `onProgress` hears 0–99, then the
 * promise settles. Throws CallError with the text to show.
 */
export const upload = async (
  file: File,
  onProgress?: (percent: number) => void,
  signal?: AbortSignal,
  purpose?: Purpose,
): Promise<Uploaded> => (keepsFiles() ? keep(file) : sendFile(file, onProgress, signal, purpose));

/** Uploads now. */
export async function sendFile(
  file: File,
  onProgress: (percent: number) => void = () => {},
  signal?: AbortSignal,
  purpose: Purpose = 'shared',
): Promise<Uploaded> {
  let answer = await send(file, onProgress, signal, purpose);
  // The token ran out while the file was chosen.
  if (answer.status === 401 && (await refresh())) answer = await send(file, onProgress, signal, purpose);
  if (answer.status === 200 && answer.envelope?.code === 0) return answer.envelope.data;
  throw new CallError(answer.status, reactionTo(answer.status, answer.envelope?.msg).text);
}
