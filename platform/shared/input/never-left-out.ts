import { z } from 'zod'

/** Fields of a body that mean too much where they are missing: nothing sent for them (`null`, `''`) is wrong, not left out. */
export const NEVER_LEFT_OUT = z.registry<{ because: string }>()
