/** What a run of the simulator did, over all its watches. */
export interface SimulatorCounts {
  connects: number;
  connectFailures: number;
  disconnects: number;
  reboots: number;
  sent: Record<string, number>;
  answers: Record<string, number>;
  commands: Record<string, number>;
  alarms: number;
  alarmsAcknowledged: number;
  alarmsSentAgain: number;
  heartbeatsUnanswered: number;
  storedPositions: number;
}

export function noSimulatorCounts(): SimulatorCounts {
  return {
    connects: 0,
    connectFailures: 0,
    disconnects: 0,
    reboots: 0,
    sent: {},
    answers: {},
    commands: {},
    alarms: 0,
    alarmsAcknowledged: 0,
    alarmsSentAgain: 0,
    heartbeatsUnanswered: 0,
    storedPositions: 0,
  };
}

export function bump(table: Record<string, number>, key: string): void {
  table[key] = (table[key] ?? 0) + 1;
}

/** One line per number, for the end of a run. */
export function countLines(counts: SimulatorCounts): string[] {
  const table = (values: Record<string, number>): string =>
    Object.entries(values)
      .map(([key, value]) => `${key} ${value}`)
      .join(', ') || 'none';
  return [
    `connections   ${counts.connects} (${counts.connectFailures} refused, ${counts.disconnects} lost, ${counts.reboots} reboots)`,
    `frames sent   ${table(counts.sent)}`,
    `answers       ${table(counts.answers)}`,
    `commands      ${table(counts.commands)}`,
    `alarms        ${counts.alarms} raised, ${counts.alarmsAcknowledged} acknowledged, ${counts.alarmsSentAgain} sent again`,
    `heartbeats    ${counts.heartbeatsUnanswered} unanswered`,
    `late          ${counts.storedPositions} positions stored during outages`,
  ];
}
