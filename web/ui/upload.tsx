/** Upload fields. Values are what records keep: the file's address, or a list of names and addresses. */
import { DeleteOutlined, PlusOutlined, UploadOutlined } from '@ant-design/icons';
import { Button, Progress, Upload } from 'antd';
import { use, useEffect, useRef, useState } from 'react';
import { showMessage } from '#web/api/messages.ts';
import { StoredFile, StoredImage } from './stored-files.tsx';
import { UploadsContext } from './upload-wait.tsx';
import { anyFile, picture, uploadProblem, type UploadRule } from './upload-rules.ts';
import { upload, type Purpose, type Uploaded } from './uploads.ts';
import './upload.css';

interface Running {
  key: string;
  name: string;
  percent: number;
}

/** Checks, sends, and tells how far: `start(file)`; `done` gets every file that has arrived. */
function useUpload(rule: UploadRule, done: (file: Uploaded) => void, purpose?: Purpose) {
  const [running, setRunning] = useState<readonly Running[]>([]);
  const count = use(UploadsContext);
  const start = async (file: File) => {
    const problem = uploadProblem(rule, file);
    if (problem) return showMessage('error', problem);
    const key = crypto.randomUUID();
    const at = (percent: number) => setRunning((now) => now.map((one) => (one.key === key ? { ...one, percent } : one)));
    setRunning((now) => [...now, { key, name: file.name, percent: 0 }]);
    count(1);
    try {
      done(await upload(file, at, undefined, purpose));
    } catch (error) {
      showMessage('error', (error as Error).message);
    } finally {
      count(-1);
      setRunning((now) => now.filter((one) => one.key !== key));
    }
  };
  return { running, start };
}

const accepts = ({ types }: UploadRule) => types.map((type) => `.${type}`).join();

interface ImageProps {
  id?: string;
  value?: string | null;
  onChange?: (url: string | null) => void;
  disabled?: boolean;
  /** What the picture is, for its alternative text: 回执单. */
  label?: string;
  rule?: UploadRule;
}

/** One picture; its value is its address. */
export function ImageUpload({ id, value, onChange, disabled, label = '图片', rule = picture }: ImageProps) {
  const { running, start } = useUpload(rule, ({ url }) => onChange?.(url));
  const [one] = running;
  if (value) {
    return (
      <span className="y-image-field" id={id}>
        <StoredImage url={value} alt={label} size={96} />
        {!disabled && (
          <Button
            size="small"
            shape="circle"
            icon={<DeleteOutlined aria-hidden />}
            aria-label={`删除${label}`}
            onClick={() => onChange?.(null)}
          />
        )}
      </span>
    );
  }
  return (
    <Upload
      showUploadList={false}
      accept={accepts(rule)}
      disabled={Boolean(disabled) || one !== undefined}
      beforeUpload={(file) => (void start(file), Upload.LIST_IGNORE)}
    >
      <button type="button" id={id} className="y-image-add" disabled={disabled}>
        {one ? <Progress type="circle" percent={one.percent} size={48} /> : <PlusOutlined aria-hidden />}
        <span>{one ? '上传中' : `上传${label}`}</span>
      </button>
    </Upload>
  );
}

/** As the records of a job keep files. */
export interface KeptFile {
  fileName: string;
  fileUrl: string;
}

interface FilesProps {
  id?: string;
  value?: readonly KeptFile[];
  onChange?: (files: KeptFile[]) => void;
  disabled?: boolean;
  rule?: UploadRule;
  most?: number;
  /** `private`: what a record takes for itself when it is saved. */
  purpose?: Purpose;
  /** Files can be dropped. */
  drop?: boolean;
}

/** Several files of any kind, pictures with a preview. */
export function FilesUpload({ id, value = [], onChange, disabled, rule = anyFile, most = 9, purpose, drop = false }: FilesProps) {
  // Several that are dropped together arrive one by one.
  const latest = useRef(value);
  useEffect(() => void (latest.current = value), [value]);
  const arrived = ({ original, url }: Uploaded) => {
    latest.current = [...latest.current, { fileName: original, fileUrl: url }];
    onChange?.([...latest.current]);
  };
  const { running, start } = useUpload(rule, arrived, purpose);
  const room = value.length + running.length < most;
  return (
    <div className="y-files">
      {!disabled && drop && (
        <Upload.Dragger
          {...(id === undefined ? {} : { id })}
          multiple
          showUploadList={false}
          accept={accepts(rule)}
          disabled={!room}
          beforeUpload={(file, chosen) => {
            if (chosen.indexOf(file) < most - value.length) void start(file);
            return Upload.LIST_IGNORE;
          }}
        >
          <UploadOutlined aria-hidden /> 点击或拖到这里上传
          <span className="y-files-hint">
            单个不超过 {rule.maxMB}MB，最多 {most} 个
          </span>
        </Upload.Dragger>
      )}
      {!disabled && !drop && (
        <Upload
          showUploadList={false}
          accept={accepts(rule)}
          disabled={!room}
          beforeUpload={(file) => (void start(file), Upload.LIST_IGNORE)}
        >
          <Button id={id} icon={<UploadOutlined aria-hidden />} disabled={!room}>
            上传文件
          </Button>
          <span className="y-files-hint">
            单个不超过 {rule.maxMB}MB，最多 {most} 个
          </span>
        </Upload>
      )}
      <ul>
        {value.map((file) => (
          <li key={file.fileUrl}>
            <StoredFile url={file.fileUrl} name={file.fileName} />
            {!disabled && (
              <Button
                type="text"
                size="small"
                icon={<DeleteOutlined aria-hidden />}
                aria-label={`删除${file.fileName}`}
                onClick={() => onChange?.(value.filter((one) => one !== file))}
              />
            )}
          </li>
        ))}
        {running.map(({ key, name, percent }) => (
          <li key={key}>
            <span>{name}</span>
            <Progress percent={percent} size="small" aria-label={`${name}的上传进度`} />
          </li>
        ))}
      </ul>
    </div>
  );
}
