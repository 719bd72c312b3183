import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderInApp } from '#platform/web/testing/render.tsx'
import { testUser } from '#platform/web/testing/user.ts'
import { DEFAULT_PRIVACY, type Privacy } from '../contract.ts'
import { PrivacyPreview } from './privacy-preview.tsx'

const show = (privacy: Partial<Privacy>) =>
  renderInApp(<PrivacyPreview user={testUser({ privacy: { ...DEFAULT_PRIVACY, ...privacy } })} />)

it('the preview shows nothing of a letterbox that is not on the map', async () => {
  await show({ show_on_map: false, show_name: true, show_email: true })
  expect(screen.getByText('Nothing. Your letterbox is hidden.')).toBeVisible()
  expect(screen.queryByText('Hohlstrasse 40')).toBeNull()
  expect(screen.queryByText('Mila Frei')).toBeNull()
})

it('the preview shows the address, and name and e-mail address only if they are switched on', async () => {
  const { unmount } = await show({})
  expect(screen.getByText('Hohlstrasse 40')).toBeVisible()
  expect(screen.queryByText('Mila Frei')).toBeNull()
  expect(screen.queryByText(/mila@example.org/)).toBeNull()
  expect(screen.getByText('No messages')).toBeVisible()
  unmount()
  await show({ show_name: true, show_email: true, enable_messaging: true })
  expect(screen.getByText('Mila Frei')).toBeVisible()
  expect(screen.getByText(/mila@example.org/)).toBeVisible()
  expect(screen.getByText('Can be asked')).toBeVisible()
})
