import { defineMail } from '#platform/server/mail/mail-template.ts'
import type { Language } from '#platform/shared/languages.ts'
import { formatRefno } from '../../refno.ts'
import { formatMoney } from '../order-texts.ts'
import type { OrderMail } from '../orders.mailing.ts'

export interface RefundedOrderMail extends OrderMail {
  refunded_cents: number
  /** What was paid, and what of it went back so far, this refund included. */
  paid_cents: number
  so_far_cents: number
}

/** `rest`: with parts that went back before, it is all of it. */
type Share = 'all' | 'part' | 'rest'

function shareOf({ refunded_cents, paid_cents, so_far_cents }: RefundedOrderMail): Share {
  // Of a mail that waits since an older version, no more is known than its amount.
  if (!(refunded_cents < paid_cents)) return 'all'
  return so_far_cents >= paid_cents ? 'rest' : 'part'
}

type ShareWords = { subject: string; given: string }
const WORDS: Record<
  Language,
  Record<Share, ShareWords> & Record<'refno' | 'amount' | 'paid' | 'soFar', string>
> = {
  de: {
    all: {
      subject: 'Du bekommst dein Geld zurück',
      given: 'Wir haben dir die Zahlung zurückgegeben, auf dem Weg, auf dem sie kam.',
    },
    part: {
      subject: 'Du bekommst einen Teil deines Geldes zurück',
      given: 'Wir haben dir einen Teil deiner Zahlung zurückgegeben, auf dem Weg, auf dem sie kam.',
    },
    rest: {
      subject: 'Du bekommst den Rest deines Geldes zurück',
      given:
        'Wir haben dir den Rest deiner Zahlung zurückgegeben, auf dem Weg, auf dem sie kam. Damit ist alles zurück.',
    },
    refno: 'Bestellnummer',
    amount: 'Betrag',
    paid: 'Du hattest bezahlt',
    soFar: 'Bisher zurückgegeben',
  },
  en: {
    all: {
      subject: 'You get your money back',
      given: 'We have given your payment back, the way it came.',
    },
    part: {
      subject: 'You get a part of your money back',
      given: 'We have given a part of your payment back, the way it came.',
    },
    rest: {
      subject: 'You get the rest of your money back',
      given: 'We have given the rest of your payment back, the way it came. That is all of it.',
    },
    refno: 'Order number',
    amount: 'Amount',
    paid: 'You had paid',
    soFar: 'Given back so far',
  },
  fr: {
    all: {
      subject: 'Nous vous rendons votre argent',
      given: 'Nous vous avons rendu votre paiement, par le chemin par lequel il est venu.',
    },
    part: {
      subject: 'Nous vous rendons une partie de votre argent',
      given:
        'Nous vous avons rendu une partie de votre paiement, par le chemin par lequel il est venu.',
    },
    rest: {
      subject: 'Nous vous rendons le reste de votre argent',
      given:
        'Nous vous avons rendu le reste de votre paiement, par le chemin par lequel il est venu. Tout est ainsi remboursé.',
    },
    refno: 'Numéro de commande',
    amount: 'Montant',
    paid: 'Vous aviez payé',
    soFar: 'Remboursé jusqu’ici',
  },
}

function factsOf(order: RefundedOrderMail, lang: Language) {
  const words = WORDS[lang]
  const money = (cents: number) => formatMoney(cents, order.currency, lang)
  const facts = [
    { label: words.refno, value: formatRefno(order.refno) },
    { label: words.amount, value: money(order.refunded_cents) },
  ]
  if (shareOf(order) === 'all') return facts
  return [
    ...facts,
    { label: words.soFar, value: money(order.so_far_cents) },
    { label: words.paid, value: money(order.paid_cents) },
  ]
}

/** Money was given back: all of a payment, or a part. */
export const orderRefunded = defineMail<RefundedOrderMail>('orderRefunded', {
  de: (order, brand) => ({
    subject: WORDS.de[shareOf(order)].subject,
    preview: 'Die Rückzahlung ist unterwegs.',
    heading: 'Die Rückzahlung ist unterwegs',
    greeting: `Hallo ${order.firstname}`,
    body: [
      `${WORDS.de[shareOf(order)].given} Bis sie auf deinem Konto steht, kann es einige Tage dauern.`,
    ],
    facts: factsOf(order, 'de'),
    buttons: [],
    footer: `Du bekommst diese E-Mail, weil du bei ${brand} bestellt hast.`,
  }),
  en: (order, brand) => ({
    subject: WORDS.en[shareOf(order)].subject,
    preview: 'The refund is on its way.',
    heading: 'The refund is on its way',
    greeting: `Hello ${order.firstname}`,
    body: [`${WORDS.en[shareOf(order)].given} It may take some days until it is in your account.`],
    facts: factsOf(order, 'en'),
    buttons: [],
    footer: `You are getting this e-mail because you ordered at ${brand}.`,
  }),
  fr: (order, brand) => ({
    subject: WORDS.fr[shareOf(order)].subject,
    preview: 'Le remboursement est en route.',
    heading: 'Le remboursement est en route',
    greeting: `Bonjour ${order.firstname}`,
    body: [
      `${WORDS.fr[shareOf(order)].given} Quelques jours peuvent passer jusqu’à ce qu’il soit sur votre compte.`,
    ],
    facts: factsOf(order, 'fr'),
    buttons: [],
    footer: `Vous recevez cet e-mail parce que vous avez commandé sur ${brand}.`,
  }),
})
