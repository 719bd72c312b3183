import { z } from 'zod'
import type { User } from '#features/people/accounts/web/data/door.ts'

/** The account form without passwords, which are never stored. */
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

/** Keyed by account, so that another account in this tab does not find the draft. */
export const accountDraftName = ({ id }: User) => `account.${id}`

/** An unconfirmed new e-mail address stands in the form, because sending the old one would cancel it. */
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

/** True if saving would change anything. Spaces around a value are ignored. */
export function changesAccount(
  saved: AccountDraft,
  { new_password, ...typed }: AccountDraft & { new_password: string },
): boolean {
  const names = Object.keys(saved) as (keyof AccountDraft)[]
  return new_password !== '' || names.some((name) => typed[name].trim() !== saved[name])
}
