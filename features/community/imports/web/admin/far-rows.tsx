import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { SkeletonList } from '#platform/web/ui/feedback/skeleton-list.tsx'
import { CheckField } from '#platform/web/ui/forms/check-field.tsx'
import type { FarImportRow, LetterboxImport } from '../../contract.admin.ts'
import classes from './imports.module.css'

const PlacesMap = lazy(() =>
  import('#features/places/map/web/admin/places-map.tsx').then((m) => ({ default: m.PlacesMap })),
)

interface FarRowsProps {
  current: LetterboxImport
  /** Line numbers to skip. */
  leftOut: readonly number[]
  onLeftOut: (lines: number[]) => void
}

const addressOf = ({ address, postcode, city }: FarImportRow) => `${address}, ${postcode} ${city}`

/** Rows far from all others, on a map and in a list. Each can be skipped before anything is written. */
export function FarRows({ current: { far, status, warnings }, leftOut, onLeftOut }: FarRowsProps) {
  const { t } = useTranslation('admin-imports')
  const [selected, setSelected] = useState<string | null>(null)
  const places = useMemo(
    () =>
      far.map((row) => ({
        id: `${row.line}`,
        label: addressOf(row),
        kind: 'messaging_active' as const,
        latitude: row.latitude,
        longitude: row.longitude,
      })),
    [far],
  )
  if (far.length === 0 || status !== 'ready') return null
  const count = warnings.find(({ code }) => code === 'far_away')?.count ?? far.length
  const shown = far.find(({ line }) => `${line}` === selected)
  const toggle = (line: number) =>
    onLeftOut(leftOut.includes(line) ? leftOut.filter((each) => each !== line) : [...leftOut, line])
  return (
    <section aria-labelledby="import-far">
      <h2 id="import-far" className={classes.heading}>
        {t('far.title', { count })}
      </h2>
      <p className={classes.hint}>{t('far.body')}</p>
      <Suspense fallback={<SkeletonList rows={1} rowHeight={420} />}>
        <PlacesMap
          label={t('far.map')}
          places={places}
          selected={selected}
          onSelect={setSelected}
          card={shown ? <FarCard row={shown} /> : null}
        />
      </Suspense>
      {far.length < count ? (
        <p className={classes.hint}>{t('firstOnly', { shown: far.length })}</p>
      ) : null}
      <div className={classes.actions}>
        <AppButton tone="quiet" onClick={() => onLeftOut(far.map(({ line }) => line))}>
          {t('far.none')}
        </AppButton>
        <AppButton tone="quiet" disabled={leftOut.length === 0} onClick={() => onLeftOut([])}>
          {t('far.all')}
        </AppButton>
      </div>
      <ul className={classes.rows}>
        {far.map((row) => (
          <li key={row.line} className={classes.row}>
            <CheckField
              label={addressOf(row)}
              hint={t('far.row', { line: row.line, km: row.kilometres })}
              checked={!leftOut.includes(row.line)}
              onChange={() => toggle(row.line)}
            />
            <AppButton
              tone="quiet"
              aria-label={t('far.showOf', { address: addressOf(row) })}
              onClick={() => setSelected(`${row.line}`)}
            >
              {t('far.show')}
            </AppButton>
          </li>
        ))}
      </ul>
    </section>
  )
}

function FarCard({ row }: { row: FarImportRow }) {
  const { t } = useTranslation('admin-imports')
  return (
    <div className={classes.card}>
      <strong>{addressOf(row)}</strong>
      <span>{t('far.row', { line: row.line, km: row.kilometres })}</span>
    </div>
  )
}
