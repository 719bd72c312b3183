/** What a page tells its service worker. */
export type PageMessage =
  /** Which script the page started with: it names the build. */
  | { type: 'started-with'; entry: string }
  /** The new version may replace the old one now. */
  | { type: 'take-over' }

/** What a service worker tells a page. */
export type WorkerMessage =
  /** It belongs to an older build. */
  | { type: 'newer' }
  /** A notification of this path was pressed; the page answers by the port that it shows it. */
  | { type: 'open'; path: string }
  /** The browser has replaced its subscription: the server does not know the new one yet. */
  | { type: 'subscription-changed' }
