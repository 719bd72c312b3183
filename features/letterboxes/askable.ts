/** The fields of a letterbox that decide whether it can be asked at all. */
export interface Askable {
  enable_messaging: boolean
  takes_requests: boolean
}

/** Whether neighbours can ask for anything there: its owner takes messages, and requests. */
export function canBeAsked({ enable_messaging, takes_requests }: Askable): boolean {
  return enable_messaging && takes_requests
}
