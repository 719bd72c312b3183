/** What of a letterbox says whether it can be asked at all. */
export interface Askable {
  enable_messaging: boolean
  /** Absent in a copy that was kept by an earlier version. */
  takes_requests?: boolean | undefined
}

/** Whether neighbours can ask for anything there: its owner takes messages, and requests. */
export function canBeAsked({ enable_messaging, takes_requests }: Askable): boolean {
  return enable_messaging && takes_requests !== false
}
