import { z } from 'zod'

/**
 * Body fields for which leaving them out has a meaning of its own: an empty value (`null`, `''`) is an error, not a
 * missing one.
 */
export const NEVER_LEFT_OUT = z.registry<{ because: string }>()
