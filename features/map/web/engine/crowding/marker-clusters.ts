import '../leaflet.ts'
import type L from 'leaflet'
import * as plugin from 'leaflet.markercluster'

/** Made by the plugin out of the parts of Leaflet. */
export const { MarkerClusterGroup } = plugin as unknown as Pick<typeof L, 'MarkerClusterGroup'>
