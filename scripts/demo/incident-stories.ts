/** What happened, of the demonstration's incidents. */
import type { Injury } from '#contract/incidents/body-map.rules.ts';

export interface Story {
  type: number;
  severity: number | null;
  course: string;
  firstAid: string;
  injuries: Injury[];
  causes: number[];
  cause: string;
  measure: string;
}

export const stories: readonly Story[] = [
  {
    type: 6,
    severity: 3,
    course: '晨起去卫生间时在门口滑倒，坐地，神志清楚。',
    firstAid: '就地评估，测血压128/76，协助坐起，未移动肢体疼痛处。',
    injuries: [{ part: 'hip.left', kind: 9, note: null }],
    causes: [8],
    cause: '卫生间门口有水渍，夜灯不亮。',
    measure: '卫生间门口加铺防滑垫并更换夜灯',
  },
  {
    type: 5,
    severity: 2,
    course: '夜间翻身时从床边滑落，护栏未拉起。',
    firstAid: '检查头部和四肢，冷敷右前臂，通知值班医生。',
    injuries: [
      { part: 'forearm.right', kind: 1, note: '3×2厘米' },
      { part: 'face', kind: 2, note: '右颧部' },
    ],
    causes: [4, 6],
    cause: '夜间巡视间隔过长，护栏使用无交接。',
    measure: '高风险老人夜间每小时巡视并在交接班写明护栏状态',
  },
  {
    type: 1,
    severity: 3,
    course: '午餐吃年糕时呛咳，面色发红。',
    firstAid: '立即拍背，咳出食物，观察30分钟血氧97%。',
    injuries: [],
    causes: [1, 4],
    cause: '吞咽功能下降，未按软食供餐。',
    measure: '改为软食并在餐卡上标明，进餐时专人看护',
  },
  {
    type: 4,
    severity: 3,
    course: '自行倒热水时洒到左手背。',
    firstAid: '流动冷水冲洗15分钟，涂烫伤膏。',
    injuries: [{ part: 'hand.left', kind: 7, note: '约2%体表，浅Ⅰ度' }],
    causes: [9],
    cause: '水壶过重，水温过高。',
    measure: '公共饮水处调至50℃并更换轻便水壶',
  },
  {
    type: 10,
    severity: 4,
    course: '发药核对时发现同房两位老人的药盒放反，未服用。',
    firstAid: '当场更正并重新核对全部药盒。',
    injuries: [],
    causes: [5],
    cause: '摆药时被打断，未执行双人核对。',
    measure: '摆药实行双人核对并挂“请勿打扰”标识',
  },
  {
    type: 8,
    severity: 3,
    course: '因看电视换台与邻座发生争执，互相推搡。',
    firstAid: '分开双方，检查无外伤，安抚情绪。',
    injuries: [{ part: 'arm.left', kind: 5, note: null }],
    causes: [2],
    cause: '认知障碍，情绪易激惹。',
    measure: '调整座位，由社工每周两次情绪疏导',
  },
];
