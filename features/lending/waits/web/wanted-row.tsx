import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { Item } from '#features/places/items/contract.ts'
import { itemName } from '#features/places/items/web/data/door.ts'
import { StickerImage } from '#features/places/items/web/door.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { dateFormat } from '#platform/web/ui/words/date-format.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import classes from './wanted-row.module.css'

interface WantedRowProps {
  /** Undefined while the items are loading, or if its sticker no longer exists. */
  item: Item | undefined
  /** Where it is wanted. */
  place: string
  expiresAt: string
  children?: ReactNode
  /** A control beside the text. */
  control?: ReactNode
  /** The page that shows it; null while no page does. */
  link: { to: string; text: string; label: string } | null
  /** The dialog's text before it ends. */
  ending: string
  onEnd: () => Promise<unknown>
}

/** Something that the user wants to be notified of, with a button that ends it. */
export function WantedRow(props: WantedRowProps) {
  const { item, place, expiresAt, children, control, link, ending, onEnd } = props
  const { t } = useTranslation('waits')
  const { ofError } = useErrorText()
  const [isAsked, setAsked] = useState(false)
  const [isEnding, setEnding] = useState(false)
  const name = itemName(item, currentLanguage())
  const until = dateFormat({ dateStyle: 'medium' }).format(new Date(expiresAt))

  const end = async () => {
    setEnding(true)
    try {
      await onEnd()
      showToast({ message: t('page.ended') })
    } catch (error) {
      showToast({ kind: 'error', message: ofError(error) })
    }
    setEnding(false)
    setAsked(false)
  }

  return (
    <li className={classes.row}>
      {item ? <StickerImage imagePath={item.image_path} name="" size={56} /> : null}
      <div className={classes.text}>
        <h2 className={classes.name}>{name}</h2>
        <p className={classes.place}>
          {place} · {t('page.until', { date: until })}
        </p>
        {children}
      </div>
      {control ? <div className={classes.control}>{control}</div> : null}
      <div className={classes.actions}>
        {link ? (
          <AppButton component={Link} to={link.to} tone="quiet" aria-label={link.label}>
            {link.text}
          </AppButton>
        ) : null}
        <AppButton
          tone="quiet"
          aria-label={t('page.endOf', { name })}
          onClick={() => setAsked(true)}
        >
          {t('page.end')}
        </AppButton>
      </div>
      <ConfirmDialog
        opened={isAsked}
        title={t('page.endTitle')}
        confirmLabel={t('page.end')}
        destructive
        loading={isEnding}
        onConfirm={end}
        onClose={() => setAsked(false)}
      >
        {ending}
      </ConfirmDialog>
    </li>
  )
}
