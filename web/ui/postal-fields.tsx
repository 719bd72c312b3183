import type { PostalAddress } from '@letterlend/contract/letterboxes.ts'
import { useTranslation } from '../start/texts.ts'
import { CountrySelect } from './country-select.tsx'
import forms from './form.module.css'
import { TextField } from './form-fields.tsx'
import type { FieldProps } from './use-schema-form.ts'

/** Optional fields say so in words; a star beside all others would only be noise. */
const REQUIRED = { required: true, withAsterisk: false } as const

/** Street, addition, postcode, town and country of a form whose values have these names. */
export function PostalFields({ field }: { field: (name: keyof PostalAddress) => FieldProps }) {
  const { t } = useTranslation('profile')
  return (
    <>
      <TextField
        label={t('fields.address')}
        autoComplete="address-line1"
        {...REQUIRED}
        {...field('address')}
      />
      <TextField
        optional
        label={t('fields.addressAddition')}
        description={t('address.additionHint')}
        autoComplete="address-line2"
        {...field('address_addition')}
      />
      <div className={forms.postal}>
        <TextField
          label={t('fields.postcode')}
          autoComplete="postal-code"
          {...REQUIRED}
          {...field('postcode')}
        />
        <TextField
          label={t('fields.city')}
          autoComplete="address-level2"
          {...REQUIRED}
          {...field('city')}
        />
      </div>
      <CountrySelect label={t('fields.country')} {...REQUIRED} {...field('country')} />
    </>
  )
}
