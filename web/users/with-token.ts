/** A call that needs a token of one purpose: asked for in the moment of acting, kept nowhere. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { externalAccounts } from '#contract/onboarding/external-accounts.ts';
import { invitations } from '#contract/onboarding/invitations.ts';
import type { Input, Output, Route } from '#contract/http.ts';
import { memberships } from '#contract/tenants/memberships.ts';
import { call, keyOf } from '#web/api/call.ts';
import { showMessage } from '#web/api/messages.ts';
import type { CallError } from '#web/api/refusals.ts';

export type Subject = Pick<Input<typeof externalAccounts.findToken>, 'purpose' | 'tenantId' | 'id'>;

/** A token; shows nothing when it fails. */
export const tokenFor = async (subject: Subject): Promise<string> => (await call(externalAccounts.findToken, subject)).token;

interface Acting<R extends Route> {
  subject: Subject;
  input: Omit<Input<R>, 'token'>;
}

/** `act.mutate({ subject, input })`: gets the token, calls the route with it, says `done`, reads anew what is one's own. */
export function useWithToken<R extends Route>(route: R, done: string, onSuccess?: (data: Output<R>) => void) {
  const client = useQueryClient();
  return useMutation<Output<R>, CallError, Acting<R>>({
    mutationFn: async ({ subject, input }) => call(route, { ...input, token: await tokenFor(subject) } as unknown as Input<R>),
    async onSuccess(data) {
      showMessage('success', done);
      onSuccess?.(data);
      await Promise.all([invitations.mine, memberships.list].map((changed) => client.invalidateQueries({ queryKey: keyOf(changed) })));
    },
    onError: () => void client.invalidateQueries({ queryKey: keyOf(invitations.mine) }),
  });
}
