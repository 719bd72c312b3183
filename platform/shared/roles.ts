/** `member`, `moderator` or `admin`. */
export const ROLE_ID = { member: 1, moderator: 2, admin: 3 } as const
