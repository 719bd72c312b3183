import { useState } from 'react'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { ListFilters } from '#platform/web/ui/back-office/list-filters.tsx'
import { ListPager } from '#platform/web/ui/back-office/list-pager.tsx'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { SkeletonList } from '#platform/web/ui/feedback/skeleton-list.tsx'
import { SelectField } from '#platform/web/ui/forms/form-fields.tsx'
import type { LetterboxImport, ProblemRow } from '../../contract.admin.ts'
import type { ProblemKind } from '../../import-problems.ts'
import { useProblemRows } from './data/imports.ts'
import { ProblemText, useProblemText } from './import-problems.tsx'
import classes from './imports.module.css'

interface ProblemRowsProps {
  kind: ProblemKind
  current: LetterboxImport
}

/** Every row with a problem, page by page. Loaded on demand, because there can be thousands. */
export function ProblemRows({ kind, current }: ProblemRowsProps) {
  const { t } = useTranslation('admin-imports')
  const [isOpen, setIsOpen] = useState(false)
  if (isOpen) return <OpenRows kind={kind} current={current} />
  return (
    <div className={classes.actions}>
      <AppButton tone="secondary" onClick={() => setIsOpen(true)}>
        {t(`${kind}.all`)}
      </AppButton>
    </div>
  )
}

const ALL = ''

function OpenRows({ kind, current: { id, version, ...current } }: ProblemRowsProps) {
  const { t } = useTranslation('admin-imports')
  const say = useProblemText()
  const [query, setQuery] = useState({ search: '', code: ALL, page: 1, size: 20 })
  const { data, error, refetch } = useProblemRows({ ...query, id, kind, version })
  // Several groups can have the same code, for instance one for each unknown sticker name.
  const byCode = new Map(current[kind].toReversed().map((group) => [group.code, group]))
  const codes = [...byCode.values()].map((group) => ({ value: group.code, label: say(group) }))
  return (
    <section aria-label={t(`${kind}.all`)} className={classes.allRows}>
      <ListFilters
        label={t('searchRows')}
        search={query.search}
        onSearch={(search) => setQuery({ ...query, search, page: 1 })}
      >
        {codes.length > 1 ? (
          <SelectField
            aria-label={t('kindOfProblem')}
            value={query.code}
            data={[{ value: ALL, label: t('everyProblem') }, ...codes]}
            onChange={({ currentTarget }) =>
              setQuery({ ...query, code: currentTarget.value, page: 1 })
            }
          />
        ) : null}
      </ListFilters>
      {error && !data ? <LoadFailure error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <SkeletonList rows={5} rowHeight={64} /> : null}
      {data?.total === 0 ? <p role="status">{t('noRowFound')}</p> : null}
      {data && data.total > 0 ? (
        <>
          <ul className={classes.problems}>
            {data.rows.map((row) => (
              <Row key={`${row.line} ${row.code} ${row.values.text ?? ''}`} row={row} />
            ))}
          </ul>
          <ListPager
            page={query.page}
            size={query.size}
            total={data.total}
            shown={data.rows.length}
            onQuery={(part) => setQuery({ ...query, page: 1, ...part })}
          />
        </>
      ) : null}
    </section>
  )
}

/** One row: its line, its problem and its cells. */
function Row({ row }: { row: ProblemRow }) {
  const { t } = useTranslation('admin-imports')
  const cells = row.record?.filter((cell) => cell !== '') ?? []
  return (
    <li className={classes.group}>
      <p>
        <strong>{t('line', { line: row.line })}:</strong> <ProblemText problem={row} />
      </p>
      {cells.length > 0 ? <p className={classes.hint}>{cells.join(' · ')}</p> : null}
    </li>
  )
}
