import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { CheckField } from './check-field.tsx'
import { SwitchField } from './switch-field.tsx'

interface BoxProps {
  disabled: boolean
  onChange: (checked: boolean) => void
}

const BOXES = [
  {
    role: 'checkbox',
    Box: (props: BoxProps) => <CheckField label="By mail" checked={false} {...props} />,
  },
  {
    role: 'switch',
    Box: (props: BoxProps) => (
      <SwitchField label="By mail" description="" checked={false} {...props} />
    ),
  },
]

it.each(BOXES)('a disabled $role keeps the focus and its value', async ({ role, Box }) => {
  const onChange = vi.fn()
  const user = userEvent.setup()
  const { rerender } = render(<Box disabled={false} onChange={onChange} />)
  const input = screen.getByRole(role, { name: 'By mail' })
  await user.click(input)
  expect(onChange.mock.calls).toEqual([[true]])
  rerender(<Box disabled onChange={onChange} />)
  expect(input).toHaveFocus()
  expect(input).toHaveAttribute('aria-disabled', 'true')
  await user.keyboard(' ')
  await user.click(screen.getByText('By mail'))
  expect(onChange).toHaveBeenCalledOnce()
  expect(input).not.toBeChecked()
})
