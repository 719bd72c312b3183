/** The fields of a letterbox that decide whether it can be asked at all. */
export interface Askable {
  enable_messaging: boolean
  takes_requests: boolean
  /** Whether a request would be told to anybody there, by mail or on a device. An older server does not say it. */
  reachable?: boolean | undefined
}

type Willing = Pick<Askable, 'enable_messaging' | 'takes_requests'>

/** Whether its owner is willing to be asked, but nobody there would hear of it yet. */
export function isOutOfReach(
  { enable_messaging, takes_requests }: Willing,
  reachable: boolean | undefined,
): boolean {
  return enable_messaging && takes_requests && reachable === false
}

/**
 * Whether neighbours can ask for anything there: its owner takes messages and requests, and somebody there would hear of
 * it. The one rule for the map, lists, the button and the server.
 */
export function mayBeAsked(letterbox: Askable, reachable = letterbox.reachable): boolean {
  return letterbox.enable_messaging && letterbox.takes_requests && reachable !== false
}
