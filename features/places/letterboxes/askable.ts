/** The fields that decide whether a letterbox can be asked. */
export interface Askable {
  enable_messaging: boolean
  takes_requests: boolean
  /** Whether a request would reach its owner or a household member, by mail or on a device. Older servers omit it. */
  reachable?: boolean | undefined
}

type Willing = Pick<Askable, 'enable_messaging' | 'takes_requests'>

/** Whether its owner is willing to be asked, but a request would not reach anyone there yet. */
export function isOutOfReach(
  { enable_messaging, takes_requests }: Willing,
  reachable: boolean | undefined,
): boolean {
  return enable_messaging && takes_requests && reachable === false
}

/**
 * Whether borrowers can send a request: the owner accepts messages and requests, and a request would reach someone. The
 * map, the lists, the button and the server share this rule.
 */
export function mayBeAsked(letterbox: Askable, reachable = letterbox.reachable): boolean {
  return letterbox.enable_messaging && letterbox.takes_requests && reachable !== false
}
