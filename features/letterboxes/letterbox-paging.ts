/** How far into a list one can page: nobody calls near what 2000 others are nearer than. */
export const MAX_LETTERBOX_OFFSET = 2000
