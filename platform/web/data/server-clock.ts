/**
 * The server's time, since the device's clock may be wrong by minutes or days. Each answer has the server's time in its
 * `Date` header. The difference is stored and added to the device's clock.
 */

/** Milliseconds by which the server is ahead of the device; zero until an answer has come. */
let aheadMs = 0

/** Reads the time from an answer. Only uncacheable answers count: a cached one would have an old time. */
export function noteServerTime({ headers }: Pick<Response, 'headers'>): void {
  if (!headers.get('Cache-Control')?.includes('no-store')) return
  const time = Date.parse(headers.get('Date') ?? '')
  if (!Number.isNaN(time)) aheadMs = time - Date.now()
}

/** The current time of the server's clock. */
export const serverNow = (): Date => new Date(Date.now() + aheadMs)

/** For tests: resets the difference. */
export function forgetServerTime(): void {
  aheadMs = 0
}
