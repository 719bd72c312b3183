import type { BorrowRefusal } from '@letterlend/contract/borrowing.ts'
import type { Item } from '@letterlend/contract/items.ts'
import type { Letterbox } from '@letterlend/contract/letterboxes.ts'
import { paths } from '@letterlend/contract/paths.ts'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { borrowRefusal, type Viewer } from '../../data/borrowing.ts'
import { itemName } from '../../data/items.ts'
import { currentLanguage, useTranslation } from '../../start/texts.ts'
import { AppButton } from '../../ui/app-button.tsx'
import { HyphenatedName } from '../../ui/hyphenated-name.tsx'
import { Notice } from '../../ui/notice.tsx'
import { StickerImage } from '../../ui/sticker-image.tsx'
import classes from './letterbox-overlay.module.css'

interface LetterboxBorrowProps {
  letterbox: Letterbox
  items: Item[]
  viewer: Viewer
  searched: readonly number[]
  onBorrow: (letterbox: Letterbox, itemId: number) => void
}

/** Who has to log in, confirm or switch messages on first is helped to in the dialog, with the item kept. */
const HELPED_IN_DIALOG: ReadonlySet<BorrowRefusal> = new Set([
  'loggedOut',
  'unconfirmed',
  'ownMessagingOff',
])

/** What the letterbox lends, and the button that asks for it. */
export function LetterboxBorrow(props: LetterboxBorrowProps) {
  const { t } = useTranslation('letterboxes')
  const { letterbox, items, viewer, searched, onBorrow } = props
  const grid = useRef<HTMLUListElement>(null)
  const [missing, setMissing] = useState(false)
  const only = letterbox.items.length === 1 ? letterbox.items[0]?.id : undefined
  const [chosen, setChosen] = useState<number | null>(
    () => letterbox.items.find(({ id }) => searched.includes(id))?.id ?? only ?? null,
  )
  // Nothing stands in the way as far as is known while the account is on its way.
  const refusal = viewer.loading ? null : borrowRefusal(letterbox, viewer.user)
  const choosable = refusal === null || HELPED_IN_DIALOG.has(refusal)
  const nameOf = (id: number) =>
    itemName(
      items.find((item) => item.id === id),
      currentLanguage(),
    )

  const borrow = () => {
    setMissing(chosen === null)
    if (chosen !== null) onBorrow(letterbox, chosen)
    else grid.current?.querySelector('button')?.focus()
  }

  return (
    <>
      <section aria-labelledby="letterbox-lends">
        <h3 id="letterbox-lends" className={classes.subtitle}>
          {t('overlay.lends')}
        </h3>
        {letterbox.items.length === 0 ? (
          <p className={classes.muted}>{t('noItems')}</p>
        ) : (
          <ul ref={grid} className={classes.stickers}>
            {letterbox.items.map(({ id, image_path }) => {
              const content = (
                <>
                  <StickerImage imagePath={image_path} name="" size={64} />
                  <span>
                    <HyphenatedName name={nameOf(id)} />
                  </span>
                </>
              )
              return (
                <li key={id}>
                  {choosable ? (
                    <button
                      type="button"
                      className={classes.sticker}
                      aria-pressed={chosen === id}
                      onClick={() => {
                        setChosen(id)
                        setMissing(false)
                      }}
                    >
                      {content}
                    </button>
                  ) : (
                    <div className={classes.sticker}>{content}</div>
                  )}
                </li>
              )
            })}
          </ul>
        )}
      </section>
      {choosable && letterbox.items.length > 0 ? (
        <div className={classes.borrow} data-tour="borrow">
          <AppButton fullWidth onClick={borrow}>
            {chosen === null
              ? t('overlay.borrow')
              : t('overlay.borrowItem', { name: nameOf(chosen) })}
          </AppButton>
          <p role="alert" className={classes.missing}>
            {missing ? t('overlay.chooseFirst') : ''}
          </p>
        </div>
      ) : null}
      <BorrowHint refusal={refusal} email={letterbox.email} />
    </>
  )
}

/** What is in the way of asking, and how to get past it. */
function BorrowHint({ refusal, email }: { refusal: BorrowRefusal | null; email: string | null }) {
  const { t } = useTranslation('letterboxes')
  switch (refusal) {
    case 'loggedOut':
      return (
        <Notice
          action={
            <Link className={classes.link} to={paths.registerStep(1)}>
              {t('hint.register')}
            </Link>
          }
        >
          {t('hint.loggedOut')}
        </Notice>
      )
    case 'ownMessagingOff':
      return (
        <Notice
          action={
            <Link className={classes.link} to={paths.privacy()}>
              {t('hint.openPrivacy')}
            </Link>
          }
        >
          {t('hint.ownMessagingOff')}
        </Notice>
      )
    case 'own':
      return (
        <Notice
          action={
            <Link className={classes.link} to={paths.updateLetterBoxItems()}>
              {t('hint.editItems')}
            </Link>
          }
        >
          {t('hint.own')}
        </Notice>
      )
    case 'reseller':
      return (
        <Notice
          action={
            email ? (
              <a className={classes.link} href={`mailto:${email}`}>
                {t('hint.contact')}
              </a>
            ) : null
          }
        >
          {t('hint.reseller')}
        </Notice>
      )
    case 'noMessages':
      return <Notice>{t('hint.noMessages')}</Notice>
    default:
      return null
  }
}
