/**
 * How many frames a device may send: a burst after an outage is taken at once, beyond it the device is read more slowly. Nothing is lost.
 */
import { BoundedMap } from '../../bounded-map.ts';
import type { GatewayLimits } from '#server/ingest/tcp/gateway-limits.ts';

export interface FrameRates {
  /**
   * Takes one frame of a device; 0 when it may be taken now, otherwise in how many ms.
   * Connections beside the established one have keys with their address:
   * one that floods does not slow the device itself.
   */
  take(key: string): number;
}

interface Bucket {
  frames: number;
  at: number;
}

const MOST_DEVICES = 200_000;

/** The memory of one gateway; it outlives connections, so that a new one is no new burst. `now` is a monotonic clock in ms. */
export function createFrameRates({ burstFrames, framesPerSecond }: GatewayLimits, now: () => number = () => performance.now()): FrameRates {
  const buckets = new BoundedMap<string, Bucket>(MOST_DEVICES);
  return {
    take(key) {
      const time = now();
      let bucket = buckets.get(key);
      if (!bucket) {
        bucket = { frames: burstFrames, at: time };
        buckets.set(key, bucket);
      }
      bucket.frames = Math.min(burstFrames, bucket.frames + ((time - bucket.at) / 1000) * framesPerSecond);
      bucket.at = time;
      if (bucket.frames < 1) return Math.max(1, Math.ceil(((1 - bucket.frames) * 1000) / framesPerSecond));
      bucket.frames--;
      return 0;
    },
  };
}
