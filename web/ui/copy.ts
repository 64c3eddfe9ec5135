import { showMessage } from '#web/api/messages.ts';

/** Copies a text; a page without https has no clipboard, then the old way must do. Throws when neither works. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  // Inside an open dialog: what stands outside cannot have the focus.
  (document.querySelector('[role=dialog]') ?? document.body).append(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  if (!done) throw new Error('not copied');
}

/** Copies, and says whether it worked. */
export const copyAndTell = (text: string) =>
  void copyText(text).then(
    () => showMessage('success', '复制成功'),
    () => showMessage('error', '复制失败，请手动选择后复制'),
  );
