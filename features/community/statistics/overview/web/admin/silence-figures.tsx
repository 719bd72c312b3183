import { useId } from 'react'
import { useTranslation } from '#platform/web/start/texts.ts'
import { DataTable } from '#platform/web/ui/back-office/data-table.tsx'
import { Figure } from '#platform/web/ui/plots/figure.tsx'
import { countInWords } from '#platform/web/ui/words/month-words.ts'
import type { Overview } from '../../contract.admin.ts'
import classes from './overview.module.css'

const STATES = ['asked', 'silent', 'gone', 'unclaimed'] as const

/** Letterboxes that have not answered a request for a sign of life, by consequence. */
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
        <DataTable
          label={t('silences.title')}
          plain
          columns={[
            { key: 'state', title: t('silences.state'), render: ({ id }) => t(`silences.${id}`) },
            {
              key: 'letterboxes',
              title: t('silences.letterboxes'),
              right: true,
              render: ({ count }) => countInWords(count),
            },
          ]}
          rows={STATES.map((state) => ({ id: state, count: silences[state] ?? 0 }))}
        />
      )}
    </Figure>
  )
}
