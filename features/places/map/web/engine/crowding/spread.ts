import type L from 'leaflet'
import { forPlugin } from '../leaflet.ts'
import { StillCluster } from './marker-clusters.ts'
import '../vectors.ts'
import 'leaflet.markercluster/src/MarkerCluster.Spiderfier.js'

// Loading the plugin's file replaces the class of still clusters; clusters on the map still use the previous one, so it
// gets the methods too.
const { _animationSpiderfy, _animationUnspiderfy } = Object(
  forPlugin.MarkerClusterNonAnimated,
).prototype
StillCluster.include({ _animationSpiderfy, _animationUnspiderfy })

/** Spreads the letterboxes of a cluster around it, until the map is pressed or zoomed, or another cluster is spread. */
export function spread(cluster: L.MarkerCluster, clusters: L.MarkerClusterGroup, map: L.Map): void {
  const gather = () => cluster.unspiderfy()
  cluster.spiderfy()
  map.on('click zoomstart', gather)
  clusters.once('unspiderfied', () => map.off('click zoomstart', gather))
}
