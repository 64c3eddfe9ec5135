/** What is said when another editor, or another window of one's own, has changed the questionnaire: at once, and nothing typed is lost. */
import { Alert, Button } from 'antd';
import { Confirm } from '#web/ui/confirm.tsx';
import { useDesign, useDesigning } from './design-context.ts';

export function Overtaken() {
  const { load, saveMine } = useDesigning();
  const overtaken = useDesign((design) => design.overtaken);
  const failure = useDesign((design) => design.failure);
  if (overtaken === null) return null;
  if (overtaken === 'read') return <Alert type="info" showIcon title="问卷刚刚在别处被修改，已载入最新内容" />;
  return (
    <Alert
      type="warning"
      showIcon
      title="问卷刚刚在别处被修改，您的修改还没有保存"
      description={
        <>
          {failure && <p>{failure}</p>}
          您的修改仍显示在下面，可以先复制。保存我的修改：在最新内容上写入您改过的题目，其他题目以最新内容为准。
        </>
      }
      action={
        <div className="q-buttons">
          <Button type="primary" size="small" onClick={() => void saveMine()}>
            保存我的修改
          </Button>
          <Confirm title="放弃后不能恢复，确定放弃吗？" okText="放弃" okButtonProps={{ danger: true }} onConfirm={() => void load('read')}>
            <Button size="small">放弃我的修改</Button>
          </Confirm>
        </div>
      }
    />
  );
}
