import { z } from 'zod'
import { firstnameSchema, lastnameSchema } from '#features/people/accounts/name-and-address.ts'
import { emailSchema } from '#platform/shared/input/email.ts'

/** One state for all steps; kept as a draft until the last step is done. */
export const registrationDraft = z.object({
  firstname: z.string(),
  lastname: z.string(),
  email: z.string(),
  address: z.string(),
  address_addition: z.string(),
  postcode: z.string(),
  city: z.string(),
  country: z.string(),
  /** The account exists: only location and items are left. */
  registered: z.boolean(),
  /** Code of a letter or parcel that went to this address; empty: none. */
  code: z.string().default(''),
  /** The stickers of the letterbox that the code hands over. */
  code_items: z.array(z.int()).default([]),
  /** Name of the provider whose account is linked with the new one; empty: none. */
  provider: z.string().default(''),
})
export type RegistrationDraft = z.infer<typeof registrationDraft>

export const REGISTRATION_DRAFT = 'registration'

/** The first step's fields, in the order in which they are checked. */
export const accountStepSchema = z.object({
  email: emailSchema,
  firstname: firstnameSchema,
  lastname: lastnameSchema,
})

export const EMPTY_DRAFT: RegistrationDraft = {
  firstname: '',
  lastname: '',
  email: '',
  address: '',
  address_addition: '',
  postcode: '',
  city: '',
  // Filled in at the address step.
  country: '',
  registered: false,
  code: '',
  code_items: [],
  provider: '',
}

export type Step = 1 | 2 | 3 | 4

/** `step3` of the address, in any case; null for anything else. */
export function parseStep(text: string | undefined): Step | null {
  const digit = /^step([1-4])$/i.exec(text ?? '')?.[1]
  return digit ? (Number(digit) as Step) : null
}

/**
 * Which step may be shown. A member who did not register just now has to log out first. The letterbox step needs the
 * values of the account step; location and items need an existing account, whose owner logs in again if its session
 * has ended.
 */
export function admitStep(
  requested: Step | null,
  loggedIn: boolean,
  draft: RegistrationDraft,
): Step | 'log-out-first' | 'log-in-first' {
  const registered = loggedIn && draft.registered
  if (requested === null || requested <= 2) {
    if (loggedIn && !registered) return 'log-out-first'
    // The account exists. Its letterbox can be corrected here, the account itself in the profile.
    if (registered) return requested === 2 ? 2 : 3
    if (requested === 2 && accountStepSchema.safeParse(draft).success) return 2
    return 1
  }
  if (loggedIn) return requested
  return draft.registered ? 'log-in-first' : 1
}
