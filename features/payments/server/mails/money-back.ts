import { formatRefno } from '#features/orders/refno.ts'
import { toMoney } from '#features/products/pricing.ts'
import { defineMail } from '#platform/server/mail/mail-template.ts'
import { type Language, LOCALES } from '#platform/shared/languages.ts'

type What = 'refunded' | 'failed' | 'dispute_open' | 'dispute_won' | 'dispute_lost'

export interface MoneyBackMail {
  what: What
  provider: 'stripe' | 'paypal' | 'sandbox'
  refno: string
  amount_cents: number
  currency: string
  /** Why it is disputed, in the provider's word for it. */
  reason: string
  /** Until when something can be said about a dispute, as ISO text. */
  answer_by: string | null
  timeZone: string
  order_url: string
}

interface Words {
  heading: string
  body: (provider: string, until: string | null) => string[]
}

const PROVIDERS = { stripe: 'Stripe', paypal: 'PayPal', sandbox: 'Test' }

const WORDS: Record<Language, Record<What, Words>> = {
  de: {
    refunded: {
      heading: 'Geld ging beim Anbieter zurück',
      body: (provider) => [
        `Bei ${provider} wurde Geld zurückgegeben, ohne dass es hier jemand verlangt hat. Es steht jetzt bei der Bestellung. Gib es nicht noch einmal zurück.`,
        'Prüfe, ob die Bestellung noch stimmt.',
      ],
    },
    failed: {
      heading: 'Eine Erstattung ist nicht angekommen',
      body: (provider) => [
        `Das Geld ist wieder bei ${provider}. Versuche es nochmals, oder überweise es selbst.`,
      ],
    },
    dispute_open: {
      heading: 'Eine Zahlung wird angefochten',
      body: (provider, until) => [
        `Wer bezahlt hat, verlangt das Geld über die Bank oder ${provider} zurück. Antworte bei ${provider}${until ? ` bis ${until}` : ''}.`,
        'Überweise nichts: Sonst ist das Geld zweimal weg.',
      ],
    },
    dispute_won: {
      heading: 'Die Anfechtung ist zu euren Gunsten beendet',
      body: (provider) => [`${provider} meldet: Das Geld bleibt bei euch.`],
    },
    dispute_lost: {
      heading: 'Die Anfechtung ist verloren',
      body: (provider) => [
        `${provider} meldet: Das Geld ging an die Person zurück, die bezahlt hat. Überweise nichts, und prüfe, ob die Bestellung noch stimmt.`,
      ],
    },
  },
  en: {
    refunded: {
      heading: 'Money went back at the provider',
      body: (provider) => [
        `Money was given back at ${provider} without anybody asking for it here. It now stands with the order. Do not give it back again.`,
        'Check whether the order is still right.',
      ],
    },
    failed: {
      heading: 'A refund did not arrive',
      body: (provider) => [
        `The money is with ${provider} again. Try once more, or transfer it yourself.`,
      ],
    },
    dispute_open: {
      heading: 'A payment is disputed',
      body: (provider, until) => [
        `Whoever paid wants the money back by way of the bank or ${provider}. Answer at ${provider}${until ? ` until ${until}` : ''}.`,
        'Transfer nothing: the money would be gone twice.',
      ],
    },
    dispute_won: {
      heading: 'The dispute ended in your favour',
      body: (provider) => [`${provider} says: the money stays with you.`],
    },
    dispute_lost: {
      heading: 'The dispute is lost',
      body: (provider) => [
        `${provider} says: the money went back to whoever paid. Transfer nothing, and check whether the order is still right.`,
      ],
    },
  },
  fr: {
    refunded: {
      heading: 'De l’argent a été rendu chez le prestataire',
      body: (provider) => [
        `Chez ${provider}, de l’argent a été rendu sans que cela ait été demandé ici. Il figure maintenant dans la commande. Ne le rendez pas une seconde fois.`,
        'Vérifiez que la commande est encore juste.',
      ],
    },
    failed: {
      heading: 'Un remboursement n’est pas arrivé',
      body: (provider) => [
        `L’argent est de nouveau chez ${provider}. Essayez encore une fois, ou virez-le vous-même.`,
      ],
    },
    dispute_open: {
      heading: 'Un paiement est contesté',
      body: (provider, until) => [
        `La personne qui a payé demande l’argent par sa banque ou par ${provider}. Répondez chez ${provider}${until ? ` jusqu’au ${until}` : ''}.`,
        'Ne virez rien : l’argent partirait deux fois.',
      ],
    },
    dispute_won: {
      heading: 'La contestation s’est terminée en votre faveur',
      body: (provider) => [`${provider} annonce : l’argent reste chez vous.`],
    },
    dispute_lost: {
      heading: 'La contestation est perdue',
      body: (provider) => [
        `${provider} annonce : l’argent est retourné à la personne qui a payé. Ne virez rien, et vérifiez que la commande est encore juste.`,
      ],
    },
  },
}

const LABELS: Record<
  Language,
  Record<'greeting' | 'refno' | 'amount' | 'provider' | 'reason' | 'button', string>
> = {
  de: {
    greeting: 'Hallo',
    refno: 'Bestellnummer',
    amount: 'Betrag',
    provider: 'Anbieter',
    reason: 'Grund, wie ihn der Anbieter nennt',
    button: 'Zahlung ansehen',
  },
  en: {
    greeting: 'Hello',
    refno: 'Order number',
    amount: 'Amount',
    provider: 'Provider',
    reason: 'Reason, in the provider’s word',
    button: 'Look at payment',
  },
  fr: {
    greeting: 'Bonjour',
    refno: 'Numéro de commande',
    amount: 'Montant',
    provider: 'Prestataire',
    reason: 'Motif, selon le prestataire',
    button: 'Voir le paiement',
  },
}

function textsOf(content: MoneyBackMail, lang: Language, footer: string) {
  const { what, refno, amount_cents, currency, reason, answer_by, timeZone, order_url } = content
  const provider = PROVIDERS[content.provider]
  const day = new Intl.DateTimeFormat(LOCALES[lang], { dateStyle: 'long', timeZone })
  const money = { style: 'currency', currency, currencyDisplay: 'code' } as const
  const words = WORDS[lang][what]
  const labels = LABELS[lang]
  const [first = '', ...rest] = words.body(
    provider,
    answer_by === null ? null : day.format(new Date(answer_by)),
  )
  return {
    subject: `${words.heading}: ${formatRefno(refno)}`,
    preview: first,
    heading: words.heading,
    greeting: labels.greeting,
    body: [first, ...rest],
    facts: [
      { label: labels.refno, value: formatRefno(refno) },
      {
        label: labels.amount,
        value: new Intl.NumberFormat(LOCALES[lang], money).format(toMoney(amount_cents)),
      },
      { label: labels.provider, value: provider },
      ...(reason ? [{ label: labels.reason, value: reason }] : []),
    ],
    buttons: [{ label: labels.button, url: order_url }],
    footer,
  }
}

/** To administrators: money went back, or is wanted back, without anybody having asked for it here. */
export const moneyBack = defineMail<MoneyBackMail>('moneyBack', {
  de: (content, brand) =>
    textsOf(content, 'de', `Du bekommst diese E-Mail, weil du ${brand} mit betreust.`),
  en: (content, brand) =>
    textsOf(content, 'en', `You are getting this e-mail because you help to look after ${brand}.`),
  fr: (content, brand) =>
    textsOf(
      content,
      'fr',
      `Vous recevez cet e-mail parce que vous participez à la gestion de ${brand}.`,
    ),
})
