import { toMoney } from '#features/shop/orders/products/pricing.ts'
import { formatRefno } from '#features/shop/orders/refno.ts'
import { defineTextMail } from '#platform/server/mail/text-mail.ts'
import { texts } from '#platform/server/texts.ts'
import { dateFormatIn } from '#platform/shared/formats.ts'
import { moneyInWords } from '#platform/shared/money.ts'

type What = 'refunded' | 'failed' | 'dispute_open' | 'dispute_won' | 'dispute_lost'

export interface MoneyBackMail {
  what: What
  provider: 'stripe' | 'paypal' | 'sandbox'
  refno: string
  amount_cents: number
  currency: string
  /** The provider's code for the reason. */
  reason: string
  /** Deadline for responding to a dispute, as ISO text. */
  answer_by: string | null
  timeZone: string
  order_url: string
}

const PROVIDERS = { stripe: 'Stripe', paypal: 'PayPal', sandbox: 'Test' }

const KEYS = {
  refunded: 'refunded',
  failed: 'failed',
  dispute_open: 'disputeOpen',
  dispute_won: 'disputeWon',
  dispute_lost: 'disputeLost',
} as const

/** To administrators: money was refunded or disputed at the provider, not through this server. */
export const moneyBack = defineTextMail(
  'payments',
  'moneyBack',
  (content: MoneyBackMail, t, { lang }) => {
    const { what, refno, amount_cents, currency, reason, answer_by, timeZone, order_url } = content
    const provider = PROVIDERS[content.provider]
    const key = KEYS[what]
    const day = dateFormatIn(lang, { dateStyle: 'long', timeZone })
    const until =
      answer_by === null
        ? ''
        : t('mails.moneyBack.disputeOpen.body1Part.until', {
            until: day.format(new Date(answer_by)),
          })
    const body =
      key === 'refunded' || key === 'disputeOpen'
        ? [
            t(`mails.moneyBack.${key}.body1`, { provider, until }),
            t(`mails.moneyBack.${key}.body2`),
          ]
        : [t(`mails.moneyBack.${key}.body`, { provider })]
    const heading = t(`mails.moneyBack.${key}.heading`)
    return {
      subject: `${texts('platform', lang)('server.labelled', { label: heading })} ${formatRefno(refno)}`,
      preview: body[0],
      heading,
      greeting: t('mails.moneyBack.labels.greeting'),
      body,
      facts: [
        { label: t('mails.moneyBack.labels.refno'), value: formatRefno(refno) },
        {
          label: t('mails.moneyBack.labels.amount'),
          value: moneyInWords(toMoney(amount_cents), currency, lang),
        },
        { label: t('mails.moneyBack.labels.provider'), value: provider },
        ...(reason ? [{ label: t('mails.moneyBack.labels.reason'), value: reason }] : []),
      ],
      buttons: [{ label: t('mails.moneyBack.labels.button'), url: order_url }],
    }
  },
)
