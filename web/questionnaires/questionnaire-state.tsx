/** Whether a questionnaire is a draft, collects answers, or has ended. */
import { Tag } from 'antd';
import { questionnaireStatusLabels } from '#contract/questionnaires/questionnaires.ts';

const COLORS: Record<number, string> = { 1: 'blue', 2: 'success', 3: 'default' };

export const QuestionnaireState = ({ value }: { value: number }) => <Tag color={COLORS[value]}>{questionnaireStatusLabels[value]}</Tag>;
