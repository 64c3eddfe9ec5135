/** How a questionnaire looks: its theme, logo, background and what is shown of it, with a preview beside it. */
import { Button, ColorPicker, Input, Radio, Skeleton, Switch } from 'antd';
import { useId, useState } from 'react';
import type { Output } from '#contract/http.ts';
import { questionnaires } from '#contract/questionnaires/questionnaires.ts';
import { questionnaireThemes as routes } from '#contract/questionnaires/themes.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { useMay } from '#web/ui/may.ts';
import { useUnsaved } from '#web/ui/unsaved.ts';
import { UploadsContext, useUploads } from '#web/ui/upload-wait.tsx';
import { ImageUpload } from '#web/ui/upload.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { ThemeGallery } from './theme-gallery.tsx';
import { ThemePreview, type Look } from './theme-preview.tsx';
import './theme-page.css';

type Saved = Output<typeof routes.get>;

/** What a questionnaire without a saved look has. */
const lookOf = (saved: Saved): Look => ({
  themeId: saved?.themeId ?? null,
  logoImg: saved?.logoImg ?? null,
  logoPosition: (saved?.logoPosition as Look['logoPosition'] | undefined) ?? null,
  submitBtnText: saved?.submitBtnText ?? '提交',
  backgroundColor: saved?.backgroundColor ?? null,
  backgroundImg: saved?.backgroundImg ?? null,
  showTitle: saved?.showTitle ?? true,
  showDescribe: saved?.showDescribe ?? true,
  showNumber: saved?.showNumber ?? false,
});

const SWITCHES = { showTitle: '显示标题', showDescribe: '显示说明', showNumber: '显示题号' } as const;

interface FieldsProps {
  look: Look;
  change: (values: Partial<Look>) => void;
}

function Fields({ look, change }: FieldsProps) {
  const id = useId();
  return (
    <div className="y-look-fields">
      <div>
        <label htmlFor={`${id}logo`}>标志</label>
        <ImageUpload id={`${id}logo`} label="标志" value={look.logoImg} onChange={(logoImg) => change({ logoImg })} />
        <Radio.Group
          aria-label="标志位置"
          optionType="button"
          size="small"
          value={look.logoPosition ?? 'left'}
          disabled={look.logoImg === null}
          onChange={({ target }) => change({ logoPosition: target.value as Look['logoPosition'] })}
          options={[
            { value: 'left', label: '靠左' },
            { value: 'center', label: '居中' },
            { value: 'right', label: '靠右' },
          ]}
        />
      </div>
      <div>
        <label htmlFor={`${id}ground`}>背景图片</label>
        <ImageUpload
          id={`${id}ground`}
          label="背景图片"
          value={look.backgroundImg}
          onChange={(backgroundImg) => change({ backgroundImg, ...(backgroundImg ? { backgroundColor: null } : {}) })}
        />
      </div>
      <div>
        <span>背景颜色</span>
        <ColorPicker
          value={look.backgroundColor}
          allowClear
          disabled={look.backgroundImg !== null}
          onChangeComplete={(color) => change({ backgroundColor: color.cleared ? null : color.toHexString() })}
          onClear={() => change({ backgroundColor: null })}
        >
          <Button size="small" disabled={look.backgroundImg !== null} aria-label={`背景颜色：${look.backgroundColor ?? '未设置'}`}>
            <i className="y-look-swatch" style={look.backgroundColor ? { background: look.backgroundColor } : {}} aria-hidden />
            {look.backgroundColor ?? '未设置'}
          </Button>
        </ColorPicker>
      </div>
      <div>
        <label htmlFor={`${id}button`}>提交按钮文字</label>
        <Input
          id={`${id}button`}
          value={look.submitBtnText}
          maxLength={20}
          placeholder="提交"
          onChange={({ target }) => change({ submitBtnText: target.value })}
        />
      </div>
      {Object.entries(SWITCHES).map(([name, label]) => (
        <div key={name}>
          <label htmlFor={`${id}${name}`}>{label}</label>
          <Switch id={`${id}${name}`} checked={look[name as keyof typeof SWITCHES]} onChange={(checked) => change({ [name]: checked })} />
        </div>
      ))}
    </div>
  );
}

interface EditorProps {
  details: Output<typeof questionnaires.details>;
  saved: Saved;
}

function Editor({ details, saved }: EditorProps) {
  const may = useMay();
  const [look, setLook] = useState(() => lookOf(saved));
  const send = useSend(routes.save, { changes: [routes.get, questionnaires.details] });
  const { uploading, count } = useUploads();
  const dirty = JSON.stringify(look) !== JSON.stringify(lookOf(saved));
  useUnsaved(dirty, () => dirty);
  const change = (values: Partial<Look>) => setLook((before) => ({ ...before, ...values }));
  return (
    <div className="y-look">
      <div className="y-look-choices">
        <ThemeGallery value={look.themeId} onChange={(theme) => change({ themeId: theme?.id ?? null })} />
        <UploadsContext value={count}>
          <Fields look={look} change={change} />
        </UploadsContext>
        {may(routes.save) && (
          <div className="y-look-buttons">
            <Button
              type="primary"
              loading={send.isPending}
              disabled={!dirty || uploading}
              onClick={() => send.mutate({ projectKey: details.project.key, ...look })}
            >
              保存
            </Button>
            <Button disabled={!dirty} onClick={() => setLook(lookOf(saved))}>
              撤销修改
            </Button>
          </div>
        )}
      </div>
      <ThemePreview details={details} look={look} />
    </div>
  );
}

/** Of the questionnaire with this key; mounted by the editor. */
export default function ThemePage({ questionnaireKey }: { questionnaireKey: string }) {
  const details = useCall(questionnaires.details, { projectKey: questionnaireKey }, { quiet: true });
  const look = useCall(routes.get, { key: questionnaireKey }, { quiet: true });
  const failed = details.error ?? look.error;
  if (failed) return <LoadFailed title={failed.message} onAgain={() => void Promise.all([details.refetch(), look.refetch()])} />;
  if (!details.data || look.data === undefined) return <Skeleton active paragraph={{ rows: 10 }} />;
  return <Editor details={details.data} saved={look.data} />;
}
