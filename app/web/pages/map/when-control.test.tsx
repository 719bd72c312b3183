import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import type { FreeDays } from '#features/places/letterboxes/web/data/door.ts'
import { addDays, communityToday } from '#platform/web/data/community-day.ts'
import { renderInApp } from '#platform/web/testing/render.tsx'
import { WhenControl } from './when-control.tsx'

async function show(start: FreeDays | null = null, refused = false) {
  const onChange = vi.fn()
  function Controlled() {
    const [free, setFree] = useState(start)
    return (
      <WhenControl
        free={free}
        refused={refused}
        onChange={(days) => {
          onChange(days)
          setFree(days)
        }}
      />
    )
  }
  await renderInApp(<Controlled />)
  return onChange
}

it('days are chosen by keyboard, named on the chip, and dropped again', async () => {
  const onChange = await show()
  const opener = screen.getByRole('button', { name: 'When?' })
  await userEvent.tab()
  expect(opener).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  const today = await screen.findByRole('button', { name: 'Today' })
  today.focus()
  await userEvent.keyboard('{Enter}')
  const day = communityToday()
  expect(onChange).toHaveBeenLastCalledWith({ from: day, until: day })
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('button', { name: 'Today' })).toBeNull()
  expect(opener).toHaveFocus()
  expect(opener).toHaveTextContent(/^Free: /)
  await userEvent.click(screen.getByRole('button', { name: 'Any day again' }))
  expect(onChange).toHaveBeenLastCalledWith(null)
  expect(opener).toHaveFocus()
  expect(opener).toHaveTextContent('When?')
})

it('what is taken is shown on request, also on other days', async () => {
  const day = communityToday()
  const onChange = await show({ from: day, until: day })
  await userEvent.click(screen.getByRole('button', { name: /^Free: / }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Show taken ones as well' }))
  expect(onChange).toHaveBeenLastCalledWith({ from: day, until: day, withTaken: true })
  expect(screen.queryByRole('button', { name: /^Free: / })).toBeNull()
  await userEvent.click(await screen.findByRole('button', { name: 'Tomorrow' }))
  const next = addDays(day, 1)
  expect(onChange).toHaveBeenLastCalledWith({ from: next, until: next, withTaken: true })
})

it('days that are over are refused with a sentence, and none is marked as chosen', async () => {
  await show({ from: '2026-01-03', until: '2026-01-04' }, true)
  expect(screen.getByRole('status')).toHaveTextContent(/These days are over/)
  await userEvent.click(screen.getByRole('button', { name: /^Saturday 3 January/ }))
  expect(await screen.findByRole('button', { name: 'Today' })).toBeVisible()
  expect(screen.queryAllByRole('button', { pressed: true })).toEqual([])
})
