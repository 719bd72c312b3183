import {
  MEMBERSHIP_TIERS,
  RESELLER_TIERS,
  toMoney,
} from '#features/shop/orders/products/pricing.ts'
import { PRICE_BOUNDS, type ProductPrices } from '#features/shop/orders/products/product-prices.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { formatMoney } from '#platform/web/ui/words/money.ts'
import { NumberField } from './number-field.tsx'
import classes from './settings.module.css'
import { useProblemProps } from './use-problem-props.ts'
import type { SettingForm } from './use-setting-form.ts'

/** Prices per piece, and the resulting price of a year of membership. */
export function PricesFields({ value, change, problems }: SettingForm<ProductPrices>) {
  const { t } = useTranslation('admin-settings')
  const problemOf = useProblemProps(problems)
  const money = (cents: number) => formatMoney(toMoney(cents), 'CHF')
  return (
    <>
      {(['sticker_pack', 'membership'] as const).map((product) => (
        <NumberField
          key={product}
          label={t(`prices.${product}`)}
          description={t('prices.bounds', {
            least: money(PRICE_BOUNDS[product].min),
            most: money(PRICE_BOUNDS[product].max),
          })}
          step={0.05}
          value={value[product] / 100}
          {...problemOf(product)}
          onChange={(amount) => change({ ...value, [product]: Math.round(amount * 100) })}
        />
      ))}
      {Number.isFinite(value.membership) ? (
        <p className={classes.origin}>
          {t('prices.tiers', {
            prices: MEMBERSHIP_TIERS.map(({ amount }) => money(amount * value.membership)).join(
              ', ',
            ),
          })}
        </p>
      ) : null}
      <fieldset className={classes.row}>
        <legend>{t('prices.resellers')}</legend>
        <div className={classes.tiers}>
          {RESELLER_TIERS.map(({ from }, i) => (
            <NumberField
              key={from}
              label={t('prices.tier', { from })}
              step={0.05}
              value={(value.reseller[i] ?? Number.NaN) / 100}
              {...problemOf(`reseller.${i}`)}
              onChange={(amount) =>
                change({ ...value, reseller: value.reseller.with(i, Math.round(amount * 100)) })
              }
            />
          )).reverse()}
        </div>
      </fieldset>
    </>
  )
}
