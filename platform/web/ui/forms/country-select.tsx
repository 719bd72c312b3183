import type { NativeSelectProps } from '@mantine/core'
import { useMemo } from 'react'
import { COUNTRIES, FIRST_COUNTRIES } from '#platform/shared/countries.ts'
import { communityCountry } from '../../data/likely-country.ts'
import { currentLanguage } from '../../start/texts.ts'
import { SelectField } from './form-fields.tsx'

/**
 * ISO codes with names in the language of the app: the community's own country, the five likely ones, a
 * line, then all.
 */
export function CountrySelect(props: Omit<NativeSelectProps, 'data' | 'children'>) {
  const language = currentLanguage()
  const all = useMemo(() => {
    const names = new Intl.DisplayNames([language], { type: 'region' })
    return COUNTRIES.map((code) => ({ code, name: names.of(code) ?? code })).sort((a, b) =>
      a.name.localeCompare(b.name, language),
    )
  }, [language])
  const ownCountry = communityCountry()
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
}
