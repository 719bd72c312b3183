import type L from 'leaflet'
import { Path } from 'leaflet/src/layer/vector/Path.js'
import { Polyline } from 'leaflet/src/layer/vector/Polyline.js'
import { SVG } from 'leaflet/src/layer/vector/SVG.js'
import { forPlugin, LeafletMap } from './leaflet.ts'

// Lines and circles. No map shows any before the first user action, so they are loaded on demand.

/** Draws vectors as SVG; Leaflet's own file chooses per map and would also load the canvas renderer. */
const renderers = new WeakMap<L.Map, L.SVG>()

LeafletMap.include({
  getRenderer(this: L.Map) {
    const renderer = renderers.get(this) ?? new SVG()
    renderers.set(this, renderer)
    return this.hasLayer(renderer) ? renderer : renderer.addTo(this)
  },
})

Object.assign(forPlugin, { Path, Polyline })
