/** What a page tells its service worker. */
export type PageMessage =
  /** The script with which the page started: it names the build. */
  | { type: 'started-with'; entry: string }
  /** The new version may replace the old one now. */
  | { type: 'take-over' }

/** What a service worker tells a page. */
export type WorkerMessage =
  /** It belongs to an older build. */
  | { type: 'newer' }
  /**
   * A notification that leads to this path was pressed; the page answers through the port once it shows the
   * path.
   */
  | { type: 'open'; path: string }
  /** The browser has replaced its subscription, and the server does not know the new one yet. */
  | { type: 'subscription-changed' }
