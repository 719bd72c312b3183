import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { Days } from '#features/lending/conversations/days/web/door.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import type { User } from '#features/people/accounts/web/data/door.ts'
import { useSession } from '#features/people/accounts/web/data/door.ts'
import { itemName, useItems } from '#features/places/items/web/data/door.ts'
import type { Letterbox } from '#features/places/letterboxes/contract.ts'
import { paths } from '#platform/shared/paths.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { SkeletonList } from '#platform/web/ui/feedback/skeleton-list.tsx'
import { Asked } from './asked.tsx'
import { BorrowForm } from './borrow-form.tsx'
import { ConfirmFirst, LogInFirst, SwitchOnFirst } from './borrow-hints.tsx'
import classes from './borrow-modal.module.css'
import { borrowRefusal } from './data/borrowing.ts'

interface BorrowModalProps {
  letterbox: Letterbox
  /** The preselected item; null lets the user choose one here. */
  itemId: number | null
  /** The days for which it was searched. */
  days: Days | null
  opened: boolean
  onClose: () => void
  /** `notice`: shown where the dialog was opened. */
  onSent: (notice: ReactNode) => void
  /** What members can do about an item if no one at the letterbox can be notified of a request yet. */
  whenOutOfReach: (item: BorrowableItem, user: User) => ReactNode
}

export interface BorrowableItem {
  id: number
  name: string
  image_path: string
  /** What the owner says about it. */
  line?: string | undefined
  available: boolean
  lent_until: string | null
}

/** The items of the letterbox with names in the app's language; undefined while they load. */
function useItemsOf(letterbox: Letterbox): BorrowableItem[] | undefined {
  const { data, isError } = useItems()
  if (!data && !isError) return undefined
  return letterbox.items.map(({ id, image_path, line, available, lent_until }) => ({
    id,
    image_path,
    line,
    available,
    lent_until,
    name: itemName(
      data?.find((item) => item.id === id),
      currentLanguage(),
    ),
  }))
}

/** Asks the owner of a letterbox for one of its items, or shows what the user must do first. */
export function BorrowModal(props: BorrowModalProps) {
  const { letterbox, itemId, opened, onClose, onSent } = props
  const { t } = useTranslation('borrow')
  const items = useItemsOf(letterbox)
  const [busy, setBusy] = useState(false)
  const { user } = useSession()
  const item = items?.find(({ id }) => id === itemId)
  // The user may choose another item in the form.
  const isItemNamed = item?.name && borrowRefusal(letterbox, user) !== null
  return (
    <Dialog
      opened={opened}
      // The dialog stays open while the request is being sent, so that the user sees whether it succeeds.
      onClose={() => {
        if (!busy) onClose()
      }}
      title={isItemNamed ? t('titleItem', { item: item.name }) : t('title')}
    >
      <p className={classes.place}>
        {letterbox.address}, {letterbox.postcode} {letterbox.city}
      </p>
      {items ? (
        <Content
          letterbox={letterbox}
          itemId={itemId}
          days={props.days}
          items={items}
          whenOutOfReach={props.whenOutOfReach}
          onBusy={setBusy}
          onSent={(requests) => {
            onSent(<Asked requests={requests} />)
            onClose()
          }}
        />
      ) : (
        <SkeletonList rows={3} rowHeight={64} />
      )}
    </Dialog>
  )
}

interface ContentProps
  extends Pick<BorrowModalProps, 'letterbox' | 'itemId' | 'days' | 'whenOutOfReach'> {
  onSent: (requests: Transaction[]) => void
  items: BorrowableItem[]
  onBusy: (busy: boolean) => void
}

function Content({ letterbox, itemId, days, items, whenOutOfReach, onSent, onBusy }: ContentProps) {
  const { t } = useTranslation('borrow')
  const { user, loading } = useSession()
  const item = items.find(({ id }) => id === itemId)
  if (loading) return <SkeletonList rows={3} rowHeight={64} />
  switch (borrowRefusal(letterbox, user)) {
    case 'loggedOut':
      return <LogInFirst letterboxId={letterbox.id} itemId={itemId} />
    case 'own':
      return (
        <div className={classes.hint}>
          <p>{t('own.body')}</p>
          <AppButton component={Link} to={paths.updateLetterBoxItems()}>
            {t('own.action')}
          </AppButton>
        </div>
      )
    case 'reseller':
      return <p>{t('reseller')}</p>
    case 'outOfReach':
      return (
        <div className={classes.hint}>
          <p>{t('outOfReach')}</p>
          {item && user ? whenOutOfReach(item, user) : null}
        </div>
      )
    case 'noMessages':
      return <p>{t('noMessaging')}</p>
    case 'noRequests':
      return <p>{t('noRequests')}</p>
    case 'unconfirmed':
      return <ConfirmFirst email={user?.email ?? ''} />
    case 'ownMessagingOff':
      return <SwitchOnFirst />
    default:
      return (
        <BorrowForm
          letterbox={letterbox}
          itemId={itemId}
          days={days}
          items={items}
          onBusy={onBusy}
          onSent={onSent}
        />
      )
  }
}
