import type L from 'leaflet'
import { expect, it } from 'vitest'
import { LeafletMap, Marker } from '../leaflet.ts'
import { MarkerClusterGroup } from './marker-clusters.ts'
import { spread } from './spread.ts'

/** Two spots, each with two letterboxes that no zoom separates. */
function twoClusters() {
  const element = document.createElement('div')
  // The test environment has no layout.
  Object.defineProperties(element, { clientWidth: { value: 800 }, clientHeight: { value: 600 } })
  const map = new LeafletMap(element, { maxZoom: 18, zoom: 18, center: [47, 9] })
  const clusters = new MarkerClusterGroup({ animate: false, spiderfyOnMaxZoom: false })
  map.addLayer(clusters)
  // Removes a listener that the plugin adds if its file was loaded before the map was created; in the app it is loaded
  // later.
  map.off('click zoomstart')
  const markers = [47, 47, 47.001, 47.001].map((latitude) => new Marker([latitude, 9]))
  clusters.addLayers(markers)
  const shown = () => markers.map((marker) => map.hasLayer(marker))
  const clusterOf = (index: number) =>
    clusters.getVisibleParent(markers[index] as L.Marker) as L.MarkerCluster
  return { map, clusters, shown, first: clusterOf(0), second: clusterOf(2) }
}

it('a spread cluster shows its letterboxes until the map is clicked', () => {
  const { map, clusters, shown, first } = twoClusters()
  spread(first, clusters, map)
  expect(shown()).toEqual([true, true, false, false])
  map.fire('click')
  expect(shown()).toEqual([false, false, false, false])
})

it('a spread cluster closes when another is spread and when the map is zoomed', () => {
  const { map, clusters, shown, first, second } = twoClusters()
  spread(first, clusters, map)
  spread(second, clusters, map)
  expect(shown()).toEqual([false, false, true, true])
  map.fire('zoomstart')
  expect(shown()).toEqual([false, false, false, false])
  expect(map.listens('zoomstart')).toBe(false)
})
