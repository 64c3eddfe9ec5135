/** One inspection: the call with its sound beside the sheet; scored, appealed against, decided. */
import { Alert, Button, Input, Skeleton } from 'antd';
import { useEffect, useEffectEvent, useState } from 'react';
import { clockText } from '#contract/calls/call-page.rules.ts';
import { callInspectionLabels as labels } from '#contract/calls/call-inspections.labels.ts';
import { inspectionStates } from '#contract/calls/call-inspections.rules.ts';
import { callInspections } from '#contract/calls/call-inspections.ts';
import { durationText, satisfactionLabels } from '#contract/calls/call-words.rules.ts';
import { callKindLabels } from '#contract/calls/seat-states.rules.ts';
import type { ItemAnswer } from '#contract/calls/call-sheets.rules.ts';
import { now } from '#contract/screens/now.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { Confirm } from '#web/ui/confirm.tsx';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { FactList } from '#web/ui/fact-list.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { State } from '#web/ui/state.tsx';
import { Recordings } from '../recordings.tsx';
import { DecideDialog } from './decide-dialog.tsx';
import { AppealDialog, SkipDialog } from './inspection-dialogs.tsx';
import { inspectionChanges, originText, type Inspection } from './inspection.ts';
import { answersOf } from './score-draft.ts';
import { ScoreSheet, ScoreTag } from './score-sheet.tsx';
import './quality.css';

interface Draft {
  answers: ItemAnswer[];
  comment: string;
}

const Facts = ({ one }: { one: Inspection }) => (
  <FactList
    className="cc-facts"
    facts={[
      [labels.state, <State key="state" of="inspection" value={one.state} />],
      [labels.points, one.points === null ? null : <ScoreTag key="points" {...one} />],
      [labels.agentName, one.agentName],
      [labels.callTime, one.callTime],
      [labels.kind, callKindLabels[one.kind]],
      [labels.talkSeconds, durationText(one.talkSeconds)],
      [labels.caller, one.caller],
      [labels.callee, one.callee],
      [labels.groupName, one.groupName],
      [labels.satisfaction, satisfactionLabels[one.satisfaction ?? 0]],
      [labels.summary, one.summary],
      [labels.sheetName, `${one.sheetName} 第${one.serial}版`],
      [labels.byHand, originText(one)],
      [labels.inspectorName, one.inspectorName && `${one.inspectorName} ${one.scoredTime ?? ''}`],
      [labels.seenTime, one.seenTime],
    ]}
  />
);

const Notes = ({ notes }: Pick<Inspection, 'notes'>) => (
  <section>
    <h3>录音标注</h3>
    <ul className="cr-lines">
      {notes.map(({ id, atMs, note, userName }) => (
        <li key={id}>
          <b>{clockText(atMs / 1000)}</b> {note} <span className="cr-quiet">{userName}</span>
        </li>
      ))}
    </ul>
  </section>
);

/** What was said after the score. */
function After({ one }: { one: Inspection }) {
  if (one.state === inspectionStates.skipped) return <Alert type="info" title={`免检：${one.skipReason}`} />;
  return (
    <>
      {one.comment && <Alert type="info" title={`评语：${one.comment}`} />}
      {one.open.includes('appeal') && one.appealUntil !== null && (
        <Alert type="info" showIcon title={`对结果不认可的，可以申诉一次，申诉截止于${one.appealUntil.slice(0, 10)}`} />
      )}
      {one.appealTime !== null && <Alert type="warning" title={`${one.appealTime} 申诉：${one.appealReason}`} />}
      {one.decidedTime !== null && (
        <Alert
          type="success"
          title={`${one.decidedTime} ${one.deciderName}裁定：${one.firstPoints === one.points ? `维持${one.points}分` : `${one.firstPoints}分改为${one.points}分`}`}
          description={one.decisionNote}
        />
      )}
    </>
  );
}

function Scoring({ one, draft, onDraft }: { one: Inspection; draft: Draft; onDraft: (draft: Draft) => void }) {
  return (
    <>
      <ScoreSheet {...one} answers={draft.answers} onChange={(answers) => onDraft({ ...draft, answers })} />
      <label className="cq-comment">
        {labels.comment}
        <Input.TextArea
          maxLength={500}
          showCount
          autoSize={{ minRows: 2, maxRows: 6 }}
          placeholder="对坐席的评语和建议"
          value={draft.comment}
          onChange={({ target }) => onDraft({ ...draft, comment: target.value })}
        />
      </label>
    </>
  );
}

type Asked = 'appeal' | 'skip' | 'decide';
interface ShownProps {
  one: Inspection;
  draft: Draft | null;
  onDraft: (draft: Draft) => void;
}
function Shown({ one, draft, onDraft }: ShownProps) {
  const { open, state, recordingList, notes, groups, passPoints } = one;
  const scores = open.includes('score');
  return (
    <div className="cr-call">
      <Facts one={one} />
      <div className="cq-columns">
        <div>
          <Recordings recordings={recordingList} {...(scores ? { inspectionId: one.id } : {})} />
          {recordingList.length > 0 && scores && <p className="cr-quiet">播放时可在该处标注，坐席会随评分看到这些标注。</p>}
          {!scores && notes.length > 0 && <Notes notes={notes} />}
          <After one={one} />
        </div>
        <div>
          {scores && <Scoring one={one} draft={draft ?? begun(one)} onDraft={onDraft} />}
          {!scores && state === inspectionStates.waits && (
            <Alert
              type="info"
              showIcon
              title={one.soundUntil === null ? '录音已销毁，不能评分' : '不能由您评分：您参与了这通电话，或没有评分权限'}
            />
          )}
          {one.points !== null && <ScoreSheet groups={groups} passPoints={passPoints} answers={one.answers} />}
        </div>
      </div>
    </div>
  );
}
const begun = (one: Inspection): Draft => ({ answers: answersOf(one.groups, []), comment: '' });

/** Says that the session's own result is read, once it is shown. */
function useSeen(one: Inspection | undefined): void {
  const seen = useSend(callInspections.seen, { quiet: true, changes: [callInspections.page, now.read] });
  const read = useEffectEvent((id: number) => seen.mutate({ id }));
  const id = one?.unseen ? one.id : null;
  useEffect(() => {
    if (id !== null) read(id);
  }, [id]);
}

export default function InspectionDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, isError, error, refetch } = useCall(callInspections.get, { id }, { quiet: true });
  useSeen(data);
  const [draft, setDraft] = useState<Draft | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const score = useSend(callInspections.score, { changes: inspectionChanges, onSuccess: onClose });
  const submit = (one: Inspection) => score.mutate({ id, version: one.version, serial: one.serial, ...(draft ?? begun(one)) });
  const open = data?.open ?? [];
  const close = () => setAsked(null);
  return (
    <SideDrawer
      open
      size="large"
      title={data ? `通话质检 ${data.agentName} ${data.callTime}` : '通话质检'}
      isDirty={() => draft !== null && !score.isSuccess}
      onClose={onClose}
      extra={
        data && (
          <>
            {open.includes('skip') && <Button onClick={() => setAsked('skip')}>免检</Button>}
            {open.includes('appeal') && <Button onClick={() => setAsked('appeal')}>申诉</Button>}
            {open.includes('decide') && (
              <Button type="primary" onClick={() => setAsked('decide')}>
                裁定申诉
              </Button>
            )}
            {open.includes('score') && (
              <Confirm title="提交评分？" description="提交后会通知坐席，不能再修改；坐席可以申诉一次。" onConfirm={() => submit(data)}>
                <Button type="primary" loading={score.isPending}>
                  提交评分
                </Button>
              </Confirm>
            )}
          </>
        )
      }
    >
      {isError && !data && <LoadFailed title={error.message} onAgain={() => void refetch()} />}
      {!data && !isError && <Skeleton active paragraph={{ rows: 10 }} />}
      {data && <Shown one={data} draft={draft} onDraft={setDraft} />}
      {data && asked === 'skip' && <SkipDialog one={data} onDone={onClose} onClose={close} />}
      {data && asked === 'appeal' && <AppealDialog one={data} onClose={close} />}
      {data && asked === 'decide' && <DecideDialog one={data} onClose={close} />}
    </SideDrawer>
  );
}
