import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { donationOf, maxPayment, toCents, toMoney } from '#features/shop/orders/products/pricing.ts'
import type { Order } from '../../contract.order.ts'
import { reloadOrder, useUpdatePaymentAmount } from '../data/orders.ts'

/** The slider has to rest for so long before its value is sent. */
const PAUSE_MS = 400

const centsOf = (money: number) => toCents(money) ?? 0

/**
 * What is paid for an order, in cents: as chosen at once, and sent when the choosing pauses; the last
 * choice wins. Below the price it is the price.
 * @param donation as it was chosen before, in cents; it may not have arrived
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
      // It may have been paid or cancelled elsewhere.
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
    // Changed in another tab while nothing was chosen here: this tab shows the new amount.
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
    /** What is charged is what is shown. */
    settled: chosenCents === savedCents && !isPending,
    error: refused ? update.error : null,
    retry: send,
  }
}
