/** The fields of what a plan asks on a visit; the form holds `answers`, one for each item in its order. */
import { Input, Radio } from 'antd';
import { FilesUpload, type KeptFile } from '#web/ui/upload.tsx';
import { picture } from '#web/ui/upload-rules.ts';
import { UploadItem } from '#web/ui/upload-wait.tsx';
import { MOST_VISIT_PHOTOS, type VisitAnswer } from '#contract/visits/visit-tasks.rules.ts';
import type { VisitItem } from '#contract/visits/visit-plans.rules.ts';

interface Said {
  value?: string;
  files?: readonly KeptFile[];
}

/** What the form says, as the call takes it. Pure. */
export const answersOf = (items: readonly VisitItem[], said: readonly (Said | undefined)[] = []): VisitAnswer[] =>
  items.map(({ title }, at) => ({
    title,
    value: (said[at]?.value ?? '').trim(),
    files: (said[at]?.files ?? []).map(({ fileUrl }) => fileUrl),
  }));

const options = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

function field({ title, kind, choices }: VisitItem) {
  switch (kind) {
    case 'choice':
      return <Radio.Group aria-label={title} optionType="button" options={options(choices)} />;
    case 'yesno':
      return <Radio.Group aria-label={title} optionType="button" options={options(['是', '否'])} />;
    case 'number':
      return <Input inputMode="decimal" maxLength={14} className="vi-number" />;
    case 'photo':
      return <FilesUpload rule={picture} most={MOST_VISIT_PHOTOS} />;
    case 'text':
      return <Input.TextArea maxLength={500} autoSize={{ minRows: 1, maxRows: 6 }} />;
  }
}

export function AnswerFields({ items }: { items: readonly VisitItem[] }) {
  return items.map((item, at) => (
    <UploadItem
      key={item.title}
      name={['answers', at, item.kind === 'photo' ? 'files' : 'value']}
      label={item.title}
      rules={[
        { required: item.required, message: `请填写“${item.title}”` },
        ...(item.kind === 'number' ? [{ pattern: /^-?\d{1,9}(\.\d{1,4})?$/, message: '请输入数字' }] : []),
      ]}
    >
      {field(item)}
    </UploadItem>
  ));
}
