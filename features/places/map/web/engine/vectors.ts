import type L from 'leaflet'
import { Path } from 'leaflet/src/layer/vector/Path.js'
import { Polyline } from 'leaflet/src/layer/vector/Polyline.js'
import { SVG } from 'leaflet/src/layer/vector/SVG.js'
import { forPlugin, LeafletMap } from './leaflet.ts'

// Lines and circles: no map shows one before somebody has done something, so they come with the first one.

/**
 * Vectors are drawn as SVG; Leaflet's own file, which chooses for each map, would load the canvas as well.
 */
const renderers = new WeakMap<L.Map, L.SVG>()

LeafletMap.include({
  getRenderer(this: L.Map) {
    const renderer = renderers.get(this) ?? new SVG()
    renderers.set(this, renderer)
    return this.hasLayer(renderer) ? renderer : renderer.addTo(this)
  },
})

Object.assign(forPlugin, { Path, Polyline })
