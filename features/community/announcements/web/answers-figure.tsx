import { lazy, Suspense } from 'react'
import { useTranslation } from '#platform/web/start/texts.ts'
import { Sheet } from '#platform/web/ui/page.tsx'
import classes from './announcement-admin.module.css'
import { dayInWords } from './announcement-words.ts'
import { useAnnouncementAnswers } from './data/admin-announcements.ts'

const AnswersChart = lazy(() =>
  import('./answers-chart.tsx').then((m) => ({ default: m.AnswersChart })),
)

const ANSWERS = ['yes', 'no', 'closed'] as const

/** How an announcement was answered, day by day: as bars, and as a table. */
export function AnswersFigure({ id }: { id: number }) {
  const { t } = useTranslation('admin-announcements')
  const { data } = useAnnouncementAnswers(id)
  if (!data || data.days.length === 0) return null
  const { days } = data
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
        <details>
          <summary className={classes.summary}>{t('chart.table')}</summary>
          <table className={classes.table}>
            <caption className="visually-hidden">{t('chart.title')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('chart.day')}</th>
                <th scope="col">{t('answers.yes')}</th>
                <th scope="col">{t('answers.no')}</th>
                <th scope="col">{t('answers.closed')}</th>
              </tr>
            </thead>
            <tbody>
              {[...days].reverse().map(({ day, yes, no, closed }) => (
                <tr key={day}>
                  <th scope="row">{dayInWords(day)}</th>
                  <td>{yes}</td>
                  <td>{no}</td>
                  <td>{closed}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      </section>
    </Sheet>
  )
}
