import { PRODUCT_ID } from '#features/products/pricing.ts'
import { defineMail } from '#platform/server/mail/mail-template.ts'
import { sectionsOf, texts } from '#platform/server/texts.ts'
import type { Language } from '#platform/shared/languages.ts'
import { orderFacts } from '../order-texts.ts'
import type { OrderMail } from '../orders.mailing.ts'

const nextIn = (lang: Language) => sectionsOf('orders', lang).mails.orderPaid.next

function whatComesNext({ product_id, of_account }: OrderMail, lang: Language): string {
  if (product_id !== PRODUCT_ID.membership) return nextIn(lang).parcel
  return of_account ? nextIn(lang).supporter : nextIn(lang).guest
}

/** The money has arrived. */
export const orderPaid = defineMail<OrderMail>('orderPaid', (order, { lang, brand }) => {
  const t = texts('orders', lang)
  return {
    subject: t('mails.orderPaid.subject'),
    preview: t('mails.orderPaid.preview'),
    heading: t('mails.orderPaid.heading'),
    greeting: t('mails.greeting', { firstname: order.firstname }),
    body: [whatComesNext(order, lang), t('mails.orderPaid.body2')],
    facts: orderFacts(order, lang),
    buttons: [
      {
        label: t('mails.orderPaid.button'),
        url: order.see_url,
      },
    ],
    footer: t('mails.footer', { brand }),
  }
})
