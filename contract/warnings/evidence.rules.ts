/** An evidence pack: the words of its gaps, and the text that is hashed. Pure. */

/** JSON with sorted keys and no spaces: the same content is the same text everywhere. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  return `{${entries
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, one]) => `${JSON.stringify(key)}:${canonical(one)}`)
    .join(',')}}`;
}

export interface Facts {
  readonly severity: number;
  readonly closed: boolean;
  readonly real: boolean;
  /** Within how many seconds it was to be confirmed; null: no matter. */
  readonly answerSeconds: number | null;
  /** Seconds from the warning to the first confirmation; null: nobody did. */
  readonly acknowledgedAfter: number | null;
  readonly hasPlace: boolean;
  readonly approximate: boolean;
  readonly hasSource: boolean;
  readonly told: number;
  readonly failed: number;
  readonly visit: boolean;
  readonly arrived: boolean;
  readonly finished: boolean;
  readonly hasRemark: boolean;
  readonly late: boolean;
  /** Recordings that were announced and are not here; that were here. */
  readonly clipsMissing: number;
  readonly clipsExpired: number;
  readonly familyTold: boolean;
  readonly reviewed: boolean;
}

/** What the pack cannot show, in the order of the events. */
export function gapsOf(facts: Facts): string[] {
  const gaps: [boolean, string][] = [
    [!facts.hasSource, '没有设备原始记录'],
    [facts.late, '设备补传，产生时间与上报时间不一致'],
    [facts.clipsMissing > 0, `有${facts.clipsMissing}段预警录像没有取得`],
    [facts.clipsExpired > 0, `有${facts.clipsExpired}段预警录像已过期删除，仅存哈希`],
    [!facts.hasPlace, '没有位置记录'],
    [facts.hasPlace && facts.approximate, '位置为近似位置，非卫星定位'],
    [facts.told === 0, '没有通知记录'],
    [facts.failed > 0, `有${facts.failed}次通知发送失败`],
    [facts.acknowledgedAfter === null, '没有人确认收到'],
    [
      facts.severity === 1 && (facts.acknowledgedAfter ?? 0) > (facts.answerSeconds ?? Infinity),
      `确认收到用时超过${facts.answerSeconds}秒`,
    ],
    [!facts.closed, '预警尚未关闭'],
    [facts.closed && !facts.hasRemark, '没有处理备注'],
    [facts.closed && facts.real && !facts.visit, '没有上门处理记录'],
    [facts.visit && !facts.arrived, '上门服务没有签到记录'],
    [facts.visit && !facts.finished, '上门服务没有完成记录'],
    // Calls are made on the telephone of whoever calls: that and when is known, not what was said.
    [true, '没有通话录音'],
    [!facts.familyTold, '没有家属告知回执'],
    [!facts.reviewed, '没有复盘记录'],
  ];
  return gaps.flatMap(([missing, text]) => (missing ? [text] : []));
}
