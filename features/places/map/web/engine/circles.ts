import './vectors.ts'

// In a separate file, because the start page's map needs circles only after the visitor has shared a position.
export { Circle } from 'leaflet/src/layer/vector/Circle.js'
export { CircleMarker } from 'leaflet/src/layer/vector/CircleMarker.js'
