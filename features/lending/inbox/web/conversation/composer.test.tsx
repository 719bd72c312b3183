import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { renderInApp } from '#platform/web/testing/render.tsx'
import { Composer } from './composer.tsx'

async function show() {
  const onSend = vi.fn()
  const view = await renderInApp(<Composer transactionId="t" onSend={onSend} />)
  return { onSend, view, user: userEvent.setup() }
}

const field = () => screen.getByRole('textbox')

describe('Composer', () => {
  it('sends by button and by Ctrl+Enter, and Enter alone adds a new line', async () => {
    const { onSend, user } = await show()
    await user.type(field(), 'One{Enter}Two')
    expect(onSend).not.toHaveBeenCalled()
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(onSend).toHaveBeenLastCalledWith('One\nTwo')
    expect(field()).toHaveValue('')
    await user.type(field(), 'Three')
    await user.click(screen.getByRole('button', { name: 'Send' }))
    expect(onSend).toHaveBeenLastCalledWith('Three')
  })

  it('keeps the typed text until it is sent', async () => {
    const { user, view } = await show()
    await user.type(field(), 'Not yet')
    view.unmount()
    await show()
    expect(field()).toHaveValue('Not yet')
  })

  it('sends neither an empty nor a too long text', async () => {
    const { onSend, user } = await show()
    const button = screen.getByRole('button', { name: 'Send' })
    expect(button).toHaveAttribute('aria-disabled', 'true')
    await user.click(field())
    await user.paste('x'.repeat(801))
    expect(screen.getByRole('status')).toHaveTextContent('801 of 800')
    expect(button).toHaveAttribute('aria-disabled', 'true')
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(onSend).not.toHaveBeenCalled()
  })
})
