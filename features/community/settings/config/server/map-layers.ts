import type { Config } from '#platform/server/config.ts'
import type { StreetMap } from '#platform/server/street-map/street-map.ts'
import type { MapLayer } from '#platform/shared/config.ts'
import { MAP_HOSTS } from '#platform/shared/map-hosts.ts'
import { STREET_MAP_ATTRIBUTION, STREET_TILES_URL } from '#platform/shared/street-map.ts'

/** Deeper than the maximum zoom of any map: vector tiles stay sharp at every zoom. */
const DRAWN_MAX_ZOOM = 21

const BUNDLED_LAYER: MapLayer = {
  id: 'offline',
  url: null,
  streets: null,
  attribution: 'swisstopo · Natural Earth · GeoNames',
  max_zoom: DRAWN_MAX_ZOOM,
}

/** Used without an own street map. Like the other layers it needs no key and permits this use. */
const SWISS_MAP: MapLayer = {
  id: 'product',
  url: `${MAP_HOSTS.swisstopo}/1.0.0/ch.swisstopo.pixelkarte-farbe/default/current/3857/{z}/{x}/{y}.jpeg`,
  streets: null,
  attribution: '© swisstopo',
  max_zoom: 19,
}

/** Third-party servers. A visitor's browser contacts them directly, after the visitor has chosen them. */
const ONLINE_LAYERS: MapLayer[] = [
  {
    id: 'street',
    url: `${MAP_HOSTS.openStreetMap}/{z}/{x}/{y}.png`,
    streets: null,
    attribution: STREET_MAP_ATTRIBUTION,
    max_zoom: 19,
  },
  {
    id: 'satellite',
    url: `${MAP_HOSTS.swisstopo}/1.0.0/ch.swisstopo.swissimage/default/current/3857/{z}/{x}/{y}.jpeg`,
    streets: null,
    attribution: '© swisstopo',
    max_zoom: 19,
  },
]

/** The selectable layers of the map; the first is the default. */
export function mapLayers(
  config: Pick<Config, 'mapLayers'>,
  { extent }: Pick<StreetMap, 'extent'>,
): MapLayer[] {
  const isOnline = config.mapLayers === 'online'
  if (!extent) {
    return isOnline ? [SWISS_MAP, ...ONLINE_LAYERS, BUNDLED_LAYER] : [BUNDLED_LAYER]
  }
  const streets: MapLayer = {
    id: 'product',
    url: null,
    streets: { url: STREET_TILES_URL, ...extent },
    attribution: `${STREET_MAP_ATTRIBUTION} · ${BUNDLED_LAYER.attribution}`,
    max_zoom: DRAWN_MAX_ZOOM,
  }
  return isOnline ? [streets, ...ONLINE_LAYERS] : [streets]
}
