import { z } from 'zod'
import { apiTokenAnswer } from '#features/people/accounts/contract.ts'
import {
  firstnameSchema,
  lastnameSchema,
  postalAddressSchema,
} from '#features/people/accounts/name-and-address.ts'
import { browserSchema } from '#features/people/sign-in/identity-providers/contract.ts'
import { typedCodeSchema } from '#features/shop/parcels/parcel-code-schema.ts'
import { captchaFieldSchema } from '#platform/shared/captcha.ts'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { emailSchema } from '#platform/shared/input/email.ts'
import { sentLanguageSchema } from '#platform/shared/language-schema.ts'

export const registrationSchema = z.object({
  firstname: firstnameSchema,
  lastname: lastnameSchema,
  email: emailSchema,
  ...postalAddressSchema.shape,
  lang: sentLanguageSchema,
  captcha: captchaFieldSchema,
  /** Code of a parcel or letter that went to this address. It proves the address. */
  code: typedCodeSchema.optional(),
  /** Code of the letterbox whose flyer brought this person; it is only counted. */
  flyer: z.string().max(100).optional(),
})

export const registrationApi = defineEndpoints({
  register: {
    method: 'POST',
    path: '/auth/register',
    summary:
      'Creates an account with its letterbox and mails a confirmation link; the code of a parcel or a letter proves the address and hands over an imported letterbox',
    access: 'public',
    body: registrationSchema,
    status: 201,
    answer: apiTokenAnswer,
    errors: [
      'validation',
      'captcha_required',
      'captcha_invalid',
      'rate_limited',
      'invitation_needed',
      'parcel_code_unknown',
      'parcel_code_used',
      'parcel_code_expired',
      'other_address',
    ],
  },
})

export const providerRegistrationApi = defineEndpoints({
  register: {
    method: 'POST',
    path: '/identityProviders/register',
    summary:
      'Creates an account for the identity that waits in this browser; a mail confirms its address unless the provider has verified it',
    access: 'public',
    body: registrationSchema.extend({ browser: browserSchema }),
    status: 201,
    answer: apiTokenAnswer,
    errors: [
      'validation',
      'captcha_required',
      'captcha_invalid',
      'rate_limited',
      'invitation_needed',
      'parcel_code_unknown',
      'parcel_code_used',
      'parcel_code_expired',
      'other_address',
      'provider_login_expired',
      'linked_elsewhere',
    ],
  },
})
