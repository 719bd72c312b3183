import { getHeapSpaceStatistics } from 'node:v8'

/** Until the code is compiled. */
const BEFORE = 20_000
/** So few that memory is hardly ever collected meanwhile. */
const TIMES = 2_000
const TRIES = 7

/** V8 takes hidden classes for long-lived from the beginning. */
function oldBytes(): number {
  return getHeapSpaceStatistics()
    .filter(({ space_name }) => space_name === 'old_space' || space_name === 'map_space')
    .reduce((sum, { space_used_size }) => sum + space_used_size, 0)
}

/**
 * How many bytes the making of one object leaves among what is long-lived: next to nothing where all have one hidden
 * class, and some hundred where V8 makes one for each of them.
 */
export function keptBytesOf(make: () => unknown): number {
  for (let i = 0; i < BEFORE; i++) make()
  const tries = Array.from({ length: TRIES }, () => {
    const before = oldBytes()
    for (let i = 0; i < TIMES; i++) make()
    return (oldBytes() - before) / TIMES
  })
  // Memory is collected in some of them: what is young grows old then, or what is old goes.
  return tries.sort((a, b) => a - b)[1] ?? Number.NaN
}
