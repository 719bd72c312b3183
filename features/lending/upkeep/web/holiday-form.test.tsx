import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { dayFromNow } from '#platform/web/ui/words/day-from-now.ts'
import { HolidayForm } from './holiday-form.tsx'

afterEach(() => vi.unstubAllGlobals())

it('HolidayForm sends the last day of the holiday', async () => {
  const { fetch, calls } = answeringFetch({
    'POST /letterboxes/updateHoliday': () => ({ body: {} }),
    'GET /users/userinfo': () => ({ body: {} }),
  })
  vi.stubGlobal('fetch', fetch)
  await renderInApp(<HolidayForm until={null} />)
  fireEvent.change(screen.getByLabelText(/Away until/), { target: { value: dayFromNow(20) } })
  fireEvent.click(screen.getByRole('button', { name: 'Go on holiday' }))
  await waitFor(() =>
    expect(calls).toContainEqual({
      name: 'POST /letterboxes/updateHoliday',
      body: { holiday_until: dayFromNow(20) },
    }),
  )
})

it('HolidayForm shows an error and enables the button again', async () => {
  const { fetch } = answeringFetch({
    'POST /letterboxes/updateHoliday': () => ({ status: 503, body: { code: 'unavailable' } }),
  })
  vi.stubGlobal('fetch', fetch)
  await renderInApp(<HolidayForm until={dayFromNow(3)} />)
  const back = screen.getByRole('button', { name: 'I am back' })
  fireEvent.click(back)
  expect(await screen.findByRole('alert')).toBeVisible()
  await waitFor(() => expect(back).not.toHaveAttribute('aria-disabled'))
})

it('HolidayForm refuses an empty date without calling the server', async () => {
  const { fetch, calls } = answeringFetch({})
  vi.stubGlobal('fetch', fetch)
  await renderInApp(<HolidayForm until={null} />)
  fireEvent.change(screen.getByLabelText(/Away until/), { target: { value: '' } })
  fireEvent.click(screen.getByRole('button', { name: 'Go on holiday' }))
  expect(await screen.findByText(/choose a day from today/)).toBeVisible()
  expect(calls).toEqual([])
})
