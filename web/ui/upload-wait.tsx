/** What is saved while a file of it is still on its way would be saved without it: `UploadItem` in a form, `useUploads` beside any other button. */
import { Form, type FormItemProps } from 'antd';
import type { Rule } from 'antd/es/form';
import { createContext, useCallback, useRef, useState } from 'react';

/** Told `1` when an upload begins, and `-1` when it is over. */
export const UploadsContext = createContext<(by: 1 | -1) => void>(() => {});

/** A field of a form, which is refused while a file of the field is on its way. */
export function UploadItem({ rules = [], ...rest }: FormItemProps) {
  const running = useRef(0);
  const count = useCallback((by: 1 | -1) => void (running.current += by), []);
  const arrived: Rule = {
    // When it is saved, not while somebody types beside it.
    validateTrigger: [],
    validator: () => (running.current > 0 ? Promise.reject(new Error('文件正在上传，请稍候再保存')) : Promise.resolve()),
  };
  return (
    <UploadsContext value={count}>
      <Form.Item {...rest} rules={[...rules, arrived]} />
    </UploadsContext>
  );
}

/** Whether a file is on its way, and who is to be told of it: the value of an `UploadsContext` around the upload fields. */
export function useUploads(): { uploading: boolean; count: (by: 1 | -1) => void } {
  const [running, setRunning] = useState(0);
  const count = useCallback((by: 1 | -1) => setRunning((before) => before + by), []);
  return { uploading: running > 0, count };
}
