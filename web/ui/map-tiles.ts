/** From public parameters to the base map. Pure. */
import type { System } from './coordinates.ts';

export interface Tiles {
  /** `{z}`, `{x}`, `{y}` and, with subdomains, `{s}`. */
  url: string;
  subdomains: string;
  attribution: string;
  /** What the picture on the tiles is drawn in. */
  system: System;
}

const AMAP: Tiles = {
  url: 'https://webrd0{s}.is.autonavi.com/appmaptile?lang=zh_cn&size=1&scale=1&style=8&x={x}&y={y}&z={z}',
  subdomains: '1234',
  attribution: '© 高德地图',
  system: 'gcj02',
};

/** The tiles of the public parameters; null: there are none. Pure. */
export function tilesOf(values: {
  url: string | null | undefined;
  system: string | null | undefined;
  attribution: string | null | undefined;
  amapKey: string | null | undefined;
}): Tiles | null {
  const url = values.url?.trim() ?? '';
  if (/^(https:\/\/|\/)\S*\{z\}\S*$/.test(url) && url.includes('{x}') && url.includes('{y}'))
    return {
      url,
      subdomains: 'abc',
      attribution: values.attribution?.trim() ?? '',
      system: values.system?.trim().toLowerCase() === 'gcj02' ? 'gcj02' : 'wgs84',
    };
  return values.amapKey?.trim() ? AMAP : null;
}
