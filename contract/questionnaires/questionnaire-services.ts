/** Every service of questionnaires: `contract/index.ts` takes them in, `server/questionnaires/questionnaire-handlers.ts` implements each. */
import type { Route } from '../http.ts';
import { checkinScoreRules } from './checkin-score-rules.ts';
import { checkinSurveys } from './checkin-surveys.ts';
import { projectQuestionnaires } from './project-questionnaires.ts';
import { questionnaireItems } from './questionnaire-items.ts';
import { questionnaireLogics } from './questionnaire-logics.ts';
import { questionnaireReports } from './questionnaire-reports.ts';
import { questionnaireResults } from './questionnaire-results.ts';
import { questionnaireQuotas } from './questionnaire-quotas.ts';
import { questionnaireSettings } from './questionnaire-settings.ts';
import { questionnaireTemplates } from './questionnaire-templates.ts';
import { questionnaireThemes } from './themes.ts';
import { questionnaires } from './questionnaires.ts';
import { questionnaireVisitors } from './questionnaire-visitors.ts';

export const questionnaireServices = {
  checkinScoreRules,
  checkinSurveys,
  projectQuestionnaires,
  questionnaireItems,
  questionnaireLogics,
  questionnaireReports,
  questionnaireResults,
  questionnaireQuotas,
  questionnaireSettings,
  questionnaireTemplates,
  questionnaireThemes,
  questionnaires,
  questionnaireVisitors,
} satisfies Record<string, Record<string, Route>>;
