import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { renderInApp } from '#platform/web/testing/render.tsx'
import { DonationSlider } from './donation-slider.tsx'

function Chosen({ price }: { price: number }) {
  const [payment, setPayment] = useState(price)
  return <DonationSlider price={price} payment={payment} currency="CHF" onChange={setPayment} />
}

const slider = () => screen.getByRole('slider', { name: /You pay/ })
const slideTo = (value: number) => fireEvent.change(slider(), { target: { value: String(value) } })
const message = () => screen.getByText(/not possible|at most/)

it.each([
  [700, '100'],
  [9900, '100'],
  [10_000, '200'],
  [15_000, '300'],
])('the slider for a price of %i cents goes from 0 to %s', async (price, max) => {
  await renderInApp(<Chosen price={price} />)
  expect(slider()).toHaveAttribute('min', '0')
  expect(slider()).toHaveAttribute('max', max)
})

it('the slider announces the payment and the donation in it', async () => {
  await renderInApp(<Chosen price={700} />)
  slideTo(32)
  expect(
    slider()
      .getAttribute('aria-valuetext')
      ?.replace(/\u00a0/g, ' '),
  ).toBe('CHF 32.00, of which CHF 25.00 is a donation. How generous!')
})

it('the slider returns to the price if it is moved below, with a message', async () => {
  await renderInApp(<Chosen price={700} />)
  slideTo(20)
  expect(screen.getByLabelText('Donation in CHF')).toHaveValue('13')
  slideTo(3)
  expect(slider()).toHaveValue('7')
  expect(screen.getByLabelText('Donation in CHF')).toHaveValue('0')
  expect(message()).toHaveTextContent(/Less than the price of CHF.7\.00 is not possible/)
  slideTo(8)
  expect(screen.queryByText(/not possible/)).toBeNull()
})

it.each([
  [17, 'Thank you for your order'],
  [18, 'That is kind of you'],
  [27, 'How generous!'],
  [37, 'Wow, thank you so much!'],
  [47, 'You leave us speechless!'],
])('the smiley for a payment of %i francs for a sheet says: %s', async (payment, words) => {
  await renderInApp(<Chosen price={700} />)
  slideTo(payment)
  expect(screen.getByText(words)).toBeVisible()
})

it('the field accepts a typed donation up to the maximum of the slider', async () => {
  await renderInApp(<Chosen price={700} />)
  const field = screen.getByLabelText('Donation in CHF')
  await userEvent.clear(field)
  await userEvent.type(field, '12,50')
  expect(slider()).toHaveAttribute('aria-valuetext', expect.stringMatching(/^CHF.19\.50/))
  await userEvent.tab()
  expect(field).toHaveValue('12.50')
  await userEvent.clear(field)
  await userEvent.type(field, '500')
  expect(message()).toHaveTextContent(/CHF.93\.00 at most/)
  await userEvent.tab()
  expect(field).toHaveValue('93')
})
