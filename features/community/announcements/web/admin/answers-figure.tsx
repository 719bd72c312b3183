import { lazy, Suspense } from 'react'
import { useTranslation } from '#platform/web/start/texts.ts'
import { DataTable } from '#platform/web/ui/back-office/data-table.tsx'
import { Fold } from '#platform/web/ui/fold.tsx'
import { Sheet } from '#platform/web/ui/page.tsx'
import classes from './announcement-admin.module.css'
import { dayInWords } from './announcement-words.ts'
import { useAnnouncementAnswers } from './data/announcements.ts'

const AnswersChart = lazy(() =>
  import('./answers-chart.tsx').then((m) => ({ default: m.AnswersChart })),
)

const ANSWERS = ['yes', 'no', 'closed'] as const

/** The answers day by day, as bars and as a table. */
export function AnswersFigure({ id }: { id: number }) {
  const { t } = useTranslation('admin-announcements')
  const { data } = useAnnouncementAnswers(id)
  if (!data || data.days.length === 0) return null
  const { days } = data
  const rows = days.toReversed().map(({ day, ...counts }) => ({ id: day, ...counts }))
  return (
    <Sheet>
      <section aria-labelledby="answers">
        <h2 id="answers" className={classes.heading}>
          {t('chart.title')}
        </h2>
        <div role="img" aria-label={t('chart.label')}>
          <Suspense fallback={<div className={classes.waiting} />}>
            <AnswersChart days={days} />
          </Suspense>
        </div>
        <ul className={classes.legendOfChart} aria-hidden="true">
          {ANSWERS.map((answer) => (
            <li key={answer} data-answer={answer}>
              {t(`answers.${answer}`)}
            </li>
          ))}
        </ul>
        <Fold label={t('chart.table')}>
          <DataTable
            label={t('chart.title')}
            plain
            columns={[
              { key: 'day', title: t('chart.day'), render: ({ id }) => dayInWords(id) },
              ...ANSWERS.map((answer) => ({
                key: answer,
                title: t(`answers.${answer}`),
                right: true,
                render: (row: (typeof rows)[number]) => row[answer],
              })),
            ]}
            rows={rows}
          />
        </Fold>
      </section>
    </Sheet>
  )
}
