/**
 * Long work as a generator that yields about every fraction of a millisecond. It runs at once, or in slices between
 * which the process answers requests.
 */
export type Work<T> = Generator<undefined, T>

export const CHUNK = 8192
const SLICE_MS = 4

/** Calls `step` for all of `0..size` in chunks. */
export function* inChunks(size: number, step: (from: number, to: number) => void): Work<void> {
  for (let from = 0; from < size; from += CHUNK) {
    step(from, Math.min(size, from + CHUNK))
    yield
  }
}

export function runAtOnce<T>(work: Work<T>): T {
  let step = work.next()
  while (!step.done) step = work.next()
  return step.value
}

export async function runInSlices<T>(work: Work<T>): Promise<T> {
  let pause = performance.now() + SLICE_MS
  let step = work.next()
  while (!step.done) {
    if (performance.now() >= pause) {
      await new Promise((resolve) => setImmediate(resolve))
      pause = performance.now() + SLICE_MS
    }
    step = work.next()
  }
  return step.value
}
