// The global L must be there before the plugin's files are read.
import '../leaflet.ts'
import type L from 'leaflet'
import { MarkerCluster } from 'leaflet.markercluster/src/MarkerCluster.js'
import { MarkerClusterGroup } from 'leaflet.markercluster/src/MarkerClusterGroup.js'
import { forPlugin } from '../leaflet.ts'
import 'leaflet.markercluster/src/DistanceGrid.js'
import 'leaflet.markercluster/src/MarkerClusterGroup.Refresh.js'
import 'leaflet.markercluster/src/MarkerOpacity.js'

// The plugin file by file, made out of the parts of Leaflet: what spreads a cluster comes when one is spread
// (`spread.ts`), and what outlines the area of a cluster never.

export { MarkerClusterGroup }

/** A cluster that appears and goes at once. */
export const StillCluster: typeof L.MarkerCluster = MarkerCluster.extend({})

// The plugin looks for it under this name, and would make it in the file that spreads.
forPlugin.MarkerClusterNonAnimated = StillCluster
