/** Which ways in are open here: asked before the login page is drawn, which does not wait for it. */
export interface Ways {
  sms: boolean;
  wechat: boolean;
  screen: boolean;
  captcha: 'image' | 'slider';
  /** A sum is taken beside the slider. */
  sum: boolean;
}

/** What there is always; the answer of `/auth/ways` may add to it. */
export const PLAIN: Ways = { sms: true, wechat: false, screen: true, captcha: 'image', sum: true };

/** The ways of this installation; the plain ones when the server does not say. */
export const readWays = (): Promise<Ways> =>
  fetch('/auth/ways', { signal: AbortSignal.timeout(5000) })
    .then(async (answer) => (answer.ok ? ((await answer.json()) as { data: Ways }).data : PLAIN))
    .catch(() => PLAIN);
