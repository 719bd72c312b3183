// The global L must exist before the plugin's files are evaluated.
import '../leaflet.ts'
import type L from 'leaflet'
import { MarkerCluster } from 'leaflet.markercluster/src/MarkerCluster.js'
import { MarkerClusterGroup } from 'leaflet.markercluster/src/MarkerClusterGroup.js'
import { forPlugin } from '../leaflet.ts'
import 'leaflet.markercluster/src/DistanceGrid.js'
import 'leaflet.markercluster/src/MarkerClusterGroup.Refresh.js'
import 'leaflet.markercluster/src/MarkerOpacity.js'

// Imports single files of the plugin with only the parts of Leaflet that they need. The code that spreads a cluster
// loads on demand (`spread.ts`); the code that outlines a cluster's area is never loaded.

export { MarkerClusterGroup }

/** A cluster without animations. */
export const StillCluster: typeof L.MarkerCluster = MarkerCluster.extend({})

// The plugin looks up this class by this name; otherwise it would create it in the file that spreads.
forPlugin.MarkerClusterNonAnimated = StillCluster
