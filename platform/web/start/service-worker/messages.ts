/** Messages from a page to its service worker. */
export type PageMessage =
  /** The page's entry script, which identifies its build. */
  | { type: 'started-with'; entry: string }
  /** The new version may replace the old one now. */
  | { type: 'take-over' }

/** Messages from the service worker to a page. */
export type WorkerMessage =
  /** The page belongs to an older build. */
  | { type: 'newer' }
  /** The user clicked a notification for this path. The page answers through the port once it shows the path. */
  | { type: 'open'; path: string }
  /** The browser has replaced its subscription, and the server does not know the new one yet. */
  | { type: 'subscription-changed' }
