/** The sub-pages of the designer, in their order: `?tab=` of its address. */
import type { ComponentType } from 'react';
import type { Route } from '#contract/http.ts';
import { questionnaireItems } from '#contract/questionnaires/questionnaire-items.ts';
import { questionnaireLogics } from '#contract/questionnaires/questionnaire-logics.ts';
import { questionnaireQuotas } from '#contract/questionnaires/questionnaire-quotas.ts';
import { questionnaireSettings } from '#contract/questionnaires/questionnaire-settings.ts';
import { questionnaireReports } from '#contract/questionnaires/questionnaire-reports.ts';
import { questionnaires } from '#contract/questionnaires/questionnaires.ts';
import { questionnaireThemes } from '#contract/questionnaires/themes.ts';
import { lazyPart } from '#web/shell/lazy-part.ts';

export interface DesignerPart {
  key: string;
  label: string;
  /** Who may call this may see it. */
  when: Pick<Route, 'access'>;
  Page: ComponentType<{ questionnaireKey: string }>;
}

export const designerParts: readonly DesignerPart[] = [
  { key: 'editor', label: '编辑', when: questionnaireItems.update, Page: lazyPart(() => import('./editor.tsx')) },
  { key: 'logic', label: '逻辑', when: questionnaireLogics.save, Page: lazyPart(() => import('./logic-page.tsx')) },
  { key: 'setting', label: '设置', when: questionnaireSettings.save, Page: lazyPart(() => import('./setting-page.tsx')) },
  { key: 'quota', label: '配额', when: questionnaireQuotas.save, Page: lazyPart(() => import('./quota-page.tsx')) },
  { key: 'theme', label: '主题', when: questionnaireThemes.save, Page: lazyPart(() => import('../theme-page.tsx')) },
  { key: 'preview', label: '预览', when: questionnaires.page, Page: lazyPart(() => import('./preview-page.tsx')) },
  { key: 'publish', label: '发布', when: questionnaires.page, Page: lazyPart(() => import('./publish-page.tsx')) },
  { key: 'statistics', label: '统计', when: questionnaireReports.stats, Page: lazyPart(() => import('../statistics-page.tsx')) },
];
