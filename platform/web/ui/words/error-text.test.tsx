import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ApiError } from '../../data/api-client.ts'
import { renderInApp } from '../../testing/render.tsx'
import { useErrorText } from './error-text.ts'

function Words({ error }: { error: unknown }) {
  return <p>{useErrorText().ofError(error)}</p>
}

it.each([
  [new ApiError(429, 'rate_limited', '', {}, 700), 'Please try again in 12 minutes.'],
  [new ApiError(429, 'rate_limited', '', {}, 60), 'Please try again in a minute.'],
  [new ApiError(429, 'rate_limited', '', {}, 5), 'Please wait a moment and try again.'],
  [new ApiError(429, 'asked_too_many', '', {}, 7200), /again from \w.+\d:\d\d/],
  [new ApiError(429, 'asked_too_many', ''), 'You cannot ask that many neighbours right now.'],
  [
    new ApiError(422, 'validation', '', {
      wanted_from: ['errors.validation.date'],
      wanted_until: ['errors.validation.date'],
    }),
    'Some fields need another look. Please choose a day from today on',
  ],
  [new ApiError(503, 'unavailable', '', {}, 60), 'Please try again shortly.'],
  [new ApiError(409, 'unheard_of' as 'conflict', ''), 'Something went wrong on our side.'],
  [new ApiError(409, 'changed_meanwhile', ''), 'Please look at it again.'],
  [new ApiError(409, 'parcel_code_used', ''), 'This code'],
  [new TypeError('no call at all'), 'Something went wrong on our side.'],
])(
  'an error text says what failed, and when to try again if that is known',
  async (error, words) => {
    await renderInApp(<Words error={error} />)
    expect(screen.getByText(words, { exact: false })).toBeVisible()
  },
)

it('an error text names the letters that cannot be printed', async () => {
  const Key = () => <p>{useErrorText().ofKey('errors.validation.letters:北 京')}</p>
  await renderInApp(<Key />)
  expect(screen.getByText(/cannot print this: 北 京\./)).toBeVisible()
})

it('an error text exists for errors of the back office', async () => {
  const Key = () => <p>{useErrorText().ofKey('errors.validation.pastDay')}</p>
  await renderInApp(<Key />)
  expect(screen.getByText('Please choose a day up to today.')).toBeVisible()
})
