import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { AppButton } from './app-button.tsx'

it.each([{ loading: true }, { disabled: true }])(
  'a button keeps the focus with %o, and neither a press nor Enter in a field does anything',
  async (state) => {
    const onClick = vi.fn()
    const onSubmit = vi.fn((event: React.FormEvent) => event.preventDefault())
    const form = (look: { loading?: boolean; disabled?: boolean }) => (
      <form onSubmit={onSubmit}>
        <input aria-label="Name" />
        <AppButton type="submit" {...look} onClick={onClick}>
          Save
        </AppButton>
      </form>
    )
    const { rerender } = render(form({}))
    const user = userEvent.setup()
    const button = screen.getByRole('button', { name: 'Save' })
    await user.click(button)
    expect([onClick.mock.calls.length, onSubmit.mock.calls.length]).toEqual([1, 1])
    rerender(form(state))
    expect(button).toHaveFocus()
    expect(button).toHaveAttribute('aria-disabled', 'true')
    await user.click(button)
    await user.keyboard('{Enter}')
    await user.type(screen.getByLabelText('Name'), 'Ada{Enter}')
    expect([onClick.mock.calls.length, onSubmit.mock.calls.length]).toEqual([1, 1])
    rerender(form({}))
    await user.type(screen.getByLabelText('Name'), '{Enter}')
    expect(onSubmit).toHaveBeenCalledTimes(2)
  },
)
