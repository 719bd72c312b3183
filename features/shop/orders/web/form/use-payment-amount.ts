import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { donationOf, maxPayment, toCents, toMoney } from '#features/shop/orders/products/pricing.ts'
import type { Order } from '../../contract.order.ts'
import { reloadOrder, useUpdatePaymentAmount } from '../data/orders.ts'

/** How long the slider must rest before its value is sent. */
const PAUSE_MS = 400

const centsOf = (money: number) => toCents(money) ?? 0

/**
 * The amount to pay for an order, in cents. The choice shows at once and is sent after a pause; the last choice wins.
 * Amounts below the price become the price.
 * @param donation the earlier choice in cents, which may not have reached the server
 * @param key of a guest's order
 */
export function usePaymentAmount(
  order: Order,
  donation: number,
  onDonation: (cents: number) => void,
  key?: string,
) {
  const price = centsOf(order.price)
  const savedCents = centsOf(order.payment_amount)
  const within = (cents: number) => Math.min(Math.max(cents, price), maxPayment(price))
  const [chosenCents, setChosenCents] = useState(() => within(price + donation))
  const update = useUpdatePaymentAmount()
  const { isPending, isError, variables } = update
  const refused = isError && variables.payment_amount === toMoney(chosenCents)

  const send = () => {
    const { id, refno } = order
    update.mutate(
      { id, refno, payment_amount: toMoney(chosenCents), ...(key && { key }) },
      // Another tab or device may have paid or cancelled it.
      { onError: () => void reloadOrder(id) },
    )
  }
  const onPause = useEffectEvent(send)
  useEffect(() => {
    if (chosenCents === savedCents || isPending || refused) return
    const timer = setTimeout(onPause, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [chosenCents, savedCents, isPending, refused])

  const before = useRef(savedCents)
  const onSaved = useEffectEvent(() => {
    // Another tab changed the amount while this one was idle, so this tab shows the new amount.
    if (chosenCents === before.current && chosenCents !== savedCents) {
      setChosenCents(savedCents)
      onDonation(donationOf(savedCents, price))
    }
    before.current = savedCents
  })
  useEffect(() => {
    if (before.current !== savedCents) onSaved()
  }, [savedCents])

  return {
    price,
    payment: chosenCents,
    choose: (cents: number) => {
      const next = within(cents)
      setChosenCents(next)
      onDonation(donationOf(next, price))
    },
    /** Whether the displayed amount is the saved one, which will be charged. */
    settled: chosenCents === savedCents && !isPending,
    error: refused ? update.error : null,
    retry: send,
  }
}
