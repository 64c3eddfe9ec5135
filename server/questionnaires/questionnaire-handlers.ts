/** What implements the services of questionnaires: one without its handlers does not compile. */
import type { questionnaireServices } from '#contract/questionnaires/questionnaire-services.ts';
import type { Handlers } from '../http/implement.ts';
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
import { questionnaireThemes } from './questionnaire-themes.ts';
import { questionnaires } from './questionnaires.ts';
import { questionnaireVisitors } from './questionnaire-visitors.ts';

type Services = typeof questionnaireServices;

export const questionnaireHandlers: { [S in keyof Services]: Handlers<Services[S]> } = {
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
};
