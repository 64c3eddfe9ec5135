/** Synthetic people: common surnames and given names of their generation, telephone numbers of a range that is not assigned. */
import type { Random } from './random.ts';

const SURNAMES = [
  ...'王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许韩冯邓曹彭曾萧田董潘袁蔡蒋余于杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤',
];
const OLD_WOMEN = [
  '秀英',
  '桂兰',
  '玉兰',
  '淑珍',
  '桂英',
  '凤英',
  '秀兰',
  '玉珍',
  '淑华',
  '素珍',
  '玉梅',
  '惠芳',
  '月娥',
  '金花',
  '翠萍',
  '佩芬',
  '静娴',
  '美玲',
  '雅琴',
  '文秀',
  '慧敏',
  '丽华',
  '春兰',
  '爱华',
];
const OLD_MEN = [
  '建国',
  '国强',
  '志明',
  '德福',
  '文华',
  '永昌',
  '振华',
  '福生',
  '金龙',
  '明德',
  '长林',
  '宝山',
  '树林',
  '玉田',
  '学文',
  '广才',
  '庆云',
  '兆丰',
  '家栋',
  '世昌',
  '维新',
  '守义',
  '克勤',
  '忠良',
];
const YOUNG = [
  '晓燕',
  '婷婷',
  '丽娜',
  '雪梅',
  '思雨',
  '梦洁',
  '海燕',
  '佳怡',
  '欣然',
  '文静',
  '志强',
  '伟',
  '磊',
  '军',
  '洋',
  '勇',
  '杰',
  '涛',
  '超',
  '鹏',
  '敏',
  '静',
  '艳',
  '娟',
  '倩',
  '玲',
  '红霞',
  '春花',
  '小兰',
  '建华',
];

export const elderName = (random: Random, gender: number) => random.pick(SURNAMES) + random.pick(gender === 1 ? OLD_MEN : OLD_WOMEN);
export const staffName = (random: Random) => random.pick(SURNAMES) + random.pick(YOUNG);
/** 199-0000-xxxx, from a running number. */
export const mobile = (serial: number) => `1990${String(serial % 10_000_000).padStart(7, '0')}`;

const STREETS = ['文三路', '体育场路', '凤起路', '古墩路', '莫干山路', '庆春路', '解放路', '中山北路', '天目山路', '西溪路', '教工路', '学院路'];
export const homeAddress = (random: Random) =>
  `浙江省杭州市${random.pick(['西湖区', '上城区', '拱墅区', '余杭区', '滨江区'])}${random.pick(STREETS)}${random.int(1, 480)}号${random.int(1, 30)}幢${random.int(1, 3)}单元${random.int(1, 18)}0${random.int(1, 4)}室`;
