import { z } from 'zod'
import { VALIDATION } from '../errors.ts'

/** The greatest value of PostgreSQL's `integer`, the column of most numbers. */
export const INT4_MAX = 2_147_483_647

/** The version of a row as its editor has read it; 0 before the first change. */
export const readVersionSchema = z
  .int(VALIDATION.invalid)
  .min(0, VALIDATION.invalid)
  .max(INT4_MAX, VALIDATION.invalid)

/** A number that counts from 1 within its table, such as a version that is kept. */
export const ordinalSchema = z
  .int(VALIDATION.invalid)
  .min(1, VALIDATION.invalid)
  .max(INT4_MAX, VALIDATION.invalid)
