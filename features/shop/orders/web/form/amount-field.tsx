import { memo, type ReactNode, useState } from 'react'
import type { Product } from '#features/shop/orders/products/contract.ts'
import {
  type Currency,
  centsAPiece,
  isAmount,
  MEMBERSHIP_TIERS,
  PRODUCT_ID,
  type PriceTier,
  type ProductId,
  RESELLER_MAX_AMOUNT,
  STICKER_PACK_AMOUNTS,
  toCents,
  toMoney,
} from '#features/shop/orders/products/pricing.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { ChoiceField } from '#platform/web/ui/forms/choice-field.tsx'
import { TextField } from '#platform/web/ui/forms/form-fields.tsx'
import type { FieldProps } from '#platform/web/ui/forms/use-schema-form.ts'
import { formatMoney } from '#platform/web/ui/words/money.ts'
import classes from './amount-field.module.css'

interface AmountFieldProps {
  id: ProductId
  product: Product
  currency: Currency
  amount: number | null
  /** The form's properties for the text field in which the amount is typed. */
  field: FieldProps
  onChange: (amount: number | null) => void
}

/** The amount of a product, with an input for each kind of product. Memoised like `TextField`. */
export const AmountField = memo(function AmountField(props: AmountFieldProps) {
  const { id, product, currency, amount, onChange } = props
  const { t } = useTranslation('orders')
  const listCents = toCents(product.price) ?? 0
  const money = (cents: number) => formatMoney(toMoney(cents), currency)
  if (id === PRODUCT_ID.membership) {
    return (
      <div>
        <ChoiceField
          label={t('amount.membership')}
          options={MEMBERSHIP_TIERS.map((tier) => ({
            value: tier.amount,
            label: t('amount.tier', { name: tier.name, price: money(tier.amount * listCents) }),
          }))}
          value={amount ?? 0}
          onChange={onChange}
        />
        <p className={classes.hint}>{t('amount.membershipHint')}</p>
      </div>
    )
  }
  const tiers = product.tiers.map(({ from, price }) => ({ from, cents: toCents(price) ?? 0 }))
  const piece = amount === null ? 0 : centsAPiece(amount, { cents: listCents, tiers })
  const total =
    amount !== null && isAmount(id, amount) ? (
      <p className={classes.total} role="status">
        {t('amount.total', { amount, piece: money(piece), total: money(amount * piece) })}
      </p>
    ) : null
  if (id === PRODUCT_ID.stickerPack) {
    return (
      <div>
        <ChoiceField
          short
          label={t('amount.stickerPack')}
          options={STICKER_PACK_AMOUNTS.map((value) => ({ value, label: String(value) }))}
          value={amount ?? 0}
          onChange={onChange}
        />
        {total}
      </div>
    )
  }
  return <ResellerAmount {...props} tiers={tiers} total={total} money={money} />
})

/** Accepts only digits and thousands separators; null for anything else. */
function wholeNumberFrom(text: string): number | null {
  const digits = text.replace(/['’\s]/g, '')
  return /^\d+$/.test(digits) ? Number(digits) : null
}

function ResellerAmount(
  props: AmountFieldProps & {
    tiers: readonly PriceTier[]
    total: ReactNode
    money: (cents: number) => string
  },
) {
  const { id, amount, field, onChange, tiers, total, money } = props
  const { t } = useTranslation('orders')
  const [typed, setTyped] = useState(amount === null ? '' : String(amount))
  const isRefused = amount === null && typed.trim() !== ''
  const tier = tiers.find(({ from }) => (amount ?? 0) >= from)
  return (
    <div className={classes.reseller}>
      <div>
        <TextField
          {...field}
          label={t('amount.reseller')}
          inputMode="numeric"
          autoComplete="off"
          required
          withAsterisk={false}
          value={typed}
          error={
            isRefused
              ? t('amount.limit', {
                  max: RESELLER_MAX_AMOUNT,
                })
              : field.error
          }
          onChange={(event) => {
            const text = event.currentTarget.value
            const number = wholeNumberFrom(text)
            setTyped(text)
            onChange(number !== null && isAmount(id, number) ? number : null)
          }}
        />
        {total}
      </div>
      <table className={classes.tiers}>
        <caption>{t('amount.tiers')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('amount.from')}</th>
            <th scope="col">{t('table.pricePerPiece')}</th>
          </tr>
        </thead>
        <tbody>
          {tiers.toReversed().map(({ from, cents }) => (
            <tr key={from} data-current={tier?.from === from || undefined}>
              <td>{from}</td>
              <td>
                {money(cents)}
                {tier?.from === from ? (
                  <span className="visually-hidden"> ({t('amount.yours')})</span>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
