/** Parts of the body, as they are pressed on the figure. Pure. */

export type BodySide = 'front' | 'back';
export const sideLabels: Record<BodySide, string> = { front: '正面', back: '背面' };

/** What lies in the middle. */
const MIDDLE: Record<BodySide, Readonly<Record<string, string>>> = {
  front: { face: '面部', throat: '颈前', chest: '胸部', abdomen: '腹部', groin: '会阴' },
  back: { occiput: '后枕部', nape: '后颈', back: '背部', waist: '腰部', sacrum: '骶尾部' },
};
/** What there is twice. */
const PAIRED: Record<BodySide, Readonly<Record<string, string>>> = {
  front: {
    shoulder: '肩',
    arm: '上臂',
    elbow: '肘',
    forearm: '前臂',
    hand: '手',
    hip: '髋',
    thigh: '大腿',
    knee: '膝',
    shin: '小腿',
    foot: '足',
  },
  back: {
    scapula: '肩后',
    arm_back: '上臂后侧',
    elbow_back: '肘后',
    forearm_back: '前臂后侧',
    hand_back: '手背',
    buttock: '臀部',
    thigh_back: '大腿后侧',
    knee_back: '腘窝',
    calf: '小腿后侧',
    heel: '足跟',
  },
};

export interface BodyPart {
  key: string;
  label: string;
  side: BodySide;
}

/** All parts of a side, from the head down; paired ones are `hand.left` and `hand.right`, of the person. */
const partsOf = (side: BodySide): BodyPart[] => [
  ...Object.entries(MIDDLE[side]).map(([key, label]) => ({ key, label, side })),
  ...Object.entries(PAIRED[side]).flatMap(([key, label]) => [
    { key: `${key}.left`, label: `左${label}`, side },
    { key: `${key}.right`, label: `右${label}`, side },
  ]),
];
export const bodyParts: readonly BodyPart[] = [...partsOf('front'), ...partsOf('back')];
const known = new Map(bodyParts.map((part) => [part.key, part]));
/** Whether there is a part of that key. */
export const isBodyPart = (key: string): boolean => known.has(key);
/** `左前臂`; the key itself where it is not known. */
export const partLabel = (key: string): string => known.get(key)?.label ?? key;
