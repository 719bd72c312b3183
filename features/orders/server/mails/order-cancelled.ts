import { defineMail } from '#platform/server/mail/mail-template.ts'
import type { Language } from '#platform/shared/languages.ts'
import { formatRefno } from '../../refno.ts'
import { formatMoney, orderFacts } from '../order-texts.ts'
import type { OrderMail } from '../orders.mailing.ts'

export interface CancelledOrderMail extends OrderMail {
  was_paid: boolean
  /** Of what was paid: what is to go back yet, and what went back already. */
  held_cents: number
  refunded_cents: number
  /** The number of the order that has taken its place. */
  replaced_by: string | null
}

type Money = 'unpaid' | 'held' | 'part' | 'back' | 'disputed'

function moneyOf({ was_paid, held_cents, refunded_cents }: CancelledOrderMail): Money {
  if (!was_paid) return 'unpaid'
  if (held_cents > 0) return refunded_cents > 0 ? 'part' : 'held'
  return refunded_cents > 0 ? 'back' : 'disputed'
}

const WORDS: Record<
  Language,
  Record<Money, { preview: string; body: string }> & { toCome: string; given: string }
> = {
  de: {
    unpaid: {
      preview: 'Du musst nichts bezahlen.',
      body: 'Sie ist nicht mehr zu bezahlen. Ist doch schon eine Zahlung unterwegs, geben wir sie dir zurück.',
    },
    held: {
      preview: 'Du bekommst dein Geld zurück.',
      body: 'Was du bezahlt hast, geben wir dir zurück. Sobald es unterwegs ist, schreiben wir dir.',
    },
    part: {
      preview: 'Du bekommst auch den Rest deines Geldes zurück.',
      body: 'Einen Teil deines Geldes haben wir dir schon zurückgegeben, und der Rest folgt. Sobald er unterwegs ist, schreiben wir dir.',
    },
    back: {
      preview: 'Dein Geld haben wir dir zurückgegeben.',
      body: 'Was du bezahlt hast, haben wir dir schon zurückgegeben.',
    },
    disputed: {
      preview: 'Über dein Geld entscheidet deine Bank oder der Zahlungsanbieter.',
      body: 'Was du bezahlt hast, ist über deine Bank oder den Zahlungsanbieter zurückverlangt. Dort wird darüber entschieden.',
    },
    toCome: 'Bekommst du noch zurück',
    given: 'Schon zurückgegeben',
  },
  en: {
    unpaid: {
      preview: 'There is nothing to pay.',
      body: 'It is not to be paid any more. If a payment is on its way nevertheless, we give it back.',
    },
    held: {
      preview: 'You get your money back.',
      body: 'We give you back what you have paid. We write to you as soon as it is on its way.',
    },
    part: {
      preview: 'You get the rest of your money back, too.',
      body: 'We have given you back a part of your money already, and the rest will follow. We write to you as soon as it is on its way.',
    },
    back: {
      preview: 'We have given you your money back.',
      body: 'We have given you back already what you had paid.',
    },
    disputed: {
      preview: 'Your bank or the payment provider decides about your money.',
      body: 'What you have paid was claimed back by way of your bank or of the payment provider. They decide about it.',
    },
    toCome: 'Still to come back',
    given: 'Given back already',
  },
  fr: {
    unpaid: {
      preview: 'Vous n’avez rien à payer.',
      body: 'Elle n’est plus à payer. Si un paiement est tout de même en route, nous vous le rendons.',
    },
    held: {
      preview: 'Nous vous rendons votre argent.',
      body: 'Nous vous remboursons ce que vous avez payé. Nous vous écrirons dès que le remboursement sera en route.',
    },
    part: {
      preview: 'Nous vous rendons aussi le reste de votre argent.',
      body: 'Nous vous avons déjà remboursé une partie de votre argent, et le reste suivra. Nous vous écrirons dès qu’il sera en route.',
    },
    back: {
      preview: 'Nous vous avons rendu votre argent.',
      body: 'Nous vous avons déjà remboursé ce que vous aviez payé.',
    },
    disputed: {
      preview: 'Votre banque ou le prestataire de paiement décide de votre argent.',
      body: 'Ce que vous avez payé a été réclamé par votre banque ou par le prestataire de paiement. La décision se prend là-bas.',
    },
    toCome: 'Encore à rembourser',
    given: 'Déjà remboursé',
  },
}

/** The order, and of a paid one what went back and what is to. */
function factsOf(order: CancelledOrderMail, lang: Language) {
  const { was_paid, held_cents, refunded_cents, currency } = order
  const facts = orderFacts(order, lang)
  if (!was_paid) return facts
  const { given, toCome } = WORDS[lang]
  const money = (cents: number) => formatMoney(cents, currency, lang)
  if (refunded_cents > 0) facts.push({ label: given, value: money(refunded_cents) })
  if (held_cents > 0) facts.push({ label: toCome, value: money(held_cents) })
  return facts
}

/** An order was cancelled, by whoever placed it or by those who run the community, or replaced. */
export const orderCancelled = defineMail<CancelledOrderMail>('orderCancelled', {
  de: (order, brand) => ({
    ...(order.replaced_by
      ? {
          subject: 'Deine Bestellung ist ersetzt',
          preview: 'Für diese hier musst du nichts bezahlen.',
          heading: 'Deine Bestellung ist ersetzt',
          body: [
            `An der Bestellung wurde etwas geändert. An ihrer Stelle gilt jetzt die Bestellung ${formatRefno(order.replaced_by)}; die hier ist storniert und nicht mehr zu bezahlen.`,
            'Du warst das nicht? Dann antworte auf diese E-Mail.',
          ],
        }
      : {
          subject: 'Deine Bestellung ist storniert',
          preview: WORDS.de[moneyOf(order)].preview,
          heading: 'Deine Bestellung ist storniert',
          body: [WORDS.de[moneyOf(order)].body],
        }),
    greeting: `Hallo ${order.firstname}`,
    facts: factsOf(order, 'de'),
    buttons: order.replaced_by ? [] : [{ label: 'Neu bestellen', url: order.order_url }],
    footer: `Du bekommst diese E-Mail, weil du bei ${brand} bestellt hast.`,
  }),
  en: (order, brand) => ({
    ...(order.replaced_by
      ? {
          subject: 'Your order has been replaced',
          preview: 'There is nothing to pay for this one.',
          heading: 'Your order has been replaced',
          body: [
            `Something in the order was changed. Order ${formatRefno(order.replaced_by)} has taken its place; this one is cancelled and not to be paid any more.`,
            'It was not you? Then please answer this e-mail.',
          ],
        }
      : {
          subject: 'Your order has been cancelled',
          preview: WORDS.en[moneyOf(order)].preview,
          heading: 'Your order has been cancelled',
          body: [WORDS.en[moneyOf(order)].body],
        }),
    greeting: `Hello ${order.firstname}`,
    facts: factsOf(order, 'en'),
    buttons: order.replaced_by ? [] : [{ label: 'Order again', url: order.order_url }],
    footer: `You are getting this e-mail because you ordered at ${brand}.`,
  }),
  fr: (order, brand) => ({
    ...(order.replaced_by
      ? {
          subject: 'Votre commande est remplacée',
          preview: 'Pour celle-ci, vous n’avez rien à payer.',
          heading: 'Votre commande est remplacée',
          body: [
            `La commande a été modifiée. La commande ${formatRefno(order.replaced_by)} a pris sa place ; celle-ci est annulée et n’est plus à payer.`,
            'Ce n’était pas vous ? Alors répondez à cet e-mail.',
          ],
        }
      : {
          subject: 'Votre commande est annulée',
          preview: WORDS.fr[moneyOf(order)].preview,
          heading: 'Votre commande est annulée',
          body: [WORDS.fr[moneyOf(order)].body],
        }),
    greeting: `Bonjour ${order.firstname}`,
    facts: factsOf(order, 'fr'),
    buttons: order.replaced_by ? [] : [{ label: 'Commander à nouveau', url: order.order_url }],
    footer: `Vous recevez cet e-mail parce que vous avez commandé sur ${brand}.`,
  }),
})
