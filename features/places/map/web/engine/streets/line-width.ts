type Stop = readonly [zoom: number, pixels: number]

/** Growth of a line's width per zoom between two stops; less than that of the map. */
const GROWTH = 1.6

/** Width in CSS pixels by zoom: exponential between stops, constant beyond the first and the last. */
export function widthBetween(...stops: readonly Stop[]): (zoom: number) => number {
  return (zoom) => {
    const after = stops.findIndex(([at]) => zoom <= at)
    const [next, previous] = [stops[after], stops[after - 1]]
    if (!next) return stops.at(-1)?.[1] ?? 0
    if (!previous) return next[1]
    const part = (GROWTH ** (zoom - previous[0]) - 1) / (GROWTH ** (next[0] - previous[0]) - 1)
    return previous[1] + (next[1] - previous[1]) * part
  }
}
