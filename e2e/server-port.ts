import { createServer } from 'node:net'

/** Below the range of ephemeral ports, so that no connection takes the port before the server starts. */
const FIRST = 20_000
const LAST = 32_000

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, () => probe.close(() => resolve(true)))
  })
}

/** A port for the server under test. Each run starts searching elsewhere, so that two parallel runs do not collide. */
export async function freeServerPort(): Promise<number> {
  for (let port = FIRST + (process.pid % (LAST - FIRST)); ; port++) {
    if (await isFree(port)) return port
  }
}
