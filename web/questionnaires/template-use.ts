/** Begins a questionnaire with a template and goes to its designer. */
import { questionnaireTemplates as routes } from '#contract/questionnaires/questionnaire-templates.ts';
import { questionnaires } from '#contract/questionnaires/questionnaires.ts';
import { useSend } from '#web/api/call.ts';
import { designAddress } from '#web/shell/addresses.ts';
import { go } from '#web/shell/go.ts';

export const useTemplateUse = () =>
  useSend(routes.use, {
    changes: [questionnaires.page, routes.page, routes.tenantPage],
    onSuccess: (key) => go(designAddress(key)),
    once: true,
  });
