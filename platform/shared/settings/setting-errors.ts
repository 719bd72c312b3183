/** Error keys for fields of settings; the texts are in the web's `admin-settings` texts. */
export const INVALID_SETTING = {
  tooLong: 'errors.validation.setting.tooLong',
  tooMany: 'errors.validation.setting.tooMany',
  label: 'errors.validation.setting.label',
  url: 'errors.validation.setting.url',
  name: 'errors.validation.setting.name',
  colour: 'errors.validation.setting.colour',
  logo: 'errors.validation.setting.logo',
  contrast: 'errors.validation.setting.contrast',
  price: 'errors.validation.setting.price',
  tier: 'errors.validation.setting.tier',
  limit: 'errors.validation.setting.limit',
  email: 'errors.validation.setting.email',
  order: 'errors.validation.setting.order',
} as const
