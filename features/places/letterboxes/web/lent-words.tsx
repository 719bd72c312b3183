import { Suspense } from 'react'
import { communityToday } from '#platform/web/data/community-day.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { Icon } from '#platform/web/ui/icon.tsx'
import { nearDay } from '#platform/web/ui/words/near-day.ts'
import type { LetterboxItem } from '../contract.ts'
import classes from './lent-words.module.css'

type LentItem = Pick<LetterboxItem, 'available' | 'lent_until'>

/** Whether there are items and none of them is at home. */
const areLent = (items: readonly LentItem[]) =>
  items.length > 0 && items.every(({ available }) => available === false)

/**
 * Until when all of these items are lent, in words; null if one is at home or if there are none. Of several items, uses
 * the one that comes back first.
 */
export function useLentWords() {
  const { t } = useTranslation('letterboxes')
  const language = currentLanguage()
  return (items: readonly LentItem[]): string | null => {
    if (!areLent(items)) return null
    // Undefined if the server still has the previous version during an update.
    const [until] = items.flatMap(({ lent_until }) => lent_until ?? []).sort()
    if (until === undefined) return t('lentNow')
    const { words, near } = nearDay(until, communityToday(), language)
    return t(near ? 'lentUntil' : 'lentUntilDate', { when: words })
  }
}

/**
 * Shows in a list row that the searched item is lent, and until when. If the texts are not loaded yet, the list does
 * not wait for them.
 */
export function LentWords({ items }: { items: readonly LentItem[] }) {
  return areLent(items) ? (
    <Suspense>
      <Words items={items} />
    </Suspense>
  ) : null
}

function Words({ items }: { items: readonly LentItem[] }) {
  const words = useLentWords()(items)
  return (
    <span className={classes.lent}>
      <Icon name="handOver" size={18} />
      {words}
    </span>
  )
}
