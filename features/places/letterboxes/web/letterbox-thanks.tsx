import { useTranslation } from '#platform/web/start/texts.ts'
import { Icon } from '#platform/web/ui/icon.tsx'
import { dateFormat } from '#platform/web/ui/words/date-format.ts'
import { useThanks } from './data/letterboxes.ts'
import classes from './letterbox-thanks.module.css'

const monthInWords = (month: string) =>
  dateFormat({
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(month))

/** Public thank-yous from borrowers. */
export function LetterboxThanks({ id }: { id: string }) {
  const { t } = useTranslation('letterboxes')
  const { data = [] } = useThanks(id)
  if (data.length === 0) return null
  return (
    <section aria-labelledby="letterbox-thanks">
      <h3 id="letterbox-thanks" className={classes.title}>
        <Icon name="heart" size={20} />
        {t('overlay.thanks')}
      </h3>
      <ul className={classes.list}>
        {data.map(({ text, month }, index) => (
          // Two people may write the same in the same month, so the index is the key; the order never
          // changes.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={`${month} ${index}`} className={classes.thanks}>
            <p className={classes.text}>{text}</p>
            <p className={classes.month}>{monthInWords(month)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
