import { z } from 'zod'
import { isCountry } from '#platform/shared/countries.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { hasNoNul, isReadable, toOneLine } from '#platform/shared/input/plain-text.ts'

const required = (key: string, max: number) =>
  z
    .string(key)
    .refine(hasNoNul, key)
    .overwrite(toOneLine)
    .min(1, { error: key, abort: true })
    .refine(isReadable, key)
    .max(max, VALIDATION.tooLong)

export const firstnameSchema = required(VALIDATION.firstName, 100)
export const lastnameSchema = required(VALIDATION.lastName, 100)

/** Fields of a postal address, in the order in which a form validates them. */
export const postalAddressSchema = z.object({
  address: required(VALIDATION.address, 200),
  address_addition: z
    .string(VALIDATION.invalid)
    .refine(hasNoNul, VALIDATION.invalid)
    .overwrite(toOneLine)
    .max(200, VALIDATION.tooLong)
    .nullish()
    .transform((text) => text || null),
  postcode: required(VALIDATION.postcode, 20),
  city: required(VALIDATION.city, 100),
  /** ISO 3166-1 alpha-2. */
  country: z.string(VALIDATION.country).refine(isCountry, VALIDATION.country),
})
export type PostalAddress = z.output<typeof postalAddressSchema>
