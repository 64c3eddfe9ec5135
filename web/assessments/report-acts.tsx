/** What can be done with an assessment: signed, applied to the care level, voided. */
import { Form, Input } from 'antd';
import { assessmentStates } from '#contract/assessments/assessment-commands.rules.ts';
import { assessmentLabels as L } from '#contract/assessments/assessments.labels.ts';
import { assessments } from '#contract/assessments/assessments.ts';
import type { Scale } from '#contract/assessments/scale-parts.ts';
import { arrangements } from '#contract/elderly/arrangements.ts';
import { people } from '#contract/elderly/people.ts';
import { useSend } from '#web/api/call.ts';
import { Day } from '#web/ui/day.tsx';
import { DictionarySelect } from '#web/ui/dictionary.tsx';
import { DictionaryTag } from '#web/ui/dictionary-tag.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { ReasonDialog } from '#web/ui/reason-dialog.tsx';
import { SignatureField } from '#web/ui/signature-pad.tsx';
import { assessmentChanges, type AssessmentDetail } from './assessment-calls.ts';

interface Props {
  row: AssessmentDetail;
  onClose: () => void;
}
const signed = [{ required: true, message: '请签名' }];

export function SignDialog({ row, scale, onClose }: Props & { scale: Scale }) {
  const send = useSend(assessments.sign, { changes: assessmentChanges, onSuccess: onClose });
  const first = row.state === assessmentStates.draft;
  return (
    <FormDialog<{ signature: string; informantSignature?: string }>
      title={`${row.oldmanName}：${scale.name}`}
      okText="签名"
      width={560}
      pending={send.isPending}
      onSubmit={({ signature, informantSignature }) =>
        send.mutate({ id: row.id, version: row.version, signature, informantSignature: informantSignature ?? null })
      }
      onClose={onClose}
    >
      <p>{first ? '签名后内容不能再修改。' : '由另一名评估员复签，复签后评估完成。'}</p>
      <Form.Item name="signature" label="评估员签名" rules={signed}>
        <SignatureField label="评估员签名" />
      </Form.Item>
      {first && scale.ability && (
        <Form.Item name="informantSignature" label="信息提供者签名" rules={signed}>
          <SignatureField label="信息提供者签名" />
        </Form.Item>
      )}
    </FormDialog>
  );
}

export function ApplyDialog({ row, onClose }: Props) {
  const send = useSend(assessments.apply, {
    changes: [...assessmentChanges, people.get, people.page, arrangements.ofPerson],
    onSuccess: onClose,
  });
  return (
    <FormDialog<{ careLevel: number; effectiveDate?: string | null; consentName: string }>
      title={`${row.oldmanName}：变更护理等级`}
      okText="变更"
      width={480}
      pending={send.isPending}
      initial={row.suggestedLevel === null ? {} : { careLevel: row.suggestedLevel }}
      onSubmit={(values) => send.mutate({ id: row.id, version: row.version, ...values })}
      onClose={onClose}
    >
      <p>
        评估结果：{row.levelName}，档案的失能等级一并更新。现在的护理等级：
        <DictionaryTag type={L.careLevel.dictionary} value={row.careLevel} />
      </p>
      <Form.Item name="careLevel" label={L.careLevel.title} rules={[{ required: true, message: '请选择护理等级' }]}>
        <DictionarySelect type={L.careLevel.dictionary} numeric />
      </Form.Item>
      <Form.Item name="effectiveDate" label={L.effectiveDate}>
        <Day placeholder="不填为今天" />
      </Form.Item>
      <Form.Item name="consentName" label={L.consentName} rules={[{ required: true, whitespace: true, message: '请填写同意人' }]}>
        <Input maxLength={20} placeholder="服务对象或代为同意的家属" />
      </Form.Item>
    </FormDialog>
  );
}

export function VoidDialog({ row, onClose }: Props) {
  const send = useSend(assessments.void, { changes: assessmentChanges, onSuccess: onClose });
  return (
    <ReasonDialog
      title="作废评估"
      note="作废后保留记录，不再作为最近一次评估。"
      label={L.voidReason}
      placeholder="如 录错服务对象"
      okText="作废"
      most={200}
      pending={send.isPending}
      onOk={(note) => send.mutate({ id: row.id, version: row.version, note })}
      onClose={onClose}
    />
  );
}
