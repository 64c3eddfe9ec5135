/** The looks that a questionnaire may have. Pictures are ours (web/public/themes); white words can be read on each `btnsColor`. */
import type { themeColors, ThemeRow } from './themes.ts';

/** What people call the colours that themes are found by. */
export const themeColorNames: Record<(typeof themeColors)[number], string> = {
  '#FF6D56': '红色',
  '#F8E71C': '黄色',
  '#00BF6F': '绿色',
  '#2672FF': '蓝色',
  '#7464FF': '紫色',
  '#484848': '黑色',
  '#EAEAEA': '灰色',
  '#804000': '棕色',
};

const theme = (id: number, name: string, picture: string, style: string[], color: string[], btnsColor: string): ThemeRow => ({
  id,
  name,
  style,
  headImgUrl: `/themes/${picture}.svg`,
  btnsColor,
  color,
});

/** Ids are kept in rows: a theme is never renumbered. */
export const themeCatalogue: readonly ThemeRow[] = [
  theme(1, '新春灯笼', 'lanterns', ['festival'], ['#FF6D56'], '#B3261E'),
  theme(2, '中秋月夜', 'moon', ['festival', 'scenery'], ['#484848', '#2672FF'], '#2F3A66'),
  theme(3, '重阳秋菊', 'chrysanthemum', ['festival'], ['#FF6D56', '#804000'], '#A3480E'),
  theme(4, '一家三口', 'family', ['parent_child'], ['#FF6D56'], '#B4412B'),
  theme(5, '青山绿树', 'hills', ['scenery'], ['#00BF6F'], '#2A7A51'),
  theme(6, '晨光', 'sunrise', ['scenery', 'others'], ['#F8E71C'], '#8A6100'),
  theme(7, '医护同行', 'carers', ['occupation'], ['#2672FF'], '#1C5FC4'),
  theme(8, '课堂', 'classroom', ['school'], ['#7464FF'], '#5A4BE0'),
  theme(9, '楼宇', 'office', ['commerce', 'occupation'], ['#484848'], '#484848'),
  theme(10, '素笺', 'paper', ['others', 'commerce'], ['#EAEAEA'], '#5C5C5C'),
  theme(11, '家常菜', 'table', ['catering'], ['#804000'], '#804000'),
  theme(12, '平安健康', 'shield', ['fangyi'], ['#00BF6F'], '#0A7A4B'),
];

export const themeOf = (id: number | null): ThemeRow | undefined => themeCatalogue.find((one) => one.id === id);

/** Themes of a style and a colour; '' is every one. */
export const themesOf = ({ style = '', color = '' }: { style?: string | undefined; color?: string | undefined }): ThemeRow[] =>
  themeCatalogue.filter(
    (one) =>
      (style.trim() === '' || one.style.includes(style.trim())) && (color.trim() === '' || one.color.includes(color.trim().toUpperCase())),
  );
