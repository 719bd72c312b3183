import { z } from 'zod'
import type { User } from '#features/people/accounts/web/data/door.ts'

/** What the account form holds apart from passwords, which are kept nowhere. */
export const accountDraft = z.object({
  email: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  address: z.string(),
  address_addition: z.string(),
  postcode: z.string(),
  city: z.string(),
  country: z.string(),
})
export type AccountDraft = z.infer<typeof accountDraft>

/** Nobody finds what another account typed in this tab. */
export const accountDraftName = ({ id }: User) => `account.${id}`

/**
 * An e-mail address that waits for its confirmation stands in the form: sending the old one would cancel
 * it.
 */
export function draftOfAccount(user: User): AccountDraft {
  return {
    email: user.new_email ?? user.email,
    firstname: user.firstname,
    lastname: user.lastname,
    address: user.address ?? '',
    address_addition: user.address_addition ?? '',
    postcode: user.postcode ?? '',
    city: user.city ?? '',
    country: user.country ?? '',
  }
}

/** Whether saving would change anything; spaces around a value do not count. */
export function changesAccount(
  saved: AccountDraft,
  { new_password, ...typed }: AccountDraft & { new_password: string },
): boolean {
  const names = Object.keys(saved) as (keyof AccountDraft)[]
  return new_password !== '' || names.some((name) => typed[name].trim() !== saved[name])
}
