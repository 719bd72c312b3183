import { z } from 'zod'

/** Stable error codes, each with its HTTP status and the English message sent beside it. */
export const ERRORS = {
  bad_request: [400, 'The request could not be understood.'],
  malformed_json: [400, 'The body is not valid JSON.'],
  forbidden_field: [400, 'The request contains a field that only the server sets.'],
  invalid_box: [
    400,
    'north_east and south_west must be "lat,lng" with south_west below north_east.',
  ],
  invalid_tile: [400, 'There is no such tile.'],
  captcha_required: [400, 'The captcha is missing.'],
  captcha_invalid: [400, 'The captcha is wrong, expired or was used before.'],
  unauthorized: [401, 'Please log in.'],
  invalid_credentials: [401, 'Not authorized'],
  forbidden: [403, 'You may not do this.'],
  login_too_old: [403, 'Please log in again first.'],
  email_not_confirmed: [403, 'Please confirm your e-mail address first.'],
  messaging_disabled: [403, 'Messaging is switched off on your side.'],
  not_borrowable: [403, 'This letterbox cannot be asked for this item.'],
  own_letterbox: [403, 'This is your own letterbox.'],
  passkeys_unavailable: [404, 'This community has no passkeys.'],
  not_found: [404, 'Not found.'],
  conflict: [409, 'This was changed or exists already.'],
  password_already_set: [409, 'A password is already set.'],
  already_confirmed: [409, 'The e-mail address is already confirmed.'],
  has_letterbox: [409, 'You have a letterbox of your own.'],
  other_household: [409, 'You belong to another household.'],
  household_full: [409, 'This household has no room for another person.'],
  too_many_invitations: [409, 'There are too many open invitations. Please withdraw one first.'],
  too_many_passkeys: [409, 'There are too many passkeys already. Please remove one first.'],
  too_many_wishes: [409, 'There are too many wishes already. Please end one first.'],
  payload_too_large: [413, 'The request is too large.'],
  unsupported_media_type: [415, 'Please send application/json.'],
  validation: [422, 'Some fields need another look.'],
  invalid_passkey: [422, 'The passkey could not be verified.'],
  invalid_token: [422, 'The link is invalid, was used before or has expired.'],
  rate_limited: [429, 'Too many requests. Please try again later.'],
  internal: [500, 'Something went wrong on our side.'],
  unavailable: [503, 'The service is not available right now. Please try again shortly.'],
} as const satisfies Record<string, readonly [number, string]>

export type ErrorCode = keyof typeof ERRORS

/** Message keys for each field, e.g. `{ email: ['errors.validation.email'] }`. */
export const fieldErrorsSchema = z.record(z.string(), z.array(z.string()))
export type FieldErrors = z.infer<typeof fieldErrorsSchema>

export const errorAnswerSchema = z.object({
  statusCode: z.int(),
  error: z.string(),
  message: z.string(),
  code: z.string(),
  errors: fieldErrorsSchema.optional(),
  errorMsg: z.string().optional(),
})
export type ErrorAnswer = z.infer<typeof errorAnswerSchema>

/** Field errors every form of the product can show; the words are in the web's `errors` texts. */
export const VALIDATION = {
  firstName: 'errors.validation.firstName',
  name: 'errors.validation.name',
  lastName: 'errors.validation.lastName',
  email: 'errors.validation.email',
  emailTaken: 'errors.validation.emailTaken',
  ownEmail: 'errors.validation.ownEmail',
  address: 'errors.validation.address',
  postcode: 'errors.validation.postcode',
  city: 'errors.validation.city',
  country: 'errors.validation.country',
  amount: 'errors.validation.amount',
  password: 'errors.validation.password',
  shortPassword: 'errors.validation.shortPassword',
  commonPassword: 'errors.validation.commonPassword',
  longPassword: 'errors.validation.longPassword',
  currentPassword: 'errors.validation.currentPassword',
  incorrectPassword: 'errors.validation.incorrectPassword',
  title: 'errors.validation.title',
  loginFailed: 'errors.validation.loginFailed',
  verificationCode: 'errors.validation.verificationCode',
  item: 'errors.validation.item',
  message: 'errors.validation.message',
  messageLength: 'errors.validation.messageLength',
  tooLong: 'errors.validation.tooLong',
  location: 'errors.validation.location',
  deleteConfirm: 'errors.validation.deleteConfirm',
  date: 'errors.validation.date',
  invalid: 'errors.validation.invalid',
} as const
