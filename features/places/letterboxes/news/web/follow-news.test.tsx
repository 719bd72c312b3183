import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderInApp } from '#platform/web/testing/render.tsx'
import { FollowNews } from './follow-news.tsx'

const HORGEN = { latitude: 47.25968, longitude: 8.59812, zoom: 14 }
const FEED = '/api/v1/letterboxes/news.atom?lat=47.26&lng=8.598&km=3&lang=en'

it('the address of the feed holds the area that the map shows', async () => {
  await renderInApp(<FollowNews view={HORGEN} />)
  await userEvent.click(screen.getByRole('button', { name: 'Follow what is new here' }))
  expect(await screen.findByRole('dialog')).toHaveTextContent(/within 3 km/)
  expect(screen.getByLabelText('Address of the feed')).toHaveValue(location.origin + FEED)
  await userEvent.click(screen.getByRole('button', { name: 'Copy the address' }))
  expect(await screen.findByText('Address copied.')).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe(location.origin + FEED)
})
