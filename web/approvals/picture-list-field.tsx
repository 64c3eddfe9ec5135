/** Several pictures; the value is their addresses. */
import { useState } from 'react';
import { MOST_FILES } from '#contract/approvals/approval-forms.rules.ts';
import { FilesUpload, type KeptFile } from '#web/ui/upload.tsx';
import { picture } from '#web/ui/upload-rules.ts';

const rule = { ...picture, wrongType: '请上传 jpg 或 png 格式的图片', tooLarge: `图片不能超过${picture.maxMB}MB` };

interface Props {
  id?: string;
  value?: readonly string[] | null;
  onChange?: (urls: string[]) => void;
}

export function PictureListField({ id, value, onChange }: Props) {
  const [names, setNames] = useState<Readonly<Record<string, string>>>({});
  const files: KeptFile[] = (value ?? []).map((fileUrl, at) => ({ fileUrl, fileName: names[fileUrl] ?? `图片${at + 1}` }));
  const change = (next: KeptFile[]) => {
    setNames(Object.fromEntries(next.map(({ fileUrl, fileName }) => [fileUrl, fileName])));
    onChange?.(next.map(({ fileUrl }) => fileUrl));
  };
  return <FilesUpload id={id} value={files} onChange={change} rule={rule} most={MOST_FILES} />;
}
