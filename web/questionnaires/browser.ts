/** With what a questionnaire was filled in, as its results keep it. Pure. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/MicroMessenger/, 'WeChat'],
  [/Edg/, 'Edge'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/HarmonyOS/, 'HarmonyOS'],
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS/, 'Mac OS'],
  [/Linux/, 'Linux'],
];

const named = (names: typeof BROWSERS, agent: string) => names.find(([mark]) => mark.test(agent))?.[1] ?? null;

/** From a user agent; null for what is not known. */
export const browserOf = (agent: string) => ({ submitBrowser: named(BROWSERS, agent), submitOs: named(SYSTEMS, agent) });
