import type L from 'leaflet'
import { forPlugin } from '../leaflet.ts'
import { StillCluster } from './marker-clusters.ts'
import '../vectors.ts'
import 'leaflet.markercluster/src/MarkerCluster.Spiderfier.js'

// The plugin's file makes a kind of still cluster anew; those on the map are of the kind that was there before.
const { _animationSpiderfy, _animationUnspiderfy } = Object(
  forPlugin.MarkerClusterNonAnimated,
).prototype
StillCluster.include({ _animationSpiderfy, _animationUnspiderfy })

/** Shows the letterboxes of a cluster around it, until the map is pressed or zoomed, or another one is spread. */
export function spread(cluster: L.MarkerCluster, clusters: L.MarkerClusterGroup, map: L.Map): void {
  const gather = () => cluster.unspiderfy()
  cluster.spiderfy()
  map.on('click zoomstart', gather)
  clusters.once('unspiderfied', () => map.off('click zoomstart', gather))
}
