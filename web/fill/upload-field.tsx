/** @jsxImportSource preact */
/** Files for an answer: each is sent when it is chosen, with its progress; the answer names them. */
import { useRef, useState } from 'preact/hooks';
import { labelText, uploadBytes, uploadLimit, type Expand } from '#contract/questionnaires/item-types.rules.ts';
import type { CallError } from '#web/api/refusals.ts';
import { upload } from './calls.ts';
import type { Given } from './asked.ts';

/** What the server takes at most. */
export const MOST_BYTES = 10 * 1024 * 1024;

export interface AnswerFile {
  fileName: string;
  url: string;
}

/** `10MB`, as the editor wrote it; never more than the server takes. */
export const sizeText = (expand: Expand): string =>
  uploadBytes(expand, MOST_BYTES) === MOST_BYTES ? '10MB' : `${expand.fileSize ?? 10}${expand.sizeUnit ?? 'MB'}`;

interface Sending {
  name: string;
  percent: number;
}

export function UploadField({ item, id, value, onChange, described, projectKey }: Given<AnswerFile[]>) {
  const [sending, setSending] = useState<Sending | null>(null);
  const [problem, setProblem] = useState('');
  const files = value ?? [];
  // What arrives while another file is on its way is added to what is there then.
  const now = useRef(files);
  now.current = files;
  const most = uploadLimit(item.expand);
  const label = labelText(item.label);
  const set = (next: AnswerFile[]) => {
    now.current = next;
    onChange(next.length > 0 ? next : undefined);
  };
  async function send(chosen: readonly File[]) {
    setProblem('');
    if (chosen.length > most - files.length) setProblem(`最多上传${most}个文件，多选的没有上传`);
    for (const file of chosen.slice(0, most - files.length)) {
      if (file.size > uploadBytes(item.expand, MOST_BYTES)) {
        setProblem(`“${file.name}”超过${sizeText(item.expand)}，没有上传`);
        continue;
      }
      setSending({ name: file.name, percent: 0 });
      try {
        const url = await upload(projectKey, file, (percent) => setSending({ name: file.name, percent }));
        set([...now.current, { fileName: file.name.slice(-200), url }]);
      } catch (error) {
        setProblem(`“${file.name}”没有上传：${(error as CallError).message}`);
      }
    }
    setSending(null);
  }
  return (
    <div>
      {files.length > 0 && (
        <ul class="f-list">
          {files.map(({ fileName, url }) => (
            <li key={url}>
              <span>{fileName}</span>
              <button
                type="button"
                class="f-small"
                aria-label={`删除${fileName}`}
                onClick={() => set(files.filter((one) => one.url !== url))}
              >
                删除
              </button>
            </li>
          ))}
        </ul>
      )}
      {sending ? (
        <p role="status" class="f-sending">
          正在上传 {sending.name}
          <progress aria-label="上传进度" max={100} value={sending.percent} />
        </p>
      ) : (
        files.length < most && (
          <label class="f-pick">
            {String(item.expand.buttonText || '选择文件')}
            <input
              type="file"
              aria-label={`${label}：选择文件`}
              aria-describedby={described}
              accept={item.expand.accept || undefined}
              multiple={most > 1}
              onChange={({ currentTarget }) => {
                void send([...(currentTarget.files ?? [])]);
                currentTarget.value = '';
              }}
            />
          </label>
        )
      )}
      <small class="f-hint" id={`${id}-limit`}>
        最多{most}个文件，单个不超过{sizeText(item.expand)}
      </small>
      <p role="alert" class="f-problem">
        {problem}
      </p>
    </div>
  );
}
