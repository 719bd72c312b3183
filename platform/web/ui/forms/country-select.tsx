import type { NativeSelectProps } from '@mantine/core'
import { memo, useMemo } from 'react'
import { COUNTRIES, FIRST_COUNTRIES } from '#platform/shared/countries.ts'
import type { Language } from '#platform/shared/languages.ts'
import { communityCountry } from '../../data/likely-country.ts'
import { currentLanguage } from '../../start/texts.ts'
import { SelectField } from './form-fields.tsx'

type CountrySelectProps = Omit<NativeSelectProps, 'data' | 'children'>

/** ISO codes with names in the app's language: the community's own country, five likely ones, a divider, then all. */
export function CountrySelect(props: CountrySelectProps) {
  return <Countries {...props} ownCountry={communityCountry()} language={currentLanguage()} />
}

interface CountriesProps extends CountrySelectProps {
  ownCountry: string | null
  language: Language
}

/** Memoised like `TextField`: these are 250 options. */
const Countries = memo(function Countries({ ownCountry, language, ...props }: CountriesProps) {
  const all = useMemo(() => {
    const names = new Intl.DisplayNames([language], { type: 'region' })
    return COUNTRIES.map((code) => ({ code, name: names.of(code) ?? code })).sort((a, b) =>
      a.name.localeCompare(b.name, language),
    )
  }, [language])
  const likely = new Set([...(ownCountry ? [ownCountry] : []), ...FIRST_COUNTRIES])
  const first = [...likely].map((code) => all.find((country) => country.code === code))

  return (
    <SelectField autoComplete="country" {...props}>
      {first.map((country) =>
        country ? (
          <option key={country.code} value={country.code}>
            {country.name}
          </option>
        ) : null,
      )}
      <hr />
      {all.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectField>
  )
})
