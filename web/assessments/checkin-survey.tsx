/** The check-in survey of a person: its score, the level that it suggests, and filling it in. */
import { Button } from 'antd';
import { assessmentLabels as L } from '#contract/assessments/assessments.labels.ts';
import { checkinSurveys } from '#contract/questionnaires/checkin-surveys.ts';
import { questionnaireStatus } from '#contract/questionnaires/questionnaires.ts';
import { useCall } from '#web/api/call.ts';
import { go } from '#web/shell/go.ts';
import { DictionaryTag } from '#web/ui/dictionary-tag.tsx';
import { useMay } from '#web/ui/may.ts';

export function CheckinSurvey({ personId }: { personId: number }) {
  const may = useMay();
  const survey = useCall(checkinSurveys.get, {}, { quiet: true, enabled: may(checkinSurveys.get) }).data;
  const result = useCall(checkinSurveys.ofPerson, { userId: personId }, { quiet: true, enabled: may(checkinSurveys.ofPerson) }).data;
  if (!survey) return null;
  const { key, name, status } = survey.project;
  return (
    <section className="as-checkin" aria-label="入住评估问卷">
      <b>{name}</b>
      {result ? (
        <span>
          {result.score === null ? '没有计分' : `${result.score}分`}
          {result.careLevel !== null && (
            <>
              ，建议护理等级 <DictionaryTag type={L.careLevel.dictionary} value={result.careLevel} />
            </>
          )}
          {result.score !== null && result.careLevel === null && '，该分数没有规则'}（{result.createTime.slice(0, 10)}{' '}
          {result.userName ?? ''}）
        </span>
      ) : (
        <span>尚未填写</span>
      )}
      {result && <Button onClick={() => go(`/questionnaire/view?id=${result.id}`)}>查看</Button>}
      {status === questionnaireStatus.published && (
        <Button onClick={() => go(`/questionnaire/write?key=${key}&personId=${personId}`)}>填写</Button>
      )}
    </section>
  );
}
