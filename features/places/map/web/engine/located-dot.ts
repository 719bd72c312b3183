import type L from 'leaflet'
import type { Position } from '#platform/shared/geography.ts'
import { Circle, CircleMarker } from './circles.ts'
import { LayerGroup } from './leaflet.ts'

/** The visitor's position as a dot with a ring for its accuracy in metres. */
export function locatedDot({
  latitude,
  longitude,
  accuracy,
}: Position & { accuracy: number }): L.LayerGroup {
  const at: L.LatLngTuple = [latitude, longitude]
  return new LayerGroup([
    new Circle(at, { radius: accuracy, className: 'll-accuracy', interactive: false }),
    new CircleMarker(at, { radius: 8, className: 'll-located', interactive: false }),
  ])
}
