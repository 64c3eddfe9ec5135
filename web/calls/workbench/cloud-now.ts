/** What the SDK of Aliyun says of the seat and its call. */
import { createStore } from 'zustand/vanilla';
import { cloudOffline, type CloudNow } from '#contract/calls/cloud-frame.rules.ts';
import { onEnding } from '#web/api/session.ts';

export const cloud = createStore<CloudNow>(() => cloudOffline);
onEnding(() => cloud.setState(cloudOffline));
