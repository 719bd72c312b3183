import { z } from 'zod'
import { VALIDATION } from '../errors.ts'

/** Maximum of PostgreSQL's `integer`, the type of most numeric columns. */
export const INT4_MAX = 2_147_483_647

/** The version of a row that its editor has loaded; 0 before the first change. */
export const readVersionSchema = z
  .int(VALIDATION.invalid)
  .min(0, VALIDATION.invalid)
  .max(INT4_MAX, VALIDATION.invalid)

/** A number that starts at 1 within its table, such as a stored version. */
export const ordinalSchema = z
  .int(VALIDATION.invalid)
  .min(1, VALIDATION.invalid)
  .max(INT4_MAX, VALIDATION.invalid)
