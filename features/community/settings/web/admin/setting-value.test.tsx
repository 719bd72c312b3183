import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { PRESET_OPERATOR } from '#platform/shared/settings/operator.ts'
import { renderInApp } from '#platform/web/testing/render.tsx'
import { SettingValue } from './setting-value.tsx'

it('the value of the operator setting names the country whose law applies', async () => {
  await renderInApp(<SettingValue name="operator" value={{ ...PRESET_OPERATOR, country: 'LI' }} />)
  expect(await screen.findByRole('listitem')).toHaveTextContent(/Liechtenstein$/)
})
