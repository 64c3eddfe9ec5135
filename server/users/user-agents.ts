/** What a browser says of itself, in words that staff understand. Programs lie freely here: for showing only. */

const BROWSERS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['微信', /MicroMessenger\/(\d+)/],
  ['企业微信', /wxwork\/(\d+)/i],
  ['钉钉', /DingTalk\/(\d+)/],
  ['Edge', /Edg(?:e|A|iOS)?\/(\d+)/],
  ['Opera', /OPR\/(\d+)/],
  ['QQ浏览器', /M?QQBrowser\/(\d+)/],
  ['UC浏览器', /UC?Browser\/(\d+)/],
  ['360浏览器', /(?:360SE|QihooBrowser)\/?(\d*)/],
  ['三星浏览器', /SamsungBrowser\/(\d+)/],
  ['华为浏览器', /HuaweiBrowser\/(\d+)/],
  ['Firefox', /(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /(?:HeadlessChrome|Chrome|CriOS)\/(\d+)/],
  ['Safari', /Version\/(\d+)[\d.]* (?:Mobile\/\w+ )?Safari/],
  ['IE', /(?:MSIE |Trident.*rv:)(\d+)/],
];

const SYSTEMS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['鸿蒙', /HarmonyOS|OpenHarmony/],
  ['Windows 10/11', /Windows NT 10/],
  ['Windows 8.1', /Windows NT 6\.3/],
  ['Windows 7', /Windows NT 6\.1/],
  ['Windows', /Windows/],
  ['iPad', /iPad/],
  ['iPhone', /iPhone|iPod/],
  ['Android', /Android/],
  ['macOS', /Mac OS X|Macintosh/],
  ['统信/麒麟 Linux', /UOS|Kylin/i],
  ['Chrome OS', /CrOS/],
  ['Linux', /Linux|X11/],
];

/** `{ browser: 'Chrome 138', system: 'Windows 10/11' }`; a program that is no browser is named by its first word. */
export function describeAgent(text: string | null): { browser: string; system: string } {
  const agent = text ?? '';
  const system = SYSTEMS.find(([, pattern]) => pattern.test(agent))?.[0] ?? '未知系统';
  for (const [name, pattern] of BROWSERS) {
    const match = pattern.exec(agent);
    if (match) return { browser: match[1] ? `${name} ${match[1]}` : name, system };
  }
  const program = /^[\w.-]{2,30}(?=\/|$)/.exec(agent)?.[0];
  return { browser: program ?? '未知浏览器', system };
}
