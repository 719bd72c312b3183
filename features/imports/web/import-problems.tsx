import { useTranslation } from '#platform/web/start/texts.ts'
import type { ImportProblem, RowProblem } from '../import-problems.ts'
import classes from './imports.module.css'

/** An error or a remark about a row, in the language of the app. */
export function ProblemText({ problem: { code, values } }: { problem: ImportProblem }) {
  const { t } = useTranslation('admin-imports')
  return <>{t(`problems.${code}`, values)}</>
}

interface RowProblemsProps {
  kind: 'rejections' | 'warnings'
  problems: RowProblem[]
  /** How many there are; fewer may be shown. */
  count: number | undefined
}

/** Rows that are left out, or imported differently from what the file says, by their line. */
export function RowProblems({ kind, problems, count = 0 }: RowProblemsProps) {
  const { t } = useTranslation('admin-imports')
  if (problems.length === 0) return null
  return (
    <section aria-labelledby={`import-${kind}`}>
      <h2 id={`import-${kind}`} className={classes.heading}>
        {t(`${kind}.title`, { count })}
      </h2>
      <p className={classes.hint}>{t(`${kind}.body`)}</p>
      <ul className={classes.problems}>
        {problems.map((problem) => (
          <li key={`${problem.line} ${problem.code}`}>
            <span className={classes.line}>{t('line', { line: problem.line })}</span>
            <span>
              <ProblemText problem={problem} />
            </span>
          </li>
        ))}
      </ul>
      {problems.length < count ? (
        <p className={classes.hint}>{t('firstOnly', { shown: problems.length })}</p>
      ) : null}
    </section>
  )
}
