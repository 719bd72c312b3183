import type { ComponentType } from 'react'
import type { Area } from '#platform/shared/areas.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { ChoiceField } from '#platform/web/ui/forms/choice-field.tsx'
import { CountrySelect } from '#platform/web/ui/forms/country-select.tsx'
import { TextAreaField } from '#platform/web/ui/forms/text-area-field.tsx'
import type { FieldProps } from '#platform/web/ui/forms/use-schema-form.ts'
import { AREA_KINDS, type AreaDraft } from './area-draft.ts'
import classes from './roles.module.css'

/** A map on which the outline is drawn; a noun above this one has it. */
export type OutlinePicker = ComponentType<{
  value: Area['outline']
  onChange: (outline: Area['outline']) => void
}>

interface AreaOfPersonProps {
  draft: AreaDraft
  field: (name: keyof AreaDraft) => FieldProps
  onChange: (change: Partial<AreaDraft>) => void
  outlinePicker: OutlinePicker
}

/** Enough for as many postcodes as an area may have. */
const TYPED_MAX_LENGTH = 3000

/** Where the tasks of a person apply: everywhere, in some postcodes, or inside an outline. */
export function AreaOfPerson({
  draft,
  field,
  onChange,
  outlinePicker: Outline,
}: AreaOfPersonProps) {
  const { t } = useTranslation('admin-roles')
  const outlineError = field('outline').error
  return (
    <div className={classes.area}>
      <ChoiceField
        label={t('area.label')}
        options={AREA_KINDS.map((kind) => ({ value: kind, label: t(`area.kinds.${kind}`) }))}
        value={draft.kind}
        onChange={(kind) => onChange({ kind })}
      />
      {draft.kind === 'everywhere' ? null : <p className={classes.hint}>{t('area.hint')}</p>}
      {draft.kind === 'postcodes' ? (
        <>
          <CountrySelect label={t('area.country')} {...field('country')} />
          <TextAreaField
            label={t('area.postcodes')}
            description={t('area.postcodesHint')}
            max={TYPED_MAX_LENGTH}
            rows={2}
            field={field('postcodes')}
          />
        </>
      ) : null}
      {draft.kind === 'outline' ? (
        <>
          <p className={classes.hint}>{t('area.outlineHint')}</p>
          {outlineError ? (
            <p role="alert" className={classes.error}>
              {outlineError}
            </p>
          ) : null}
          <Outline value={draft.outline} onChange={(outline) => onChange({ outline })} />
        </>
      ) : null}
    </div>
  )
}
