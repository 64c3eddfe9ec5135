/** A sound of the institution: chosen, heard, or uploaded on the spot. */
import { UploadOutlined } from '@ant-design/icons';
import { Button, Select, Space } from 'antd';
import { useState } from 'react';
import { callSounds } from '#contract/calls/call-sounds.ts';
import { useCall } from '#web/api/call.ts';
import { useMay } from '#web/ui/may.ts';
import { SoundButton } from './sound-player.tsx';
import { UploadSound } from './upload-sound.tsx';

interface Props {
  id?: string;
  value?: number | null;
  onChange?: (id: number | null) => void;
  /** What is heard without one. */
  none: string;
  label: string;
}

/** The institution's sounds; none for who may not read them. */
export function useSounds() {
  const may = useMay();
  const { data } = useCall(callSounds.page, { current: 1, size: 100 }, { quiet: true, staleTime: 60_000, enabled: may(callSounds.page) });
  return data?.records ?? [];
}

export function SoundSelect({ id, value, onChange, none, label }: Props) {
  const may = useMay();
  const sounds = useSounds();
  const [uploading, setUploading] = useState(false);
  return (
    <Space.Compact className="cm-sound">
      <Select
        {...(id === undefined ? {} : { id })}
        aria-label={label}
        allowClear
        showSearch
        optionFilterProp="label"
        placeholder={none}
        value={value ?? null}
        onChange={(next: number | undefined) => onChange?.(next ?? null)}
        options={sounds.map((one) => ({ value: one.id, label: `${one.name}（${Math.ceil(one.durationMs / 1000)} 秒）` }))}
      />
      {value ? <SoundButton key={value} id={value} label={label} /> : null}
      {may(callSounds.create) && (
        <Button icon={<UploadOutlined aria-hidden />} onClick={() => setUploading(true)}>
          上传
        </Button>
      )}
      {uploading && <UploadSound onDone={(made) => onChange?.(made)} onClose={() => setUploading(false)} />}
    </Space.Compact>
  );
}
