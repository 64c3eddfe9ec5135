/** 上传语音: a WAV file with its name and its words. */
import { UploadOutlined } from '@ant-design/icons';
import { Button, Form, Input, Upload } from 'antd';
import { callSoundLabels } from '#contract/calls/call-sounds.labels.ts';
import { callSounds, LONGEST_SOUND_S, MOST_SOUND_MB } from '#contract/calls/call-sounds.ts';
import { spokenWords, type Piece } from '#contract/calls/spoken.rules.ts';
import { useSend } from '#web/api/call.ts';
import { showMessage } from '#web/api/messages.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { uploadProblem, type UploadRule } from '#web/ui/upload-rules.ts';

interface Values {
  file: File;
  name: string;
  said?: string;
}

const rule: UploadRule = {
  maxMB: MOST_SOUND_MB,
  types: ['wav'],
  wrongType: '请选择WAV格式的录音',
  tooLarge: `录音不能超过${MOST_SOUND_MB}MB`,
};

function WavField({ value, onChange }: { value?: File; onChange?: (file: File) => void }) {
  const form = Form.useFormInstance<Values>();
  const choose = (file: File) => {
    const problem = uploadProblem(rule, file);
    if (problem) return showMessage('error', problem);
    onChange?.(file);
    if (!form.getFieldValue('name')) form.setFieldsValue({ name: file.name.replace(/\.wav$/i, '').slice(0, 30) });
  };
  return (
    <Upload showUploadList={false} accept=".wav" beforeUpload={(file) => (choose(file), Upload.LIST_IGNORE)}>
      <Button icon={<UploadOutlined aria-hidden />}>{value ? '换一个文件' : '选择文件'}</Button> {value?.name}
    </Upload>
  );
}

interface Props {
  /** The piece of 排队播报 that it replaces. */
  piece?: Piece;
  onDone?: (id: number) => void;
  onClose: () => void;
}

export function UploadSound({ piece, onDone, onClose }: Props) {
  const words = piece && spokenWords[piece];
  const send = useSend(callSounds.create, {
    changes: [callSounds.page, callSounds.spoken],
    onSuccess: (id) => {
      onDone?.(id);
      onClose();
    },
  });
  return (
    <FormDialog<Values>
      title={words ? `替换“${words}”` : '上传语音'}
      initial={words ? { name: `播报：${words}`, said: words } : {}}
      okText="上传"
      pending={send.isPending}
      onSubmit={({ file, name, said = '' }) => send.mutate({ file, name, said, ...(piece ? { piece } : {}) } as never)}
      onClose={onClose}
    >
      <Form.Item
        name="file"
        label="录音文件"
        rules={[{ required: true, message: '请选择录音文件' }]}
        extra={`WAV格式（未压缩），单声道或双声道，最长${LONGEST_SOUND_S / 60}分钟，不超过${MOST_SOUND_MB}MB`}
      >
        <WavField />
      </Form.Item>
      <Form.Item name="name" label={callSoundLabels.name} rules={[{ required: true, message: '请输入语音名称' }]}>
        <Input maxLength={30} placeholder="如 欢迎词" />
      </Form.Item>
      <Form.Item name="said" label={callSoundLabels.said} extra="录音里说的话，便于以后核对">
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2, maxRows: 4 }} />
      </Form.Item>
    </FormDialog>
  );
}
