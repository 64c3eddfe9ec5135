/**
 * Names as they are typed without an input method: fengkeqin, fkq, fengkq. Pure.
 * Syllables come from the order of pinyin that ICU has (CLDR): each begins at a character, as in a dictionary.
 */

/**
 * Each syllable with its first character in that order: the first that ICU of Node and of PostgreSQL read alike, whose tables differ in
 * some hundred rare ones. A ü is typed as a u or a v.
 */
const FIRST = `
  a阿 ai哎 an安 ang肮 ao凹 ba丷 bai紦 ban扳 bang邦 bao勹 bei卑 ben奔 beng獖 bi屄 bian边 biao灬 bie憋 bin汃 bing氞 bo癶 bu峬 ca簿 cai囃 can参
  cang仓 cao撡 ce艹 cen嵾 ceng曽 cha叉 chai芆 chan辿 chang伥 chao蟐 che车 chen抻 cheng阷 chi吃 chong充 chou抽 chu出 chuai橻 chuan巛
  chuang刅 chui吹 chun旾 chuo逴 ci呲 cong匆 cou凑 cu粗 cuan汆 cui崔 cun乼 cuo搓 da咑 dai呆 dan鮘 dang当 dao刀 de嘚 den扥 deng灯 di氐 dia嗲
  dian敁 diao刁 die爹 ding丁 diu丟 dong东 dou吺 du厾 duan耑 dui垖 dun吨 duo多 e妸 ei诶 en奀 eng鞥 er儿 fa发 fan帆 fang匚 fei飞 fen分 feng丰
  fo覅 fou紑 fu夫 ga旮 gai侅 gan甘 gang冈 gao皋 ge戈 gei给 gen根 geng刯 gong工 gou勾 gu估 gua瓜 guai乖 guan关 guang光 gui撗 gun丨 guo呙 ha哈
  hai咍 han嚡 hang夯 hao茠 he诃 hei黒 hen拫 heng亨 hong噷 hou齁 hu乎 hua花 huai怀 huan欢 huang巟 hui灰 hun昏 huo吙 ji丌 jia加 jian戋 jiang橺
  jiao艽 jie鵤 jin巾 jing坕 jiong燝 jiu丩 ju凥 juan爠 jue噘 jun军 ka咔 kai开 kan刊 kang忼 kao尻 ke匼 ken肎 keng劥 kong空 kou抠 ku扝
  kua夸 kuai蒯 kuan宽 kuang匡 kui亏 kun鑎 kuo尡 la垃 lai来 lan兰 lang啷 lao唥 le仂 lei雷 leng嘞 li哩 lia俩 lian倆 liang良 liao煷 lie毟 lin拎
  ling伶 liu瀮 long囖 lou瞜 lu噜 luan縷 lun掠 luo啰 m呣 ma妈 mai埋 man嫚 mang牤 mao猫 me嚒 mei癦 men椚 meng擝 mi咪 mian宀 miao喵 mie乜 min民
  ming名 miu谬 mo摸 mou怽 mu毪 na縸 nai腉 nan囡 nang囔 nao孬 ne疒 nei娞 nen恁 neng能 ng嗯 ni妮 nian拈 niang娘 niao鸟 nie捏 nin囜 ning宁 niu妞
  nong农 nou羺 nu譳 nuan女 nuo疟 o喔 ou讴 pa妑 pai拍 pan眅 pang乓 pao抛 pei呸 pen喷 peng匉 pi丕 pian囨 piao剽 pie氕 pin姘 ping乒 po蘋 pou桲
  pu仆 qi巬 qia掐 qian千 qiang呛 qiao悄 qie苆 qin亲 qing靑 qiong卭 qiu丘 qu区 quan迲 que缺 qun夋 ran呥 rang穣 rao娆 re惹 ren人 reng扔 ri日
  rong戎 rou厹 ru邚 ruan挼 rui婑 run瞤 ruo捼 sa仨 sai虄 san三 sang橵 sao掻 se閪 sen森 seng僧 sha杀 shai繌 shan山 shang伤 shao弰 she奢 shen谁
  sheng升 shi尸 shou収 shu书 shua刷 shuai衰 shuan闩 shuang双 shui脽 shun吮 shuo说 si厶 song忪 sou凁 su苏 suan狻 sui夊 sun孙 suo唆 ta他 tai囼
  tan粏 tang賧 tao夲 te忑 teng熥 ti剔 tian趯 tiao旫 tie螩 ting厅 tong囲 tou偷 tu綉 tuan湍 tui推 tun吞 tuo畽 wa屲 wai歪 wan弯 wang尣 wei危
  wen煀 weng呚 wo挝 wu乌 xi錻 xia虲 xian仙 xiang乡 xiao灱 xie恷 xin心 xing星 xiong裄 xiu休 xu吁 xuan吅 xue削 xun坃 ya丫 yan恹 yang央 yao羪
  ye鑰 yi一 yin囙 ying应 yo哟 yong佣 you优 yu蒏 yuan澚 yue曰 yun晕 za繧 zai災 zan兂 zang匨 zao傮 ze则 zei伬 zen怎 zeng譛 zha扎 zhai夈 zhan枬
  zhang张 zhao佋 zhe蜇 zhen贞 zheng凧 zhi之 zhong徔 zhou州 zhu朱 zhua抓 zhuai跩 zhuan专 zhuang妆 zhui隹 zhun宒 zhuo拙 zi乲 zong宗 zou潈
  zu楱 zuan钻 zui厜 zun穝 zuo昨
`;

interface Syllable {
  text: string;
  /** The first character that is read so, and the first one that is read otherwise; null: the last of all. */
  from: string;
  before: string | null;
}

const syllables: readonly Syllable[] = FIRST.trim()
  .split(/\s+/)
  .map((entry, at, all) => ({ text: entry.slice(0, -1), from: entry.slice(-1), before: all[at + 1]?.slice(-1) ?? null }));

/** Surnames that are read otherwise than the same character elsewhere, or that PostgreSQL's order has elsewhere. */
const SURNAMES: Readonly<Record<string, string>> = Object.fromEntries(
  '曾zeng 单shan 仇qiu 解xie 区ou 查zha 翟zhai 朴piao 覃qin 尉yu 盛sheng 沈shen 罗luo 阚kan 卓zhuo'
    .split(' ')
    .map((entry) => [entry.charAt(0), entry.slice(1)]),
);

const HAN = /\p{Script=Han}/u;
const order = new Intl.Collator('zh-u-co-pinyin');
const known = new Map<string, string>();

/** `feng` of 丰; what is none of Chinese stands for itself. */
export function syllableOf(character: string): string {
  if (!HAN.test(character)) return character.toLowerCase();
  return known.getOrInsertComputed(
    character,
    () =>
      syllables[
        Math.max(
          0,
          syllables.findLastIndex(({ from }) => order.compare(from, character) <= 0),
        )
      ]?.text ?? '',
  );
}

/** What may be typed for one character of a name: all of its syllable, its first letter, or at the end a beginning. */
interface Typed {
  initial: string;
  /** Characters from here on, */
  from: string;
  /** before this one; null: to the end. */
  before: string | null;
  /** and surnames that are read so. */
  surnames: string[];
}

/** Longer names are not typed letter by letter. */
const MOST_CHARACTERS = 6;
const MOST_READINGS = 6;

/** The characters that a beginning of a syllable may stand for. */
function typedAs(part: string): Typed | null {
  const [first, last] = [syllables.find(({ text }) => text.startsWith(part)), syllables.findLast(({ text }) => text.startsWith(part))];
  const surnames = Object.keys(SURNAMES).filter((name) => SURNAMES[name]?.startsWith(part));
  return first && last ? { initial: part.charAt(0), from: first.from, before: last.before, surnames } : null;
}

/** Cuts letters into what each character of a name may be typed as: syllables and single letters, the last one as far as it is typed. */
function* cuts(letters: string, most: number): Generator<string[]> {
  if (letters === '') yield [];
  if (letters === '' || most === 0) return;
  if (syllables.some(({ text }) => text.startsWith(letters))) yield [letters];
  for (let length = Math.min(6, letters.length - 1); length > 0; length--) {
    const part = letters.slice(0, length);
    if (length > 1 && !syllables.some(({ text }) => text === part)) continue;
    for (const rest of cuts(letters.slice(length), most - 1)) yield [part, ...rest];
  }
}

/** How letters may be read as the beginning of a name, the fewest characters first; initials alone are no reading. */
export function readingsOf(letters: string): Typed[][] {
  const typed = letters.toLowerCase().replaceAll('v', 'u');
  return [...cuts(typed, MOST_CHARACTERS)]
    .filter((parts) => parts.some((part) => part.length > 1))
    .toSorted((one, other) => one.length - other.length)
    .slice(0, MOST_READINGS)
    .flatMap((parts) => {
      const read = parts.map(typedAs);
      return read.every((one) => one !== null) ? [read] : [];
    });
}
