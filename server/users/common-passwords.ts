/**
 * Passwords that guessing programs try first: known ones, habits of Chinese keyboards and names, and the shapes that they have in common.
 */
import { isMobile } from '#contract/phones.rules.ts';

/** Whole passwords, and the words of longer ones; lower case. Digits around a word are judged apart. */
const WORDS = `
password passwd pass passw0rd p@ssw0rd p@ssword pa55word pwd mima admin administrator root guest user test tester testing demo default system manager master
super superuser superman supervisor service server oracle mysql postgres database backup login logon welcome hello helloworld letmein iloveyou ilove loveyou lovely love
monkey dragon shadow sunshine princess football baseball basketball superstar batman pokemon starwars trustno1 whatever freedom michael jordan daniel charlie
thomas jessica ashley nicole hunter killer soccer hockey summer winter spring autumn flower butterfly cookie banana orange apple computer internet samsung
huawei xiaomi iphone android google baidu alibaba taobao tencent weixin wechat weibo zhifubao alipay jingdong douyin kuaishou china zhongguo beijing shanghai
guangzhou shenzhen hangzhou chengdu wuhan nanjing chongqing tianjin suzhou xian woaini woainima woaiwojia woaiwo woaizhongguo woaizuguo aini ainima iloveu tiantian
wodemima wodemeng wodeai mimashi mima123 nihao nihaoma nishishui nimade nimabi caonima tamade wocao shabi laopo laogong baobao baobei xiaobao beibei qinqin
gongxifacai facai fuguirong yifanfengshun wanshiruyi jixiang ruyi pingan jiankang kuaile xingfu meili shengri shengrikuaile zhufu dajiahao laoshi xuesheng
gongsi yiyuan hushi yisheng laoren yanglao yanglaoyuan jingli laoban caiwu kefu yian yiankang wangwei lixiang zhangwei wangfang liwei lina zhangmin lijing wangjing
liuyang zhangli zhanglei wanglei liqiang wangqiang liming xiaoming xiaohong qwer qwert qwerty qwertyui qwertyuiop asdf asdfg asdfgh asdfghjkl zxcv zxcvb zxcvbn
zxcvbnm qweasd qweasdzxc qazwsx qazwsxedc wsxedc qaz wsx edc zaq xsw 1qaz 2wsx 3edc 1qaz2wsx 1q2w3e 1q2w3e4r 1q2w3e4r5t q1w2e3 q1w2e3r4 a1b2c3 a1b2c3d4 a1s2d3 a1s2d3f4 zaq1
zaq12wsx zaq1xsw2 1qazxsw2 abc abcd abcde abcdef abcdefg abc123 aaa abcabc xyz qq qqq www wwww aa aaaa asd qwe zxc dsa ewq fuck fuckyou asshole changeme
secret secure security access account nurse carer doctor hospital elderly care office company business money happy lucky angel jesus google123 temp temporary
`
  .trim()
  .split(/\s+/);
const known = new Set(WORDS);
/** How many are listed. */
export const knownWords = known.size;

/** Numbers that stand for words, years, and what is added so that a rule is satisfied. */
const NUMBERS =
  /^(|\d|\d\d|520|521|1314|5201314|5211314|1314520|1314521|3344|3344520|666|888|999|168|518|886|007|110|119|120|911|147|258|369|147258|147258369|159357|789456|456789|741852|(19|20)\d\d|(19|20)?\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01]))$/;

const ROWS = ['01234567890', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', '!@#$%^&*()'];
const follows = (a: string, b: string) => a === b || ROWS.some((row) => row.includes(a + b) || row.includes(b + a));

/** The text in runs of neighbours: equal, counting, or side by side on the keyboard. */
function runs(text: string): number[] {
  const lengths: number[] = [];
  for (const [at, character] of [...text].entries()) {
    if (at > 0 && follows(text[at - 1] as string, character)) lengths[lengths.length - 1] = (lengths.at(-1) as number) + 1;
    else lengths.push(1);
  }
  return lengths;
}

const isRun = (text: string) => text.length > 0 && runs(text).every((length) => length >= 3);
const weakNumber = (digits: string) => NUMBERS.test(digits) || isRun(digits) || /^(\d{1,4})\1+$/.test(digits);

/** Whether a password is among the first that anybody would try. */
export function isCommonPassword(password: string): boolean {
  const text = password.normalize('NFKC').toLowerCase();
  if (known.has(text) || isRun(text) || new Set(text).size <= 2 || /^(.{1,4})\1+$/.test(text)) return true;
  if (isMobile(text) || (/^\d+$/.test(text) && weakNumber(text))) return true;
  // A word between numbers and signs: admin@2024, 123woaini, Qwe123!
  const match = /^(\d*)([!-/:-@[-`{-~]*)([a-z@$0]+?)([!-/:-@[-`{-~]*)(\d*)([!-/:-@[-`{-~]*)$/.exec(text);
  if (!match) return false;
  const [, before = '', , word = '', , after = ''] = match;
  return (known.has(word) || isRun(word) || new Set(word).size === 1) && weakNumber(before) && weakNumber(after);
}
