import './leaflet.ts'

// By themselves: the map of the start page needs them only once somebody has said where they are.
export { Circle } from 'leaflet/src/layer/vector/Circle.js'
export { CircleMarker } from 'leaflet/src/layer/vector/CircleMarker.js'
