/** How far into a list one can page. Nobody calls a letterbox near when 2000 others are nearer. */
export const MAX_LETTERBOX_OFFSET = 2000
