import './vectors.ts'

// In a file of its own: the map of the start page needs circles only once somebody has shared their
// position.
export { Circle } from 'leaflet/src/layer/vector/Circle.js'
export { CircleMarker } from 'leaflet/src/layer/vector/CircleMarker.js'
