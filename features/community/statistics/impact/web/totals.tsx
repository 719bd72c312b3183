import { useTranslation } from '#platform/web/start/texts.ts'
import { Icon, type IconName } from '#platform/web/ui/icon.tsx'
import type { Impact } from '../contract.ts'
import classes from './impact.module.css'
import { totalInWords } from './impact-words.ts'

const TOTALS = [
  ['letterboxes', 'mapMarker'],
  ['accepted', 'check'],
  ['loans', 'handOver'],
] as const satisfies [keyof Impact, IconName][]

/** Three totals with their labels. */
export function Totals({ impact }: { impact: Impact }) {
  const { t } = useTranslation('impact')
  return (
    <dl className={classes.totals}>
      {TOTALS.map(([name, icon]) => (
        <div key={name} className={classes.total} data-kind={name}>
          <dt className={classes.what}>
            <Icon name={icon} size={24} />
            {t(`total.${name}`)}
          </dt>
          <dd className={classes.number} data-words={impact[name].count === null || undefined}>
            {totalInWords(impact[name])}
          </dd>
        </div>
      ))}
    </dl>
  )
}
