import { useEffect, useId, useRef, useState } from 'react'
import { useSession } from '#features/people/accounts/web/data/door.ts'
import type { Letterbox } from '#features/places/letterboxes/contract.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { Icon } from '#platform/web/ui/icon.tsx'
import { ASK_MAX_LETTERBOXES } from '../request-limits.ts'
import { homeNear, useAskedFor, useLendersNearby } from './data/asking.ts'
import { borrowRefusal } from './data/borrowing.ts'
import classes from './lender-choice.module.css'
import { LenderChoice } from './lender-choice.tsx'

interface OtherLendersProps {
  letterbox: Letterbox
  itemId: number | null
  /** The user ids of the other owners to ask. */
  chosen: string[]
  onChange: (chosen: string[]) => void
}

/** Other letterboxes nearby that lend the same, so that several can be asked with one message. */
export function OtherLenders({ letterbox, itemId, chosen, onChange }: OtherLendersProps) {
  const { t } = useTranslation('borrow')
  const { user } = useSession()
  const id = useId()
  // If the letterbox has not answered lately, the list of others opens by itself.
  const [chosenOpen, setChosenOpen] = useState<boolean | null>(null)
  const open = chosenOpen ?? letterbox.silent
  const home = homeNear(user?.letterbox, letterbox)
  const { data } = useLendersNearby(letterbox, itemId, home)
  const askedUserIds = useAskedFor(itemId)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The list opens at the lower end of the dialog, where it would not be visible without scrolling.
    if (chosenOpen) list.current?.scrollIntoView({ block: 'nearest' })
  }, [chosenOpen])
  const lenders =
    data?.filter((each) => borrowRefusal(each, user) === null && !askedUserIds.has(each.user_id)) ??
    []
  if (lenders.length === 0) return null
  return (
    <div>
      <button
        type="button"
        className={classes.opener}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setChosenOpen(!open)}
      >
        <Icon name="people" size={22} />
        {t('several.open', { count: lenders.length })}
        <Icon name="chevronDown" size={20} className={classes.sign} />
      </button>
      {open ? (
        <div id={id} ref={list}>
          <LenderChoice
            label={t('several.label')}
            hint={`${t('several.hint', { max: ASK_MAX_LETTERBOXES })} ${t(home ? 'several.fromHome' : 'several.fromThere')}`}
            lenders={lenders}
            itemId={itemId}
            chosen={chosen}
            most={ASK_MAX_LETTERBOXES - 1}
            onChange={onChange}
          />
        </div>
      ) : null}
    </div>
  )
}
