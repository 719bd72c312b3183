import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { donationOf, maxPayment, toCents, toMoney } from '#features/products/pricing.ts'
import type { Order } from '../../contract.order.ts'
import { reloadOrder, useUpdatePaymentAmount } from '../data/orders.ts'

/** Whoever moves the slider has stopped for so long before it is sent. */
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
  const saved = centsOf(order.payment_amount)
  const within = (cents: number) => Math.min(Math.max(cents, price), maxPayment(price))
  const [chosen, setChosen] = useState(() => within(price + donation))
  const update = useUpdatePaymentAmount()
  const { isPending, isError, variables } = update
  const refused = isError && variables.payment_amount === toMoney(chosen)

  const send = () => {
    const { id, refno } = order
    update.mutate(
      { id, refno, payment_amount: toMoney(chosen), ...(key && { key }) },
      // It may have been paid or cancelled elsewhere.
      { onError: () => void reloadOrder(id) },
    )
  }
  const onPause = useEffectEvent(send)
  useEffect(() => {
    if (chosen === saved || isPending || refused) return
    const timer = setTimeout(onPause, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [chosen, saved, isPending, refused])

  const before = useRef(saved)
  const onSaved = useEffectEvent(() => {
    // Changed in another tab, and nothing was chosen here meanwhile: what is shown follows.
    if (chosen === before.current && chosen !== saved) {
      setChosen(saved)
      onDonation(donationOf(saved, price))
    }
    before.current = saved
  })
  useEffect(() => {
    if (before.current !== saved) onSaved()
  }, [saved])

  return {
    price,
    payment: chosen,
    choose: (cents: number) => {
      const next = within(cents)
      setChosen(next)
      onDonation(donationOf(next, price))
    },
    /** What is charged is what is shown. */
    settled: chosen === saved && !isPending,
    error: refused ? update.error : null,
    retry: send,
  }
}
