/** What staff should know of a device's connections. Pure. */

export const connectionNotes = {
  /** Two connections with its number speak in turns. */
  twice: 1,
  /** It came from outside the networks that its type names, and was refused. */
  outside: 2,
  /** Its connections took over from one another so often that commands wait. */
  restless: 3,
} as const;
export type ConnectionNoteKind = keyof typeof connectionNotes;

interface Noted {
  kind: number;
  address: string;
  otherAddress: string | null;
  /** Whether it is still so. */
  current: boolean;
}

/** In a line, and what to do. */
export function noteTexts({ kind, address, otherAddress, current }: Noted): { title: string; text: string } {
  const [when, was] = current ? ['正', ''] : ['曾', '过'];
  if (kind === connectionNotes.twice) {
    const where = address === otherAddress ? `${address} 的两条连接` : `${address} 和 ${otherAddress ?? '未知地址'}`;
    return {
      title: current ? '该编号正从两个地址使用' : '该编号曾从两个地址使用',
      text: `来自 ${where}。两边的数据都会接收，指令只发给先连上的一边。可能是两台设备用了同一个编号，也可能有人冒用：请核对设备和SIM卡，并联系平台管理员。`,
    };
  }
  if (kind === connectionNotes.outside)
    return {
      title: `该编号${when}从不允许的网络连接${was}，已拒绝`,
      text: `来自 ${address}，不在设备类型的“允许的网络”内。如果设备确实在这个网络，请修改设备类型。`,
    };
  return {
    title: `该设备${when}频繁断开重连${was}，指令暂缓下发`,
    text: `最近来自 ${address}。上报和报警照常接收，连接稳定后指令会自动下发；如果一直这样，请检查设备信号，或核对编号是否被冒用。`,
  };
}
