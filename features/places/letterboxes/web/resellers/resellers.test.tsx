import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { testLetterbox } from '#platform/web/testing/letterbox.ts'
import { renderInApp } from '#platform/web/testing/render.tsx'
import { ResellerCard } from './reseller-card.tsx'
import { ResellerList } from './reseller-list.tsx'

const shop = testLetterbox({
  role_name: 'reseller',
  enable_messaging: false,
  firstname: 'Papeterie',
  lastname: 'Männedorf',
  email: 'shop@letterlend.example',
})

it('the card shows the name, the address and the e-mail link of a reseller', async () => {
  const close = vi.fn()
  await renderInApp(<ResellerCard reseller={shop} onClose={close} />)
  const card = screen.getByRole('dialog', { name: 'Papeterie Männedorf' })
  expect(card).toHaveTextContent('Reseller')
  expect(card).toHaveTextContent('Kornweg 648708 Männedorf')
  expect(screen.getByRole('link')).toHaveAttribute('href', 'mailto:shop@letterlend.example')
  expect(card).toHaveFocus()
  fireEvent.keyDown(card, { key: 'Escape' })
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(close).toHaveBeenCalledTimes(2)
})

it('the card shows the address if there is no name, and no link without an e-mail address', async () => {
  const nameless = { ...shop, firstname: null, lastname: null, email: null }
  await renderInApp(<ResellerCard reseller={nameless} onClose={() => undefined} />)
  expect(screen.getByRole('heading', { name: 'Kornweg 64' })).toBeVisible()
  expect(screen.queryByRole('link')).toBeNull()
})

it('the list shows the nearest first, and distances only from the visitor’s position', async () => {
  const far = { ...shop, id: '0197c7a2-3c1f-7d52-9f0a-2b1f6f1f2a12', latitude: 48, lastname: 'Far' }
  const props = { resellers: [far, shop], from: { latitude: 47.37, longitude: 8.53 } }
  const select = vi.fn()
  const { unmount } = await renderInApp(
    <ResellerList {...props} located selected={null} onSelect={select} />,
  )
  const rows = screen.getAllByRole('button')
  expect(rows[0]).toHaveTextContent('Kornweg 64, 8708 Männedorf · 753.1 m')
  fireEvent.click(rows[1] as HTMLElement)
  expect(select).toHaveBeenCalledWith(far)
  unmount()
  await renderInApp(
    <ResellerList {...props} located={false} selected={shop.id} onSelect={select} />,
  )
  expect(screen.getAllByRole('button')[0]).not.toHaveTextContent('753')
  expect(screen.getAllByRole('button')[0]).toHaveAttribute('aria-current', 'true')
})
