import { createServer } from 'node:net'

/** Connections take theirs above these by themselves: nobody comes between the look and the start. */
const FIRST = 20_000
const LAST = 32_000

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, () => probe.close(() => resolve(true)))
  })
}

/** Where the server under test listens; each run begins elsewhere, so that two at once do not meet. */
export async function freeServerPort(): Promise<number> {
  for (let port = FIRST + (process.pid % (LAST - FIRST)); ; port++) {
    if (await isFree(port)) return port
  }
}
