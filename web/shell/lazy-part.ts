/** Parts of the frame that are loaded beside it. */
import { lazy, type ComponentType } from 'react';

const RETRY_MS = 3000;

/** Keeps trying: a network that fails for a moment must cost neither the part nor, as an error would, the whole frame. */
export const keepTrying = <T>(load: () => Promise<T>): Promise<T> =>
  load().catch(() => new Promise<void>((resolve) => setTimeout(resolve, RETRY_MS)).then(() => keepTrying(load)));

/** A component that is fetched when it is first drawn; nothing, or the fallback around it, until it is there. */
export const lazyPart = <P extends object>(load: () => Promise<{ default: ComponentType<P> }>) =>
  lazy<ComponentType<P>>(() => keepTrying(load));
