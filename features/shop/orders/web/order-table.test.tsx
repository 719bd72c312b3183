import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { testOrder } from '#platform/web/testing/order.ts'
import { renderInApp } from '#platform/web/testing/render.tsx'
import { OrderTable } from './order-table.tsx'

/** The cells of each row as text, with non-breaking spaces replaced. */
const rows = () =>
  screen
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent?.replace(/\u00a0/g, ' ')))

it('the table shows product, amount, price per piece and price in the currency of the order', async () => {
  await renderInApp(<OrderTable order={testOrder({ payment_currency: 'EUR' })} />)
  expect(rows()[0]).toEqual(['Product', 'Amount', 'Price per piece', 'Price'])
  expect(rows()[1]?.slice(0, 2)).toEqual(['Sheet of stickers', '2'])
  expect(rows()[1]?.[2]).toMatch(/^EUR.?7\.00$/)
  expect(rows()[1]?.[3]).toMatch(/^EUR.?14\.00$/)
})

it('the table adds donation and total when withDonation is set', async () => {
  await renderInApp(<OrderTable order={testOrder()} withDonation />)
  expect(rows().slice(2)).toEqual([
    ['Donation', 'CHF 3.00'],
    ['Total', 'CHF 17.00'],
  ])
})

it('the table shows a membership as one year of its tier', async () => {
  const product = {
    id: 3,
    name: 'Mitgliedschaft',
    name_en: 'Membership',
    name_fr: 'Adhésion',
    price: 1,
  }
  await renderInApp(
    <OrderTable order={testOrder({ product, amount: 80, price_per_piece: 1, price: 80 })} />,
  )
  expect(rows()[1]).toEqual(['Membership “super”', '1 year', 'CHF 80.00', 'CHF 80.00'])
})
