import { type ChangeEvent, useCallback, useRef, useState } from 'react'
import type { PostalAddress } from '#features/people/accounts/name-and-address.ts'
import { judgePostcode } from '#platform/shared/postal-country.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { CountrySelect } from '#platform/web/ui/forms/country-select.tsx'
import forms from '#platform/web/ui/forms/form.module.css'
import { TextField } from '#platform/web/ui/forms/form-fields.tsx'
import type { FieldProps } from '#platform/web/ui/forms/use-schema-form.ts'

/** Optional fields are labelled as such; a star on all the others would only distract. */
const REQUIRED = { required: true, withAsterisk: false } as const

type PostalField = (name: keyof PostalAddress) => FieldProps

/** Street, addition, postcode, town and country of a form whose values have these names. */
export function PostalFields({ field }: { field: PostalField }) {
  const { t } = useTranslation('profile')
  const country = useCountryByPostcode(field)
  const postcode = field('postcode')
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
          {...postcode}
          onFocus={(event) => {
            postcode.onFocus?.(event)
            country.startTyping()
          }}
          onBlur={(event) => {
            postcode.onBlur?.(event)
            country.endTyping()
          }}
        />
        <TextField
          label={t('fields.city')}
          autoComplete="address-level2"
          {...REQUIRED}
          {...field('city')}
        />
      </div>
      <div className={forms.form}>
        <CountrySelect
          label={t('fields.country')}
          {...REQUIRED}
          {...field('country')}
          onChange={country.choose}
        />
        <div role="status" className={forms.hint}>
          {country.hint}
        </div>
        {country.other === null ? null : (
          <AppButton tone="secondary" onClick={country.takeOther}>
            {t('address.takeCountry', { country: nameOf(country.other) })}
          </AppButton>
        )}
      </div>
    </>
  )
}

const nameOf = (country: string) =>
  new Intl.DisplayNames([currentLanguage()], { type: 'region' }).of(country) ?? country

/**
 * The country follows the typed postcode until the user chooses a country. If a chosen or saved country does not fit
 * the postcode, the form asks.
 */
function useCountryByPostcode(field: PostalField) {
  const { t } = useTranslation('profile')
  const [typing, setTyping] = useState(false)
  const [chosen, setChosen] = useState(false)
  // The country that was set because of the postcode.
  const [followed, setFollowed] = useState<string | null>(null)
  const before = useRef('')
  const postcode = String(field('postcode').value ?? '')
  const country = String(field('country').value ?? '')
  const judged = judgePostcode(postcode, country)
  const other = typeof judged === 'object' ? judged.in : null
  const { onChange } = field('country')
  const take = (next: string) => {
    setFollowed(next)
    onChange(next)
  }
  const choose = useCallback(
    (event: ChangeEvent<HTMLSelectElement>) => {
      setChosen(true)
      setFollowed(null)
      onChange(event)
    },
    [onChange],
  )

  let hint: string | null = null
  if (!typing) {
    if (other !== null) hint = t('address.postcodeIn', { postcode, country: nameOf(other) })
    else if (judged === 'doubtful') {
      hint = t('address.postcodeDoubtful', { postcode, country: nameOf(country) })
    } else if (followed === country) {
      hint = t('address.countryFollows', { country: nameOf(country) })
    }
  }
  return {
    hint,
    /** The country to suggest instead; null if the chosen one fits, and while the user types. */
    other: typing ? null : other,
    takeOther: () => other !== null && take(other),
    startTyping() {
      before.current = postcode
      setTyping(true)
    },
    endTyping() {
      setTyping(false)
      if (other !== null && !chosen && postcode !== before.current) take(other)
    },
    choose,
  }
}
