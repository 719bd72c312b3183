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

/** Shows the letterboxes of a cluster around it, until the map is pressed or zoomed. */
export function spread(cluster: L.MarkerCluster, map: L.Map): void {
  cluster.spiderfy()
  const gather = () => cluster.unspiderfy()
  map.once('click', gather).once('zoomstart', gather)
}
