/** The calls of the page of a link, in the shapes of contract/calls/call-links.ts. */
import type { publicCalls } from '#contract/calls/call-links.ts';
import type { Output } from '#contract/http.ts';
import { publicCall } from '#web/api/public-call.ts';

export type Look = Output<typeof publicCalls.look>;
export type Progress = Output<typeof publicCalls.answer>;

const at = (token: string) => `/cloudcall/public/call/${encodeURIComponent(token)}`;

export const look = (token: string) => publicCall<Look>('GET', at(token));
export const join = (token: string, body: { pageId: string; formerPages: string[]; offer: string; name: string; phone: string | null }) =>
  publicCall<boolean>('POST', `${at(token)}/join`, body);
export const progress = (token: string, pageId: string) => publicCall<Progress>('GET', `${at(token)}/leg/${pageId}`);
export const press = (token: string, pageId: string, keys: string) => publicCall<boolean>('POST', `${at(token)}/keys`, { pageId, keys });
export const end = (token: string, pageId: string | null) => publicCall<boolean>('POST', `${at(token)}/end`, { pageId });
export const rate = (token: string, pageId: string, stars: number) => publicCall<boolean>('POST', `${at(token)}/rate`, { pageId, stars });
