/** The bounds of a gateway and what it counts for /metrics. */
import { noFramerCounts } from '#server/ingest/tcp/protocol.ts';
import type { FramerCounts } from '#server/ingest/tcp/protocol.ts';

const minute = 60_000;

export const gatewayLimits = {
  maxConnections: 20_000,
  /** A connection that has not shown a registered id, and a credential where there are some, is closed by then. */
  firstFrameMs: 30_000,
  /** Watches send a heartbeat every eight minutes at the latest. */
  idleMs: 20 * minute,
  /** Frames of one connection, and frames and bytes of all, that may wait for commit before reading stops. */
  waitingFrames: 32,
  totalFrames: 20_000,
  totalBytes: 32 * 1024 * 1024,
  /** Frames a device may send at once, and from then on in a second; more are read more slowly. */
  burstFrames: 5000,
  framesPerSecond: 50,
  /** Bytes of a frame before the device is known; a first frame is a heartbeat or a position. */
  firstFrameBytes: 16 * 1024,
  /** Answers a device may leave unread. */
  unreadBytes: 64 * 1024,
  /**
   * How long an unregistered id is refused without asking again, and the window of the
   * count per address: with more unknown ids no batch is asked.
   */
  refusalMs: minute,
  unknownPerAddress: 60,
  /**
   * Connections that have not shown whose they are, of all and of one address: beyond, the
   * oldest gives way. A carrier puts many devices behind one address.
   */
  strangers: 5000,
  strangersPerAddress: 500,
  /** Connections of one device: one that it has, one that it left behind, and room for who else knows its number. */
  connectionsPerDevice: 4,
  /** How long the place of a connection that closed beside others waits for who comes back from its address. */
  keptMs: minute,
  /** How often in so long another connection may become the one that is told commands. */
  takeovers: 10,
  takeoverMs: minute,
  /** How long a stop waits for commits in flight. */
  stopMs: 10_000,
};

export type GatewayLimits = typeof gatewayLimits;

/** Everything the gateway counts since its start; `open`, `sessions`, `extra` and `waiting` are the present state. */
export interface GatewayCounts extends FramerCounts {
  connections: number;
  open: number;
  /** Devices that are connected, and connections beside the first of each. */
  sessions: number;
  extra: number;
  waiting: number;
  /** Connections over a limit, and strangers that gave way to a newcomer. */
  dropped: number;
  gaveWay: number;
  unknownIds: number;
  /** Refused without a look-up because the id or its address was refused before. */
  rateRefused: number;
  directoryErrors: number;
  silent: number;
  /** By one that has shown the device's credential. */
  replaced: number;
  /** Connections that became the one that is told commands when the former fell silent; connections that would have too often. */
  takeovers: number;
  restless: number;
  /** Frames between which another connection of the device spoke. */
  contested: number;
  /** Connections of a device that went because it had too many. */
  surplus: number;
  /** Connections from outside the networks of the device's type. */
  foreignNetworks: number;
  idle: number;
  oversize: number;
  foreignIds: number;
  /** Frames of a connection that has not said who it is. */
  nameless: number;
  /** Devices that speak another protocol than the one their model is registered with. */
  wrongProtocols: number;
  /** Times that a device sent too fast and was read more slowly. */
  throttled: number;
  /** Wrong authentication codes. */
  refusedCredentials: number;
  unread: number;
  socketErrors: number;
  unknownCommands: number;
  discardedValues: number;
  alarms: number;
  committed: number;
  rejected: number;
  replies: number;
  commands: number;
}

export function noGatewayCounts(): GatewayCounts {
  return {
    ...noFramerCounts(),
    connections: 0,
    open: 0,
    sessions: 0,
    extra: 0,
    waiting: 0,
    dropped: 0,
    gaveWay: 0,
    unknownIds: 0,
    rateRefused: 0,
    directoryErrors: 0,
    silent: 0,
    replaced: 0,
    takeovers: 0,
    restless: 0,
    contested: 0,
    surplus: 0,
    foreignNetworks: 0,
    idle: 0,
    oversize: 0,
    foreignIds: 0,
    nameless: 0,
    wrongProtocols: 0,
    throttled: 0,
    refusedCredentials: 0,
    unread: 0,
    socketErrors: 0,
    unknownCommands: 0,
    discardedValues: 0,
    alarms: 0,
    committed: 0,
    rejected: 0,
    replies: 0,
    commands: 0,
  };
}
