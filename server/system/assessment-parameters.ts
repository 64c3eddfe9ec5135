/** How often ability is assessed, and what it suggests: parameters of a new tenant, see contract/system/known-parameters.ts. */
import { assessmentSettingDefaults, type AssessmentSettings } from '#contract/assessments/assessment-settings.ts';

const names: Record<keyof AssessmentSettings, string> = {
  ASSESSMENT_MONTHS: '能力评估周期（月）',
  ASSESSMENT_DUE_ADMISSION: '入住后评估期限（天）',
  ASSESSMENT_DUE_FALL: '跌倒后评估期限（天）',
  ASSESSMENT_DUE_INCIDENT: '不良事件后评估期限（天）',
  ASSESSMENT_DUE_RETURN: '住院返院后评估期限（天）',
  ASSESSMENT_DUE_LEVEL: '护理等级变更后评估期限（天）',
  ASSESSMENT_CARE_LEVEL_0: '能力完好建议的护理等级',
  ASSESSMENT_CARE_LEVEL_1: '轻度受损建议的护理等级',
  ASSESSMENT_CARE_LEVEL_2: '中度受损建议的护理等级',
  ASSESSMENT_CARE_LEVEL_3: '重度受损建议的护理等级',
  ASSESSMENT_CARE_LEVEL_4: '完全丧失建议的护理等级',
};

export const assessmentParameters = (Object.keys(names) as (keyof AssessmentSettings)[]).map((key) => ({
  name: names[key],
  key,
  value: String(assessmentSettingDefaults[key]),
  public: false,
  system: true,
  since: key.startsWith('ASSESSMENT_DUE_') ? 17 : 16,
}));
