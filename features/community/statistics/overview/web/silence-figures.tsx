import { useId } from 'react'
import { useTranslation } from '#platform/web/start/texts.ts'
import { Figure, NumberTable } from '#platform/web/ui/plots/figure.tsx'
import { countInWords } from '#platform/web/ui/words/month-words.ts'
import type { Overview } from '../contract.ts'
import classes from './overview.module.css'

const STATES = ['asked', 'silent', 'gone', 'unclaimed'] as const

/** How many letterboxes were asked for a sign of life and have not answered, by what followed. */
export function SilenceFigures({ silences }: Pick<Overview, 'silences'>) {
  const { t } = useTranslation('admin-overview')
  const unclaimed = silences.unclaimed ?? 0
  const all = silences.asked + silences.silent + silences.gone
  return (
    <Figure id={useId()} title={t('silences.title')} className={classes.figure}>
      <p className={classes.sentence}>
        {all === 0 ? t('silences.none') : t('silences.sentence', { count: all })}
      </p>
      <p className={classes.what}>{t('silences.what')}</p>
      {all + unclaimed === 0 ? null : (
        <NumberTable
          title={t('silences.title')}
          columns={[t('silences.state'), t('silences.letterboxes')]}
          rows={STATES.map((state) => ({
            key: state,
            cells: [t(`silences.${state}`), countInWords(silences[state] ?? 0)],
          }))}
          className={classes.table}
        />
      )}
    </Figure>
  )
}
