import { useState } from 'react'
import type { BodyInput } from '#platform/shared/endpoint.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { useOnlyInArea } from '#platform/web/ui/back-office/viewers-area.tsx'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { SkeletonList } from '#platform/web/ui/feedback/skeleton-list.tsx'
import { CheckField } from '#platform/web/ui/forms/check-field.tsx'
import forms from '#platform/web/ui/forms/form.module.css'
import { SelectField, TextField } from '#platform/web/ui/forms/form-fields.tsx'
import type { InvitedStreet, invitationsApi } from '../../contract.admin.ts'
import { useHouses, useImportChoice, useImportedPlaces, useStreets } from './data/invitations.ts'
import classes from './invitations.module.css'

/** The recipients of the letters. */
export interface Chosen {
  source: BodyInput<typeof invitationsApi.create>['source']
  count: number
}

interface ChoiceProps {
  onChange: (chosen: Chosen | null) => void
}

/** Search for a street, and its houses. */
export function StreetChoice({ onChange }: ChoiceProps) {
  const { t } = useTranslation('admin-invitations')
  const [search, setSearch] = useState('')
  const [street, setStreet] = useState<InvitedStreet | null>(null)
  const onlyInArea = useOnlyInArea()
  const { data: streets, error, refetch } = useStreets(search)
  if (street) {
    return (
      <HouseChoice
        street={street}
        onChange={onChange}
        onBack={() => {
          setStreet(null)
          onChange(null)
        }}
      />
    )
  }
  return (
    <div>
      <TextField
        label={t('search')}
        description={t('searchHint')}
        type="search"
        autoComplete="off"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {error && !streets ? <LoadFailure error={error} onRetry={() => void refetch()} /> : null}
      {search.trim() !== '' && streets?.length === 0 ? (
        <p>{t(onlyInArea ? 'noStreetInArea' : 'noStreet')}</p>
      ) : null}
      <ul className={classes.streets}>
        {(search.trim() === '' ? [] : (streets ?? [])).map((each) => (
          <li key={`${each.name} ${each.postcode} ${each.city}`}>
            <button type="button" className={classes.street} onClick={() => setStreet(each)}>
              <span>
                {each.name}, {each.postcode} {each.city}
              </span>
              <span className={classes.small}>{t('houses', { count: each.houses })}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

interface HouseChoiceProps extends ChoiceProps {
  street: InvitedStreet
  onBack: () => void
}

function HouseChoice({ street, onChange, onBack }: HouseChoiceProps) {
  const { t } = useTranslation('admin-invitations')
  const { data: houses, error, refetch } = useHouses(street)
  const { name, postcode, city } = street
  return (
    <>
      <div className={classes.chosen}>
        <p className={classes.label}>
          {name}, {postcode} {city}
        </p>
        <AppButton tone="quiet" onClick={onBack}>
          {t('back')}
        </AppButton>
      </div>
      {error && !houses ? <LoadFailure error={error} onRetry={() => void refetch()} /> : null}
      {!houses && !error ? <SkeletonList rows={3} rowHeight={48} /> : null}
      {houses ? (
        <Ticks
          rows={houses.map(({ number, state }) => ({
            id: number,
            label: number,
            free: state === 'free',
            hint: state === 'free' ? undefined : t(`state.${state}`),
          }))}
          onChange={(numbers) =>
            onChange({
              source: { kind: 'street', name, postcode, city, numbers },
              count: numbers.length,
            })
          }
        />
      ) : null}
    </>
  )
}

interface ImportChoiceProps extends ChoiceProps {
  /** The import selected at first; null: the newest. */
  first: string | null
}

/** Select for an import, and its unclaimed letterboxes. */
export function ImportChoice({ first, onChange }: ImportChoiceProps) {
  const { t } = useTranslation('admin-invitations')
  const { data: imports, error, refetch } = useImportChoice()
  const done = (imports?.rows ?? []).filter(
    ({ status }) => status === 'done' || status === 'moved_in',
  )
  const [chosenId, setChosenId] = useState<string | null>(null)
  const firstId = done.some(({ id: each }) => each === first) ? first : null
  const id = chosenId ?? firstId ?? done[0]?.id ?? null
  const { data: places } = useImportedPlaces(id)
  if (error && !imports) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (!imports) return <SkeletonList rows={2} rowHeight={48} />
  if (id === null) return <p>{t('noImport')}</p>
  return (
    <>
      <SelectField
        label={t('import')}
        value={id}
        data={done.map(({ id: value, file_name }) => ({ value, label: file_name }))}
        onChange={(event) => {
          setChosenId(event.currentTarget.value)
          onChange(null)
        }}
      />
      {places?.length === 0 ? <p>{t('nobody')}</p> : null}
      {places && places.length > 0 ? (
        <Ticks
          key={id}
          rows={places.map(({ letterbox_id, address, postcode, city, invited }) => ({
            id: letterbox_id,
            label: `${address}, ${postcode} ${city}`,
            free: !invited,
            hint: invited ? t('state.invited') : undefined,
          }))}
          onChange={(letterbox_ids) =>
            onChange({
              source: { kind: 'imported', import_id: id, letterbox_ids },
              count: letterbox_ids.length,
            })
          }
        />
      ) : null}
    </>
  )
}

interface TicksProps {
  rows: { id: string; label: string; free: boolean; hint: string | undefined }[]
  onChange: (ids: string[]) => void
}

/** Check boxes. Nothing is selected by default, so that no letter goes out unintended. */
function Ticks({ rows, onChange }: TicksProps) {
  const { t } = useTranslation('admin-invitations')
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const tick = (ids: ReadonlySet<string>) => {
    setTicked(ids)
    onChange(rows.map(({ id }) => id).filter((id) => ids.has(id)))
  }
  const toggle = (id: string, on: boolean) => {
    const next = new Set(ticked)
    if (on) next.add(id)
    else next.delete(id)
    tick(next)
  }
  return (
    <div>
      <div className={forms.choices}>
        <AppButton
          tone="quiet"
          onClick={() => tick(new Set(rows.filter(({ free }) => free).map(({ id }) => id)))}
        >
          {t('all')}
        </AppButton>
        <AppButton tone="quiet" onClick={() => tick(new Set())}>
          {t('none')}
        </AppButton>
      </div>
      <div className={classes.ticks}>
        {rows.map(({ id, label, hint }) => (
          <CheckField
            key={id}
            label={label}
            {...(hint !== undefined && { hint })}
            checked={ticked.has(id)}
            onChange={(on) => toggle(id, on)}
          />
        ))}
      </div>
      <p aria-live="polite">{t('chosen', { count: ticked.size })}</p>
    </div>
  )
}
