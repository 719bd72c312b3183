import { useId, useState } from 'react'
import {
  type Currency,
  donationOf,
  maxPayment,
  smileyLevel,
  toCents,
  toMoney,
} from '#features/shop/orders/products/pricing.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { Smiley } from '#platform/web/ui/artwork/smiley.tsx'
import { TextField } from '#platform/web/ui/forms/form-fields.tsx'
import { formatMoney } from '#platform/web/ui/words/money.ts'
import classes from './donation-slider.module.css'

const FRANC = 100

interface DonationSliderProps {
  /** All in cents. */
  price: number
  payment: number
  currency: Currency
  onChange: (payment: number) => void
}

/**
 * The amount to pay, from zero to a large sum. A choice below the price becomes the price; everything above it is a
 * donation.
 */
export function DonationSlider({ price, payment, currency, onChange }: DonationSliderProps) {
  const { t } = useTranslation('orders')
  const id = useId()
  const [limit, setLimit] = useState<'tooLittle' | 'tooMuch' | null>(null)
  const max = maxPayment(price)
  const donation = donationOf(payment, price)
  const level = smileyLevel(donation)
  const money = (cents: number) => formatMoney(toMoney(cents), currency)
  const choose = (cents: number) => {
    setLimit(cents < price ? 'tooLittle' : cents > max ? 'tooMuch' : null)
    onChange(Math.min(Math.max(cents, price), max))
  }
  const share = (cents: number) => `${(cents / max) * 100}%`

  return (
    <section className={classes.root} aria-labelledby={`${id}-title`}>
      <div className={classes.face}>
        <Smiley level={level} size={92} />
        <p className={classes.caption}>{t(`donation.levels.${level}`)}</p>
      </div>
      <div className={classes.choice}>
        <h2 id={`${id}-title`} className={classes.title}>
          {t('donation.title')}
        </h2>
        <p className={classes.lead}>{t('donation.lead')}</p>
        <label htmlFor={id} className={classes.label}>
          {t('donation.slider')} <output htmlFor={id}>{money(payment)}</output>
        </label>
        <input
          id={id}
          type="range"
          className={classes.slider}
          // Steps of one franc, with an offset so that one of them is the price.
          min={toMoney(price % FRANC)}
          max={toMoney(max)}
          step={1}
          value={toMoney(payment)}
          aria-valuetext={t('donation.value', {
            payment: money(payment),
            donation: money(donation),
            level: t(`donation.levels.${level}`),
          })}
          aria-describedby={`${id}-limit`}
          style={{ '--share': share(payment), '--price': share(price) } as React.CSSProperties}
          onChange={(event) => choose(toCents(event.currentTarget.valueAsNumber) ?? payment)}
        />
        <div className={classes.bounds} aria-hidden="true">
          <span>{money(0)}</span>
          <span>{money(max)}</span>
        </div>
        <p id={`${id}-limit`} role="status" className={classes.limit}>
          {limit ? t(`donation.${limit}`, { price: money(price), max: money(max - price) }) : null}
        </p>
        <DonationField
          label={t('donation.field', { currency })}
          refusal={t('donation.notMoney', { max: money(max - price) })}
          value={donation}
          onChange={(cents) => choose(price + cents)}
        />
      </div>
    </section>
  )
}

/** Parses "12", "12.50" or "12,5"; null for anything else. */
function centsFrom(text: string): number | null {
  const number = text.trim().replace(',', '.')
  return /^\d{1,6}(\.\d{0,2})?$/.test(number) ? toCents(Number(number)) : null
}

interface DonationFieldProps {
  label: string
  /** Error message for text that is not an amount of money. */
  refusal: string
  /** In cents. */
  value: number
  onChange: (cents: number) => void
}

/** The same value as a text field. The typed text stays until the field loses the focus, and while it is invalid. */
function DonationField({ label, refusal, value, onChange }: DonationFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const isRefused = typed !== null && typed.trim() !== '' && centsFrom(typed) === null
  return (
    <div className={classes.field}>
      <TextField
        label={label}
        inputMode="decimal"
        autoComplete="off"
        error={isRefused ? refusal : undefined}
        value={typed ?? toMoney(value).toFixed(value % FRANC === 0 ? 0 : 2)}
        onChange={(event) => {
          const text = event.currentTarget.value
          const cents = text.trim() === '' ? 0 : centsFrom(text)
          setTyped(text)
          if (cents !== null) onChange(cents)
        }}
        onBlur={() => isRefused || setTyped(null)}
      />
    </div>
  )
}
