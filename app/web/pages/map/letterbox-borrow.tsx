import { type ReactNode, useState } from 'react'
import { daysInWords } from '#features/lending/conversations/days/web/door.ts'
import type { BorrowRefusal } from '#features/lending/conversations/requests/borrowing.ts'
import { borrowRefusal, type Viewer } from '#features/lending/conversations/requests/web/door.ts'
import { WaitOffer } from '#features/lending/waits/web/door.ts'
import type { Item } from '#features/places/items/contract.ts'
import { itemName } from '#features/places/items/web/data/door.ts'
import { HyphenatedName, StickerImage } from '#features/places/items/web/door.ts'
import type { Letterbox, LetterboxItem } from '#features/places/letterboxes/contract.ts'
import type { FreeDays } from '#features/places/letterboxes/web/data/door.ts'
import { letterboxClasses as classes, useLentWords } from '#features/places/letterboxes/web/door.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Icon } from '#platform/web/ui/icon.tsx'
import { BorrowHint } from './borrow-hint.tsx'

interface LetterboxBorrowProps {
  letterbox: Letterbox
  items: Item[]
  viewer: Viewer
  searched: readonly number[]
  /** Days on which things have to be free; null for any. */
  free: FreeDays | null
  /** Without an item the user chooses one in the dialog. */
  onBorrow: (letterbox: Letterbox, itemId: number | null) => void
  /** Link to the conversation of the request that was just sent to this letterbox. */
  notice: ReactNode
}

/** For these reasons the dialog helps the user (log in, confirm, switch on messages) and remembers the item. */
const HELPED_IN_DIALOG: ReadonlySet<BorrowRefusal> = new Set([
  'loggedOut',
  'unconfirmed',
  'ownMessagingOff',
])

/** The letterbox's items, and the button to ask for one. */
export function LetterboxBorrow(props: LetterboxBorrowProps) {
  const { t } = useTranslation('letterboxes')
  const { letterbox, items, viewer, searched, free, onBorrow } = props
  // Items with a line come first, since each takes a row.
  const sorted = [...letterbox.items].sort((a, b) => Number(!a.line) - Number(!b.line))
  const only = letterbox.items.length === 1 ? letterbox.items[0]?.id : undefined
  const [chosen, setChosen] = useState<number | null>(
    () => letterbox.items.find(({ id }) => searched.includes(id))?.id ?? only ?? null,
  )
  const lentWords = useLentWords()
  /** Says that a thing is not to be had: on the chosen days, or today if none are chosen. */
  const goneWords = (item: LetterboxItem) => {
    if (!free) return lentWords([item])
    return item.free === false ? t('nearby.taken') : null
  }
  // While the account is loading, assume that the user may ask.
  const refusal = viewer.loading ? null : borrowRefusal(letterbox, viewer.user)
  const choosable = refusal === null || HELPED_IN_DIALOG.has(refusal)
  const mayWait = refusal === 'outOfReach' && viewer.user !== null && letterbox.items.length > 0
  const chosenItem = letterbox.items.find(({ id }) => id === chosen)
  const isLent = chosenItem?.available === false
  const isGone = free ? chosenItem?.free === false : isLent
  const whyLent = isLent && isGone ? 'lent' : null
  const otherDay = isGone ? (free ? 'overlay.otherDays' : 'overlay.otherDay') : null
  const nameOf = (id: number) =>
    itemName(
      items.find((item) => item.id === id),
      currentLanguage(),
    )

  return (
    <>
      <section aria-labelledby="letterbox-lends">
        <h3 id="letterbox-lends" className={classes.subtitle}>
          {t('overlay.lends')}
        </h3>
        {free ? (
          <p className={classes.otherDay}>
            <Icon name="calendar" size={20} />
            {t('when.asked', { days: daysInWords(free, currentLanguage()) })}
          </p>
        ) : null}
        {letterbox.items.length === 0 ? (
          <p className={classes.muted}>{t('noItems')}</p>
        ) : (
          <ul className={classes.stickers}>
            {sorted.map((item) => (
              <li key={item.id} className={item.line ? classes.wide : undefined}>
                <LentItem
                  imagePath={item.image_path}
                  name={nameOf(item.id)}
                  chosen={chosen === item.id}
                  line={item.line}
                  gone={goneWords(item)}
                  onChoose={choosable || mayWait ? () => setChosen(item.id) : null}
                />
              </li>
            ))}
          </ul>
        )}
      </section>
      {choosable && letterbox.items.length > 0 ? (
        <div className={classes.borrow} data-tour="borrow">
          {otherDay ? (
            <p className={classes.otherDay}>
              <Icon name="calendar" size={20} />
              {t(otherDay)}
            </p>
          ) : null}
          <AppButton fullWidth onClick={() => onBorrow(letterbox, chosen)}>
            {chosen === null
              ? t('overlay.borrow')
              : t('overlay.borrowItem', { name: nameOf(chosen) })}
          </AppButton>
          {/* The dialog returns the focus to the button; this message is the next tab stop. */}
          <div className={classes.asked}>{props.notice}</div>
        </div>
      ) : null}
      <BorrowHint refusal={refusal} email={letterbox.email} />
      {(choosable || mayWait) && viewer.user && chosenItem && !props.notice ? (
        <WaitOffer
          letterboxId={letterbox.id}
          item={{ id: chosenItem.id, name: nameOf(chosenItem.id) }}
          why={mayWait ? 'outOfReach' : whyLent}
          confirmed={viewer.user.email_confirmed}
        />
      ) : null}
      {mayWait && !chosenItem ? <p className={classes.muted}>{t('overlay.chooseFirst')}</p> : null}
    </>
  )
}

interface LentItemProps {
  imagePath: string
  name: string
  /** The owner's line about it. */
  line: string | undefined
  chosen: boolean
  /** Says that all copies are lent or promised; null otherwise. */
  gone: string | null
  /** Null if the user cannot ask. */
  onChoose: (() => void) | null
}

function LentItem({ imagePath, name, line, chosen, gone, onChoose }: LentItemProps) {
  const content = (
    <>
      <StickerImage imagePath={imagePath} name="" size={64} />
      <span className={classes.words}>
        <span>
          <HyphenatedName name={name} />
        </span>
        {line ? <span className={classes.line}>{line}</span> : null}
        {gone ? <span className={classes.lentNow}>{gone}</span> : null}
      </span>
    </>
  )
  if (!onChoose) {
    return (
      <div
        className={classes.sticker}
        data-lent={gone !== null || undefined}
        data-line={Boolean(line) || undefined}
      >
        {content}
      </div>
    )
  }
  return (
    <button
      type="button"
      className={classes.sticker}
      data-lent={gone !== null || undefined}
      data-line={Boolean(line) || undefined}
      aria-pressed={chosen}
      onClick={onChoose}
    >
      {content}
    </button>
  )
}
