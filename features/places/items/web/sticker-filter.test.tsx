import { fireEvent, screen } from '@testing-library/react'
import { Profiler } from 'react'
import { expect, it, vi } from 'vitest'
import { testItem } from '#platform/web/testing/item.ts'
import { renderInApp } from '#platform/web/testing/render.tsx'
import { StickerChips } from './sticker-chips.tsx'
import { StickerFilter } from './sticker-filter.tsx'

const drill = testItem(1, 'Drill')
const saw = testItem(2, 'Saw')
const noop = () => undefined

it('the filter shows the count of each sticker and lets a sticker without letterboxes be picked', async () => {
  const pick = vi.fn()
  await renderInApp(
    <StickerFilter
      items={[drill, saw]}
      error={null}
      onRetry={noop}
      counts={new Map([[1, 1234]])}
      selected={undefined}
      onPick={pick}
    />,
  )
  // The number belongs to the accessible description, not to the name.
  expect(screen.getByRole('button', { name: 'Drill' })).toHaveAccessibleDescription('1,234 nearby')
  const nobody = screen.getByRole('button', { name: 'Saw' })
  expect(nobody).toHaveAccessibleDescription('0 nearby')
  fireEvent.click(nobody)
  expect(pick).toHaveBeenCalledWith(2)
})

it('the filter shows the picked stickers while another one is added', async () => {
  const adding = { items: [drill, saw], error: null, onRetry: noop, counts: null, onPick: noop }
  await renderInApp(<StickerFilter {...adding} selected={[2]} />)
  expect(screen.getByRole('button', { name: /Saw/ })).toHaveAttribute('aria-pressed', 'true')
  expect(screen.getByRole('button', { name: /Drill/ })).toHaveAttribute('aria-pressed', 'false')
})

it('Enter picks the only sticker left by the search', async () => {
  const onPick = vi.fn()
  const picking = { items: [drill, saw], error: null, onRetry: noop, counts: null, onPick }
  await renderInApp(<StickerFilter {...picking} selected={undefined} />)
  const search = screen.getByRole('searchbox')
  fireEvent.keyDown(search, { key: 'Enter' })
  expect(onPick).not.toHaveBeenCalled()
  fireEvent.change(search, { target: { value: 'sa' } })
  fireEvent.keyDown(search, { key: 'Enter' })
  expect(onPick).toHaveBeenCalledExactlyOnceWith(2)
})

it('the filter removes stickers one by one and offers any or all from two on', async () => {
  const events = { onRemove: vi.fn(), onAdd: vi.fn(), onMatch: vi.fn() }
  const { unmount } = await renderInApp(<StickerChips items={[drill]} match="any" {...events} />)
  expect(screen.queryByRole('radio')).toBeNull()
  unmount()
  await renderInApp(<StickerChips items={[drill, saw]} match="any" {...events} />)
  expect(screen.getByRole('radio', { name: 'any of them' })).toBeChecked()
  fireEvent.click(screen.getByRole('radio', { name: 'all of them' }))
  expect(events.onMatch).toHaveBeenCalledWith('all')
  fireEvent.click(screen.getByRole('button', { name: 'Remove the filter Saw' }))
  expect(events.onRemove).toHaveBeenCalledWith(2)
  fireEvent.click(screen.getByRole('button', { name: 'another sticker' }))
  expect(events.onAdd).toHaveBeenCalled()
})

it('a letter typed in the search commits twice: the field at once, then the stickers', async () => {
  let commits = 0
  const picking = { error: null, onRetry: noop, counts: null, onPick: noop, selected: undefined }
  await renderInApp(
    <Profiler
      id="filter"
      onRender={() => {
        commits += 1
      }}
    >
      <StickerFilter {...picking} items={[drill, saw]} />
    </Profiler>,
  )
  const search = screen.getByRole('searchbox')
  for (const value of ['s', 'sa', 'saw']) {
    commits = 0
    fireEvent.change(search, { target: { value } })
    expect(commits, value).toBe(2)
  }
  expect(screen.queryByRole('button', { name: 'Drill' })).toBeNull()
})
