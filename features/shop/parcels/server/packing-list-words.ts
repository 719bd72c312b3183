import { texts } from '#platform/server/texts.ts'
import type { Language } from '#platform/shared/languages.ts'

interface ListWords {
  list: string
  made: string
  sums: string
  product: string
  amount: string
  orders: (count: number) => string
  number: string
  recipient: string
  /** Heading of the check boxes. */
  done: string
}

export const listWordsIn = (lang: Language): ListWords => {
  const t = texts('parcels', lang)
  return {
    list: t('papers.packingList.list'),
    made: t('papers.packingList.made'),
    sums: t('papers.packingList.sums'),
    product: t('papers.packingList.product'),
    amount: t('papers.packingList.amount'),
    orders: (count) => t('papers.packingList.orders', { count }),
    number: t('papers.packingList.number'),
    recipient: t('papers.packingList.recipient'),
    done: t('papers.packingList.done'),
  }
}
