import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { StickerImage } from '#features/places/items/web/door.ts'
import type { Product } from '#features/shop/orders/products/contract.ts'
import {
  type Currency,
  MEMBERSHIP_TIERS,
  PRODUCT_ID,
  type ProductId,
} from '#features/shop/orders/products/pricing.ts'
import { productName } from '#features/shop/orders/products/product-name.ts'
import { paths } from '#platform/shared/paths.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { LetterboxMarkerImage } from '#platform/web/ui/artwork/letterbox-marker-image.tsx'
import { Icon } from '#platform/web/ui/icon.tsx'
import { formatMoney } from '#platform/web/ui/words/money.ts'
import { parseProduct } from './order-form-steps.ts'
import classes from './product-cards.module.css'

const SHEET = ['drill', 'ladder', 'tent', 'bicycle-pump', 'fondue-set', 'raclette-oven']

interface ProductCardsProps {
  products: readonly Product[]
  /** Currency of the displayed prices; the country of the address decides in the end. */
  currency: Currency
}

/** The products on sale, with content and price. */
export function ProductCards({ products, currency }: ProductCardsProps) {
  return (
    <ul className={classes.cards}>
      {products.map((product) => {
        const id = parseProduct(String(product.id))
        return id === null ? null : (
          <ProductCard key={id} id={id} product={product} currency={currency} />
        )
      })}
    </ul>
  )
}

const TEXTS = {
  [PRODUCT_ID.stickerPack]: 'stickerPack',
  [PRODUCT_ID.membership]: 'membership',
  [PRODUCT_ID.reseller]: 'reseller',
} as const

interface ProductCardProps {
  id: ProductId
  product: Product
  currency: Currency
}

function ProductCard({ id, product, currency }: ProductCardProps) {
  const { t } = useTranslation('orders')
  const name = productName(product, currentLanguage())
  const text = TEXTS[id]
  const price = formatMoney(lowestPrice(id, product), currency)
  return (
    <li className={classes.card} data-product={text}>
      <div className={classes.picture}>
        <Picture id={id} />
        <p className={classes.price}>{t(`products.${text}.price`, { price })}</p>
      </div>
      <h2 className={classes.title}>{name}</h2>
      <p className={classes.body}>{t(`products.${text}.body`)}</p>
      <ul className={classes.gains}>
        {(['first', 'second', 'third'] as const).map((gain) => (
          <li key={gain}>
            <Icon name="check" size={20} />
            {t(`products.${text}.${gain}`)}
          </li>
        ))}
      </ul>
      <AppButton
        component={Link}
        to={paths.orderStep('StepTwo', { pid: id })}
        aria-label={t('products.chooseName', { name })}
      >
        {t('products.choose')}
      </AppButton>
    </li>
  )
}

/** Price of one piece or of the smallest amount, in francs or euros. */
function lowestPrice(id: ProductId, product: Product): number {
  if (id === PRODUCT_ID.membership) return product.price * MEMBERSHIP_TIERS[0].amount
  return product.tiers[0]?.price ?? product.price
}

function Picture({ id }: { id: ProductId }): ReactNode {
  if (id === PRODUCT_ID.membership) {
    return (
      <span className={classes.posts}>
        <LetterboxMarkerImage kind="supporter" height={132} />
      </span>
    )
  }
  if (id === PRODUCT_ID.reseller) {
    return (
      <span className={classes.posts}>
        <span className={classes.pile} />
        <LetterboxMarkerImage kind="reseller" height={132} />
      </span>
    )
  }
  return (
    <span className={classes.sheet}>
      {SHEET.map((sticker) => (
        <StickerImage key={sticker} imagePath={`${sticker}.svg`} name="" size={48} />
      ))}
    </span>
  )
}
