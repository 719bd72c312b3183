import type { Letterbox } from '@letterlend/contract/letterboxes.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { answeringFetch, renderInApp } from '../../testing/render.tsx'
import { BorrowForm } from './borrow-form.tsx'

const letterbox = { id: 'box', user_id: 'ben' } as Letterbox
const items = [
  { id: 1, name: 'Ladder', image_path: 'ladder.svg' },
  { id: 2, name: 'Drill', image_path: 'drill.svg' },
]

async function show(itemId: number | null, answer: () => { status?: number; body?: unknown }) {
  const api = answeringFetch({ 'POST /transactions/create': answer })
  vi.stubGlobal('fetch', api.fetch)
  const onSent = vi.fn()
  await renderInApp(
    <BorrowForm {...{ letterbox, itemId, items, onSent }} onBusy={() => undefined} />,
  )
  return { api, onSent, user: userEvent.setup() }
}

const field = () => screen.getByLabelText('Your message')
const button = () => screen.getByRole('button', { name: 'Send the message' })
const sent = () => ({ status: 201, body: { id: 't', messages: [], updated_at: '' } })

afterEach(() => vi.unstubAllGlobals())

describe('BorrowForm', () => {
  it('sends once, however often it is pressed', async () => {
    const { api, onSent, user } = await show(1, sent)
    await user.type(field(), 'Hello')
    await user.dblClick(button())
    await waitFor(() => expect(onSent).toHaveBeenCalledExactlyOnceWith('t'))
    expect(api.calls).toEqual([
      {
        name: 'POST /transactions/create',
        body: { renter_id: 'ben', item_id: 1, text: 'Hello', request_id: expect.any(String) },
      },
    ])
    expect(sessionStorage.getItem('letterlend.draft.borrow.box')).toBeNull()
  })

  it('says what failed, keeps the text and repeats the same request', async () => {
    let answers = 0
    const { api, onSent, user } = await show(1, () => {
      answers += 1
      return answers === 1 ? { status: 503, body: { code: 'unavailable' } } : sent()
    })
    await user.type(field(), 'Hello')
    await user.click(button())
    expect(await screen.findByRole('alert')).toHaveTextContent('not available right now')
    // The sign of a wrong text stands beside words about the text alone.
    for (const hint of screen.getAllByRole('status')) {
      expect(hint.querySelector('svg')).toBeNull()
    }
    expect(field()).toHaveValue('Hello')
    expect(sessionStorage.getItem('letterlend.draft.borrow.box')).toBe('"Hello"')
    await user.click(button())
    await waitFor(() => expect(onSent).toHaveBeenCalled())
    const [first, second] = api.calls.map(({ body }) => body)
    expect(second).toEqual(first)
  })

  it('asks for what is missing before it sends anything', async () => {
    const { api, user } = await show(null, sent)
    await user.click(button())
    expect(screen.getByText('Please choose an item.')).toBeVisible()
    await user.click(screen.getByRole('radio', { name: 'Drill' }))
    await user.click(button())
    const missing = screen.getByText('Please write a message.')
    expect(missing).toBeVisible()
    expect(missing.querySelector('svg')).not.toBeNull()
    expect(field()).toHaveFocus()
    expect(api.calls).toEqual([])
  })

  it('keeps the focus where another item is chosen', async () => {
    const { user } = await show(1, sent)
    await user.click(screen.getByRole('button', { name: 'Something else' }))
    expect(screen.getByRole('radio', { name: 'Ladder' })).toHaveFocus()
    await user.click(screen.getByRole('radio', { name: 'Drill' }))
    expect(screen.getByRole('radio', { name: 'Drill' })).toHaveFocus()
  })

  it('says at the 801st character that it is too many, and sends none of them', async () => {
    const { api, user } = await show(1, sent)
    fireEvent.change(field(), { target: { value: 'a'.repeat(800) } })
    expect(field()).not.toHaveAttribute('aria-invalid')
    await user.type(field(), 'b')
    expect(field()).toHaveAttribute('aria-invalid', 'true')
    expect(screen.getByText(/801 of 800/)).toBeVisible()
    await user.click(button())
    expect(field()).toHaveFocus()
    expect(api.calls).toEqual([])
  })

  it('adds a sentence with one tap', async () => {
    const { user } = await show(1, sent)
    await user.type(field(), 'Hello')
    await user.click(screen.getByRole('button', { name: 'This weekend' }))
    expect(field()).toHaveValue('Hello\nI’d need it this weekend.')
  })
})
