/** The record of a visit on paper, to be signed and filed. */
import { titleOf } from '#contract/labels.ts';
import { visitTaskLabels } from '#contract/visits/visit-tasks.labels.ts';
import { outcomeText } from '#contract/visits/visit-tasks.rules.ts';
import { genderText } from '#web/elderly/person-tags.tsx';
import { useCurrentUser } from '#web/shell/current-user.ts';
import { Paper, PaperFacts, PaperFoot } from '#web/subscriptions/paper.tsx';
import { MISSING } from '#web/ui/display.ts';
import { StoredImage } from '#web/ui/stored-files.tsx';
import type { WholeVisit } from './visit-calls.ts';

const label = (name: keyof typeof visitTaskLabels) => titleOf(visitTaskLabels, name);

export default function VisitPaper({ visit, onDone }: { visit: WholeVisit; onDone: () => void }) {
  const tenantName = useCurrentUser()?.sysUser.tenantName ?? '';
  return (
    <Paper onDone={onDone}>
      <h1>探访记录</h1>
      <p>
        {tenantName}　{visit.planName}
      </p>
      <PaperFacts
        facts={[
          [label('oldmanName'), visit.oldmanName],
          [label('gender'), genderText(visit.gender)],
          [label('age'), visit.age === null ? null : `${visit.age}岁`],
          [label('flags'), visit.flags.join('、')],
          [label('place'), visit.place],
          [label('mobile'), visit.mobile],
          [label('dueDay'), visit.dueDay],
          [label('doneTime'), visit.doneTime],
          [label('userName'), visit.userName],
          [label('result'), outcomeText(visit)],
        ]}
      />
      {visit.answers.length > 0 && (
        <>
          <h2>{label('answers')}</h2>
          <table>
            <tbody>
              {visit.answers.map(({ title, value, files }) => (
                <tr key={title}>
                  <td>{title}</td>
                  <td>{value || (files.length > 0 ? `照片${files.length}张` : MISSING)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
      <h2>{label('note')}</h2>
      <div>{visit.note || MISSING}</div>
      {visit.signature !== null && <StoredImage url={visit.signature} alt="服务对象签名" size={96} />}
      <PaperFoot>服务对象签名：　　　　　　　　探访人签名：{visit.doneName}</PaperFoot>
    </Paper>
  );
}
