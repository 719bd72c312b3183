import { formatRefno } from '#features/orders/refno.ts'
import { toMoney } from '#features/products/pricing.ts'
import { defineMail } from '#platform/server/mail/mail-template.ts'
import { sectionsOf, texts } from '#platform/server/texts.ts'
import { dateFormatIn } from '#platform/shared/formats.ts'
import type { Language } from '#platform/shared/languages.ts'
import { moneyInWords } from '#platform/shared/money.ts'

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

const wordsIn = (lang: Language): Record<What, Words> => {
  const t = texts('payments', lang)
  return {
    refunded: {
      heading: t('mails.moneyBack.refunded.heading'),
      body: (provider) => [
        t('mails.moneyBack.refunded.body1', { provider }),
        t('mails.moneyBack.refunded.body2'),
      ],
    },
    failed: {
      heading: t('mails.moneyBack.failed.heading'),
      body: (provider) => [t('mails.moneyBack.failed.body', { provider })],
    },
    dispute_open: {
      heading: t('mails.moneyBack.disputeOpen.heading'),
      body: (provider, until) => [
        t('mails.moneyBack.disputeOpen.body1', {
          provider,
          until: until ? t('mails.moneyBack.disputeOpen.body1Part.until', { until }) : '',
        }),
        t('mails.moneyBack.disputeOpen.body2'),
      ],
    },
    dispute_won: {
      heading: t('mails.moneyBack.disputeWon.heading'),
      body: (provider) => [t('mails.moneyBack.disputeWon.body', { provider })],
    },
    dispute_lost: {
      heading: t('mails.moneyBack.disputeLost.heading'),
      body: (provider) => [t('mails.moneyBack.disputeLost.body', { provider })],
    },
  }
}

const labelsIn = (lang: Language) => sectionsOf('payments', lang).mails.moneyBack.labels

function textsOf(content: MoneyBackMail, lang: Language, footer: string) {
  const { what, refno, amount_cents, currency, reason, answer_by, timeZone, order_url } = content
  const provider = PROVIDERS[content.provider]
  const day = dateFormatIn(lang, { dateStyle: 'long', timeZone })
  const words = wordsIn(lang)[what]
  const labels = labelsIn(lang)
  const [first = '', ...rest] = words.body(
    provider,
    answer_by === null ? null : day.format(new Date(answer_by)),
  )
  return {
    subject: `${texts('platform', lang)('server.labelled', { label: words.heading })} ${formatRefno(refno)}`,
    preview: first,
    heading: words.heading,
    greeting: labels.greeting,
    body: [first, ...rest],
    facts: [
      { label: labels.refno, value: formatRefno(refno) },
      {
        label: labels.amount,
        value: moneyInWords(toMoney(amount_cents), currency, lang),
      },
      { label: labels.provider, value: provider },
      ...(reason ? [{ label: labels.reason, value: reason }] : []),
    ],
    buttons: [{ label: labels.button, url: order_url }],
    footer,
  }
}

/** To administrators: money went back, or is wanted back, without anybody having asked for it here. */
export const moneyBack = defineMail<MoneyBackMail>('moneyBack', (content, { lang, brand }) =>
  textsOf(content, lang, texts('payments', lang)('mails.footer', { brand })),
)
