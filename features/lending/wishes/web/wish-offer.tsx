import { useState } from 'react'
import { Link } from 'react-router'
import { useSession } from '#features/people/accounts/web/data/door.ts'
import type { Item } from '#features/places/items/contract.ts'
import { itemName } from '#features/places/items/web/data/door.ts'
import type { Position } from '#platform/shared/geography.ts'
import { paths } from '#platform/shared/paths.ts'
import { useCaptcha } from '#platform/web/data/captcha/use-captcha.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton, type ButtonTone } from '#platform/web/ui/app-button.tsx'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { Icon } from '#platform/web/ui/icon.tsx'
import { SaveWishButton } from './save-wish-button.tsx'
import { WishForm } from './wish-form.tsx'
import classes from './wish-offer.module.css'

/** Maximum number of buttons. */
const MOST = 3

interface WishOfferProps {
  /** The items that were searched for. */
  items: Item[]
  spot: Position
  tone: ButtonTone
}

/** "Tell me when a neighbour lends this": one press for members, an e-mail address for visitors. */
export function WishOffer({ items, spot, tone }: WishOfferProps) {
  const { t } = useTranslation('wishes')
  const { user, loggedIn, loading } = useSession()
  const [asking, setAsking] = useState<Item | null>(null)
  if (loading) return null
  const labelOf = (item: Item) =>
    items.length === 1
      ? t('offer.tellMe')
      : t('offer.tellMeOf', { name: itemName(item, currentLanguage()) })
  const bell = <Icon name="bell" />
  return (
    <div className={classes.offer}>
      {loggedIn && user && !user.email_confirmed ? (
        <AppButton component={Link} to={paths.confirmEmail()} tone="quiet" leftSection={bell}>
          {t('offer.unconfirmed')}
        </AppButton>
      ) : (
        items.slice(0, MOST).map((item) =>
          loggedIn ? (
            <SaveWishButton
              key={item.id}
              itemId={item.id}
              name={itemName(item, currentLanguage())}
              label={labelOf(item)}
              spot={spot}
              tone={tone}
            />
          ) : (
            <AppButton key={item.id} tone={tone} leftSection={bell} onClick={() => setAsking(item)}>
              {labelOf(item)}
            </AppButton>
          ),
        )
      )}
      <p className={classes.hint}>{t('offer.hint')}</p>
      {asking ? <WishDialog item={asking} spot={spot} onClose={() => setAsking(null)} /> : null}
    </div>
  )
}

interface WishDialogProps {
  item: Item
  spot: Position
  onClose: () => void
}

function WishDialog({ item, spot, onClose }: WishDialogProps) {
  const { t } = useTranslation('wishes')
  const takeCaptcha = useCaptcha(true)
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('form.title', { name: itemName(item, currentLanguage()) })}
    >
      <WishForm itemId={item.id} spot={spot} takeCaptcha={takeCaptcha} onDone={onClose} />
    </Dialog>
  )
}
