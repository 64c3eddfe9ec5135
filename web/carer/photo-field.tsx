/** A photo from the camera, kept on the phone. */
import { CameraOutlined, DeleteOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import { showMessage } from '#web/api/messages.ts';
import { keepFile, keptLink } from '#web/ui/kept-files.ts';
import { shrink } from './photos.ts';

interface Props {
  id: string;
  /** Its address among the kept files. */
  value: string | null;
  /** Of which photo it is, where no label of the page names it. */
  label?: string;
  onChange: (url: string | null) => void;
}

export function PhotoField({ id, value, label, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const take = async (file: File | undefined) => {
    if (!file) return;
    setBusy(true);
    try {
      onChange(keepFile(await shrink(file, '现场照片')));
    } catch (error) {
      showMessage('error', (error as Error).message);
    } finally {
      setBusy(false);
      if (input.current) input.current.value = '';
    }
  };
  return (
    <div className="c-photo">
      <input
        ref={input}
        id={id}
        type="file"
        aria-label={label}
        accept="image/*"
        capture="environment"
        className="y-unseen"
        tabIndex={-1}
        onChange={(event) => void take(event.target.files?.[0])}
      />
      {value && <img src={keptLink(value)} alt="现场照片" />}
      <Button icon={<CameraOutlined aria-hidden />} loading={busy} onClick={() => input.current?.click()}>
        {value ? '重拍' : '拍照'}
      </Button>
      {value && <Button icon={<DeleteOutlined aria-hidden />} aria-label="删除照片" onClick={() => onChange(null)} />}
    </div>
  );
}
