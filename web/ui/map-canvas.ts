/** A Leaflet map in an element. Loaded when a page first shows one. */
import L from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { convert, type System } from './coordinates.ts';
import type { Tiles } from './map-tiles.ts';
import './map.css';

export interface MapMarker {
  lng: number;
  lat: number;
  /** Said by the marker, and shown beside it with `always`. */
  label: string;
  tone?: 'plain' | 'danger';
  /** Metres around it in which the place may be. */
  radius?: number;
}

/** A numbered point of many. `tone` names its colour in the style sheet of whoever shows it. */
export interface MapDot {
  id: number;
  lng: number;
  lat: number;
  text: string;
  label: string;
  tone: string;
  /** Pixels that it stands beside its place, so that several of one place can be told apart at every zoom. */
  beside?: readonly [x: number, y: number];
}

/** A way through places in their order. */
export interface MapLine {
  points: readonly (readonly [lng: number, lat: number])[];
  tone: string;
  label: string;
}

interface Options {
  tiles: Tiles | null;
  /** Of all coordinates that go in and come out. */
  system: System;
  zoom: number;
  center: readonly [lng: number, lat: number];
  onPick: ((lng: number, lat: number) => void) | null;
  /** GCJ-02: without tiles, distances are drawn around it. */
  base: { readonly lng: number; readonly lat: number } | null;
}

/** Metres of the rings around the institution, where there are no tiles. */
const RINGS = [200, 500, 1000, 2000, 5000, 10_000, 20_000] as const;

export type MapCanvas = ReturnType<typeof createMap>;

const PIN =
  '<svg viewBox="0 0 28 36" width="28" height="36" aria-hidden="true"><path d="M14 1C6.8 1 1 6.8 1 14c0 9.2 13 21 13 21s13-11.8 13-21C27 6.8 21.2 1 14 1z" fill="currentColor" stroke="var(--y-on-solid)" stroke-width="1.5"/><circle cx="14" cy="14" r="5" fill="var(--y-on-solid)"/></svg>';

/** What stands where there are no tiles: where north is, and how far it is from the institution. */
function drawScale(map: L.Map, base: Options['base']): void {
  const north = new L.Control({ position: 'topright' });
  north.onAdd = () => Object.assign(document.createElement('div'), { className: 'y-map-north', textContent: '北' });
  north.addTo(map);
  if (!base) return;
  const at = L.latLng(base.lat, base.lng);
  for (const radius of RINGS) {
    const text = radius < 1000 ? `${radius}米` : `${radius / 1000}公里`;
    L.circle(at, { radius, className: 'y-map-ring', interactive: false, fill: false, weight: 1 }).addTo(map);
    const icon = L.divIcon({ html: text, className: 'y-map-ring-text', iconSize: [52, 16], iconAnchor: [26, 8] });
    L.marker(L.latLng(base.lat + radius / 110_570, base.lng), { icon, interactive: false, keyboard: false }).addTo(map);
  }
  const icon = L.divIcon({ html: '院', className: 'y-map-base', iconSize: [22, 22], iconAnchor: [11, 11] });
  L.marker(at, { icon, title: '机构', alt: '机构', keyboard: false }).addTo(map);
}

/** Draws a map; `close()` gives everything back. */
export function createMap(element: HTMLElement, { tiles, system, zoom, center, onPick, base }: Options) {
  const drawn: System = tiles?.system ?? 'gcj02';
  const toDrawn = (lng: number, lat: number) => {
    const [x, y] = convert(lng, lat, system, drawn);
    return L.latLng(y, x);
  };
  /** To a decimetre: the wire takes eight decimals at most. */
  const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6;
  const fromDrawn = ({ lng, lat }: L.LatLng) => convert(round(lng), round(lat), drawn, system);

  // Without tiles there is nothing to see elsewhere.
  const middle = base && !tiles ? L.latLng(base.lat, base.lng) : toDrawn(...center);
  const map = L.map(element, { zoomControl: false, attributionControl: false, center: middle, zoom, maxZoom: 19, minZoom: 3 });
  L.control.zoom({ position: 'bottomright', zoomInTitle: '放大', zoomOutTitle: '缩小' }).addTo(map);
  L.control.scale({ imperial: false, position: 'bottomleft' }).addTo(map);
  L.control.attribution({ prefix: false, position: 'bottomleft' }).addTo(map);
  if (tiles)
    L.tileLayer(tiles.url, {
      subdomains: tiles.subdomains,
      attribution: L.Util.template('{text}', { text: tiles.attribution.replace(/[<>&]/g, '') }),
      maxZoom: 19,
      maxNativeZoom: 18,
    }).addTo(map);
  else drawScale(map, base);
  const markers = L.layerGroup().addTo(map);
  const ways = L.layerGroup().addTo(map);
  if (onPick) map.on('click', ({ latlng }: L.LeafletMouseEvent) => onPick(...fromDrawn(latlng)));
  const observer = new ResizeObserver(() => map.invalidateSize({ animate: false }));
  observer.observe(element);

  return {
    show(list: readonly MapMarker[]): void {
      markers.clearLayers();
      for (const { lng, lat, label, tone = 'plain', radius } of list) {
        const at = toDrawn(lng, lat);
        if (radius) L.circle(at, { radius, className: 'y-map-radius' }).addTo(markers);
        const icon = L.divIcon({ html: PIN, className: `y-map-pin y-map-pin-${tone}`, iconSize: [28, 36], iconAnchor: [14, 35] });
        const marker = L.marker(at, { icon, title: label, alt: label, keyboard: true }).addTo(markers);
        marker.getElement()?.setAttribute('aria-label', label);
      }
    },
    /** Points with the ways between them, and all of them in the picture when `fit`. */
    trace(dots: readonly MapDot[], lines: readonly MapLine[], fit: boolean, onOpen: (id: number) => void): void {
      ways.clearLayers();
      for (const { points, tone, label } of lines) {
        const line = L.polyline(
          points.map((point) => toDrawn(...(point as [number, number]))),
          { className: `y-map-line y-map-line-${tone}`, weight: 3 },
        );
        line.bindTooltip(() => Object.assign(document.createElement('span'), { textContent: label }), { sticky: true }).addTo(ways);
      }
      for (const { id, lng, lat, text, label, tone, beside: [x, y] = [0, 0] } of dots) {
        const html = Object.assign(document.createElement('span'), { textContent: text });
        const icon = L.divIcon({ html, className: `y-map-dot y-map-dot-${tone}`, iconSize: [24, 24], iconAnchor: [12 - x, 12 - y] });
        const dot = L.marker(toDrawn(lng, lat), { icon, title: label, alt: label, keyboard: true }).addTo(ways);
        dot.on('click', () => onOpen(id));
        dot.getElement()?.setAttribute('aria-label', `${text}，${label}`);
      }
      if (!fit || dots.length === 0) return;
      const room = 40 + Math.min(120, Math.max(...dots.map(({ beside: [x, y] = [0, 0] }) => Math.hypot(x, y))));
      const along = lines.flatMap(({ points }) => points.map(([lng, lat]) => toDrawn(lng, lat)));
      map.fitBounds(L.latLngBounds([...dots.map(({ lng, lat }) => toDrawn(lng, lat)), ...along]), {
        padding: [room, room],
        maxZoom: 16,
        animate: false,
      });
    },
    moveTo(lng: number, lat: number): void {
      map.setView(toDrawn(lng, lat), map.getZoom(), { animate: false });
    },
    /** The middle of what is shown, for those who cannot point. */
    middle: () => fromDrawn(map.getCenter()),
    close(): void {
      observer.disconnect();
      map.remove();
    },
  };
}
