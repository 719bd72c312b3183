/**
 * The time of the server, as the device's own clock may be wrong by minutes or days. Each answer carries the server's
 * time in its `Date` header; how far the device is behind it is kept, and added to the device's clock when the time is
 * asked for.
 */

/** Milliseconds by which the server is ahead of the device; zero until an answer has come. */
let aheadMs = 0

/**
 * Takes the time from an answer. Only answers that no cache may store count: a stored one would tell the time at which
 * it was stored.
 */
export function noteServerTime({ headers }: Pick<Response, 'headers'>): void {
  if (!headers.get('Cache-Control')?.includes('no-store')) return
  const time = Date.parse(headers.get('Date') ?? '')
  if (!Number.isNaN(time)) aheadMs = time - Date.now()
}

/** What time it is, by the clock of the server. */
export const serverNow = (): Date => new Date(Date.now() + aheadMs)

/** For tests: as if no answer had come yet. */
export function forgetServerTime(): void {
  aheadMs = 0
}
