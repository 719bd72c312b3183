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
  /** Above the boxes to tick. */
  done: string
}

export const LIST_WORDS: Record<Language, ListWords> = {
  de: {
    list: 'Packliste',
    made: 'Erstellt am',
    sums: 'Bereitlegen',
    product: 'Was',
    amount: 'Anzahl',
    orders: (count) => (count === 1 ? '1 Bestellung' : `${count} Bestellungen`),
    number: 'Nummer',
    recipient: 'Für',
    done: 'Gepackt',
  },
  en: {
    list: 'Packing list',
    made: 'Made on',
    sums: 'Put ready',
    product: 'What',
    amount: 'Amount',
    orders: (count) => (count === 1 ? '1 order' : `${count} orders`),
    number: 'Number',
    recipient: 'For',
    done: 'Packed',
  },
  fr: {
    list: 'Liste de préparation',
    made: 'Établie le',
    sums: 'À préparer',
    product: 'Quoi',
    amount: 'Quantité',
    orders: (count) => (count === 1 ? '1 commande' : `${count} commandes`),
    number: 'Numéro',
    recipient: 'Pour',
    done: 'Emballé',
  },
}
