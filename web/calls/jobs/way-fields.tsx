/** How a job dials; a notice has a menu and lines besides. */
import { Alert, Form, InputNumber, Select } from 'antd';
import { callMenus } from '#contract/calls/call-menus.ts';
import { callJobLabels } from '#contract/calls/call-jobs.labels.ts';
import { dialWayLabels } from '#contract/calls/call-jobs.ts';
import { dialWays } from '#contract/calls/call-jobs.rules.ts';
import { useCall } from '#web/api/call.ts';
import { labelledField } from '#web/ui/form.tsx';
import { numbered } from '#web/ui/display.ts';
import { useMay } from '#web/ui/may.ts';
import { GroupSelect } from '../group-select.tsx';
import { QuestionnaireSelect } from './questionnaire-select.tsx';

const Field = labelledField(callJobLabels);

interface Props {
  id?: string;
  value?: number | null;
  onChange?: (id: number | null) => void;
}

const useMenus = () => {
  const may = useMay();
  return useCall(callMenus.page, { current: 1, size: 100, enabled: true }, { quiet: true, staleTime: 60_000, enabled: may(callMenus.page) })
    .data?.records;
};

/** Says what the called will hear of the chosen menu, where that is no voice: a telephone shows no text. */
function SoundWarning() {
  const menuId = Form.useWatch<number | null | undefined>('menuId');
  const menu = useMenus()?.find(({ id }) => id === menuId);
  if (!menu || menu.tree.soundId !== null) return null;
  return (
    <Form.Item className="y-form-wide">
      <Alert
        type="warning"
        showIcon
        title={`语音菜单“${menu.name}”第一层没有语音，对方只听到提示音，听不到通知内容；请先在语音菜单中上传并选择语音`}
      />
    </Form.Item>
  );
}

/** A menu of callers that is in use. */
function MenuSelect({ value, onChange, ...props }: Props) {
  const menus = useMenus();
  return (
    <Select
      {...props}
      showSearch
      optionFilterProp="label"
      placeholder="请选择语音菜单"
      value={value || null}
      onChange={(next: number) => onChange?.(next)}
      options={(menus ?? []).map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}

const WORDS: Record<number, string> = {
  [dialWays.seat]: '坐席在工作台逐个领取名单，看过话术再拨打',
  [dialWays.byItself]: '空闲的坐席由系统接连拨打下一个名单，一个坐席一路',
  [dialWays.notice]: '系统用电话线路拨打并播放语音菜单，对方按键答复，不占用坐席',
};

export function WayFields() {
  const dialling = Form.useWatch<number | undefined>('dialling') ?? dialWays.seat;
  const notice = dialling === dialWays.notice;
  return (
    <>
      <Field name="dialling" extra={WORDS[dialling]}>
        <Select options={numbered(dialWayLabels)} />
      </Field>
      {notice ? (
        <>
          <Field
            name="menuId"
            rules={[{ required: true, message: '请选择语音菜单' }]}
            extra="按键的含义在语音菜单中设置：挂断的按键表示确认，转技能组的按键由坐席接听"
          >
            <MenuSelect />
          </Field>
          <SoundWarning />
          <Field name="lines" extra="同时进行的通话">
            <InputNumber<number> min={1} max={30} precision={0} suffix="路" />
          </Field>
        </>
      ) : (
        <>
          <Field name="groupId" extra="不选则所有坐席都参与">
            <GroupSelect />
          </Field>
          <Field name="questionnaireId" extra="坐席在通话旁填写，结果归到服务对象和这次通话">
            <QuestionnaireSelect />
          </Field>
        </>
      )}
    </>
  );
}
