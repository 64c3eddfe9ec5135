/** 裁定: a second person keeps the score, or gives another one by the same version of the sheet. */
import { Input, Radio } from 'antd';
import { useState } from 'react';
import { callInspectionLabels as labels } from '#contract/calls/call-inspections.labels.ts';
import { callInspections } from '#contract/calls/call-inspections.ts';
import { useSend } from '#web/api/call.ts';
import { DraftDialog } from '#web/ui/draft-dialog.tsx';
import { inspectionChanges, type Inspection } from './inspection.ts';
import { answersOf } from './score-draft.ts';
import { ScoreSheet } from './score-sheet.tsx';

export function DecideDialog({ one, onClose }: { one: Inspection; onClose: () => void }) {
  const { id, version, groups, passPoints, appealReason, points } = one;
  const [before] = useState(() => answersOf(groups, one.answers));
  const [answers, setAnswers] = useState(before);
  const [keeps, setKeeps] = useState(true);
  const [note, setNote] = useState('');
  const send = useSend(callInspections.decide, { changes: inspectionChanges, onSuccess: onClose });
  return (
    <DraftDialog
      title="裁定申诉"
      okText="裁定"
      width={640}
      okButtonProps={{ loading: send.isPending, disabled: note.trim() === '' }}
      isDirty={() => note !== '' || answers !== before}
      onOk={() => send.mutate({ id, version, note: note.trim(), ...(keeps ? {} : { answers }) })}
      onClose={onClose}
    >
      <div className="cq-decide">
        <p>申诉理由：{appealReason}</p>
        <Radio.Group
          value={keeps}
          onChange={({ target }) => setKeeps(target.value as boolean)}
          options={[
            { value: true, label: `维持 ${points} 分` },
            { value: false, label: '重新评分' },
          ]}
        />
        {!keeps && <ScoreSheet groups={groups} passPoints={passPoints} answers={answers} onChange={setAnswers} />}
        <label className="cq-comment">
          {labels.decisionNote}
          <Input.TextArea
            maxLength={500}
            showCount
            autoSize={{ minRows: 2, maxRows: 6 }}
            placeholder="裁定的依据，坐席和评分人都会看到"
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        </label>
        <p className="cr-quiet">裁定后不能再申诉或修改。</p>
      </div>
    </DraftDialog>
  );
}
