import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { expect, it, vi } from 'vitest'
import { startEnglish } from '../../testing/render.tsx'
import { hideToast, showToast } from './toast.ts'
import { Toasts } from './toasts.tsx'
import { showUndoToast } from './undo-toast.tsx'

async function showPlace() {
  await startEnglish()
  render(
    <MemoryRouter>
      <Toasts />
    </MemoryRouter>,
  )
}

it('a toast that is repeated appears once, as a new element that screen readers read', async () => {
  await showPlace()
  act(() => showToast({ message: 'Saved.' }))
  const first = screen.getByRole('alert')
  act(() => showToast({ message: 'Saved.' }))
  await vi.waitFor(() => expect(first).not.toBeInTheDocument())
  expect(screen.getByRole('alert')).toHaveTextContent('Saved.')
  act(() => hideToast('success:Saved.'))
  await vi.waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

it('the button of an undo toast hides it', async () => {
  await showPlace()
  const undo = vi.fn()
  act(() => showUndoToast({ id: 'idea', message: 'Marked as seen.', label: 'Undo', undo }))
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(undo).toHaveBeenCalledOnce()
  await vi.waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})
