/** Who is assessed by which scale. */
import { Form, Select } from 'antd';
import { go } from '#web/shell/go.ts';
import { Carried } from '#web/ui/carried.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { ResidentField } from '#web/ui/resident-field.tsx';
import { newAssessmentAddress } from './assessment-calls.ts';
import { DEFAULT_SCALE, useScaleChoices } from './scales-in-use.ts';

interface Values {
  oldmanId: number;
  scale: string;
}

/** `person`: on whose page it is opened. */
export default function NewDialog({ person, onClose }: { person?: number | undefined; onClose: () => void }) {
  return (
    <FormDialog<Values>
      title="新增评估"
      okText="开始评估"
      pending={false}
      width={480}
      initial={{ scale: DEFAULT_SCALE, ...(person === undefined ? {} : { oldmanId: person }) }}
      onSubmit={({ oldmanId, scale }) => {
        onClose();
        go(newAssessmentAddress(oldmanId, scale));
      }}
      onClose={onClose}
    >
      {person === undefined ? (
        <>
          <Form.Item name="oldmanId" label="服务对象" rules={[{ required: true, message: '请选择服务对象' }]}>
            <ResidentField />
          </Form.Item>
          <Carried name="oldmanName" />
        </>
      ) : (
        <Carried name="oldmanId" />
      )}
      <Form.Item name="scale" label="量表" rules={[{ required: true, message: '请选择量表' }]}>
        <Select showSearch={{ optionFilterProp: 'label' }} options={useScaleChoices()} />
      </Form.Item>
    </FormDialog>
  );
}
