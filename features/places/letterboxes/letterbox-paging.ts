/** How far a list can be paged. A letterbox is not near if 2000 others are nearer. */
export const MAX_LETTERBOX_OFFSET = 2000
