/** What a page tells its service worker. */
export type PageMessage =
  /** Which script the page started with: it names the build. */
  | { type: 'started-with'; entry: string }
  /** The new version may replace the old one now. */
  | { type: 'take-over' }

/** What a service worker tells a page: that it belongs to an older build. */
export interface WorkerMessage {
  type: 'newer'
}
