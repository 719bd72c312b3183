import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { z } from 'zod'
import type { Position } from '#platform/shared/geography.ts'
import {
  STORED_LANGUAGES,
  type StoredLanguage,
  storedLanguage,
} from '#platform/shared/languages.ts'
import { ApiError } from '#platform/web/data/api-client.ts'
import type { DraftOfForm } from '#platform/web/data/offered-draft.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { CheckField } from '#platform/web/ui/forms/check-field.tsx'
import { ChoiceField } from '#platform/web/ui/forms/choice-field.tsx'
import forms from '#platform/web/ui/forms/form.module.css'
import { SelectField, TextField } from '#platform/web/ui/forms/form-fields.tsx'
import { TextAreaField } from '#platform/web/ui/forms/text-area-field.tsx'
import { type SchemaForm, useSchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import { Sheet } from '#platform/web/ui/page.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { languageInSentence, languageName } from '#platform/web/ui/words/language-name.ts'
import {
  contentFieldOf,
  isBegunIn,
  isWholeIn,
  languageRead,
  titleFieldOf,
} from '../../best-text.ts'
import {
  type AdminAnnouncement,
  ANNOUNCEMENT_AUDIENCES,
  ANNOUNCEMENT_MAX_LENGTH,
  problemsIn,
  REGION_RADII,
  type WrittenAnnouncement,
  writtenAnnouncementSchema,
} from '../../contract.admin.ts'
import classes from './announcement-admin.module.css'
import { AnnouncementButtons } from './announcement-buttons.tsx'
import { AnnouncementPreview } from './announcement-preview.tsx'
import { useReach } from './data/announcements.ts'

export interface RegionPickerProps {
  value: Position | null
  /** In metres. */
  radius: number
  onChange: (position: Position) => void
}

const EMPTY: WrittenAnnouncement = {
  title: null,
  title_de: null,
  title_fr: null,
  content: null,
  content_de: null,
  content_fr: null,
  closeable: true,
  actions: '[]',
  audience: 'all',
  region: null,
  on_page: true,
  by_mail: false,
  by_push: false,
  visible_from: null,
  visible_until: null,
}

/** Values of the form for an existing or a new announcement. */
export function writtenOf(announcement: AdminAnnouncement | null): WrittenAnnouncement {
  if (!announcement) return EMPTY
  const { title, title_de, title_fr, content, content_de, content_fr } = announcement
  const { closeable, actions, audience, region, visible_from, visible_until } = announcement
  const { on_page, by_mail, by_push } = announcement
  return {
    title,
    title_de,
    title_fr,
    content,
    content_de,
    content_fr,
    closeable,
    actions,
    audience,
    region,
    on_page,
    by_mail,
    by_push,
    visible_from,
    visible_until,
  }
}

interface PartProps {
  form: SchemaForm<WrittenAnnouncement>
}

interface TextFieldsProps extends PartProps {
  language: StoredLanguage
}

/** Title, text and buttons in one language. */
function TextFields({ form: { form, field }, language }: TextFieldsProps) {
  const { values, errors, setValues } = form
  const { t } = useTranslation('admin-announcements')
  const titleField = titleFieldOf(language)
  const contentField = contentFieldOf(language)
  const isOptional = STORED_LANGUAGES.some((each) => each !== language && isWholeIn(values, each))
  return (
    <Sheet>
      <div className={forms.form}>
        <TextField
          label={t('form.title')}
          lang={language}
          optional={isOptional}
          {...field(titleField)}
          value={values[titleField] ?? ''}
        />
        <TextAreaField
          key={language}
          label={t('form.content')}
          lang={language}
          optional={isOptional}
          rows={9}
          max={ANNOUNCEMENT_MAX_LENGTH.content}
          field={{ ...field(contentField), value: values[contentField] ?? '' }}
        />
        <p className={forms.hint}>{t('form.markdown')}</p>
        <AnnouncementButtons
          language={language}
          actions={values.actions}
          onChange={(actions) => setValues({ actions })}
        />
        {errors.actions ? <Notice kind="error">{t('form.wrongButtons')}</Notice> : null}
        <CheckField
          label={t('form.closeable')}
          hint={t('form.closeableHint')}
          checked={values.closeable}
          onChange={(closeable) => setValues({ closeable })}
        />
      </div>
    </Sheet>
  )
}

/** Once something is written, says for each incomplete language what its readers get instead. */
function MissingLanguages({ values }: { values: WrittenAnnouncement }) {
  const { t } = useTranslation('admin-announcements')
  const isBegun = STORED_LANGUAGES.some((each) => isBegunIn(values, each))
  const missing = STORED_LANGUAGES.filter((each) => !isWholeIn(values, each))
  if (!isBegun || missing.length === 0) return null
  return (
    <Notice title={t('form.missing')}>
      {missing.map((each) => {
        const read = languageRead(values, each)
        if (!read) return null
        const language = languageInSentence(each)
        const shown = languageInSentence(read)
        return (
          <p key={each} className={classes.line}>
            {t(isBegunIn(values, each) ? 'form.half' : 'form.read', { language, shown })}
          </p>
        )
      })}
      {missing.length === STORED_LANGUAGES.length ? t('form.oneLanguage') : null}
    </Notice>
  )
}

interface AudienceFieldsProps extends PartProps {
  picker: (props: RegionPickerProps) => ReactNode
}

/** The audience and its size. */
function AudienceFields({ form: { form, field }, picker }: AudienceFieldsProps) {
  const { values, setValues } = form
  const regionError = field('region').error
  const { t } = useTranslation('admin-announcements')
  const [radius, setRadius] = useState<(typeof REGION_RADII)[number]>(
    values.region?.radius ?? 5_000,
  )
  const reach = useReach(values.audience, values.region)
  return (
    <Sheet>
      <div className={forms.form}>
        <ChoiceField
          label={t('form.audience')}
          options={ANNOUNCEMENT_AUDIENCES.map((value) => ({
            value,
            label: t(`audiences.${value}`),
          }))}
          value={values.audience}
          onChange={(audience) => setValues({ audience, region: null })}
        />
        {values.audience === 'region' ? (
          <>
            <SelectField
              label={t('form.radius')}
              value={`${radius}`}
              data={REGION_RADII.map((each) => ({
                value: `${each}`,
                label: t('form.km', { km: each / 1000 }),
              }))}
              onChange={(event) => {
                const selectedMetres = Number(event.currentTarget.value)
                const newRadius = REGION_RADII.find((each) => each === selectedMetres) ?? radius
                setRadius(newRadius)
                if (values.region) setValues({ region: { ...values.region, radius: newRadius } })
              }}
            />
            {picker({
              value: values.region,
              radius,
              onChange: (position) => setValues({ region: { ...position, radius } }),
            })}
            <p className={forms.hint}>{t('form.regionHint')}</p>
            {regionError ? <Notice kind="error">{regionError}</Notice> : null}
          </>
        ) : null}
        <p role="status" className={classes.reach}>
          {reach.data && (values.audience !== 'region' || values.region)
            ? t('form.reach', { count: reach.data.people })
            : t('form.reachUnknown')}
        </p>
      </div>
    </Sheet>
  )
}

const WAYS = ['on_page', 'by_mail', 'by_push'] as const

/** The channels. */
function WayFields({ form: { form } }: PartProps) {
  const { values, errors, setValues } = form
  const { t } = useTranslation('admin-announcements')
  return (
    <Sheet>
      <fieldset className={classes.ways} data-path="on_page">
        <legend className={classes.legend}>{t('form.ways')}</legend>
        {WAYS.map((way) => (
          <CheckField
            key={way}
            label={t(`form.way.${way}`)}
            checked={values[way]}
            onChange={(checked) => setValues({ [way]: checked })}
          />
        ))}
        <p className={forms.hint}>{t('form.wayHint')}</p>
        {errors.on_page ? <Notice kind="error">{t('form.noWay')}</Notice> : null}
      </fieldset>
    </Sheet>
  )
}

/** The period in which it is shown. */
function PeriodFields({ form: { form, field } }: PartProps) {
  const { values, setValues } = form
  const { t } = useTranslation('admin-announcements')
  return (
    <Sheet>
      <div className={forms.form}>
        <div className={forms.pair}>
          <TextField
            type="datetime-local"
            label={t('form.from')}
            optional
            {...field('visible_from')}
            value={values.visible_from ?? ''}
            onChange={(event) => setValues({ visible_from: event.currentTarget.value || null })}
          />
          <TextField
            type="datetime-local"
            label={t('form.until')}
            optional
            {...field('visible_until')}
            value={values.visible_until ?? ''}
            onChange={(event) => setValues({ visible_until: event.currentTarget.value || null })}
          />
        </div>
        <p className={forms.hint}>{t('form.clocks')}</p>
      </div>
    </Sheet>
  )
}

/** Errors of the form. If no language has been begun, reports what is missing in the language that is open. */
const schemaFor = (language: StoredLanguage) =>
  z.custom<WrittenAnnouncement>().superRefine((values, { addIssue }) => {
    const problems = STORED_LANGUAGES.some((each) => isBegunIn(values, each))
      ? (writtenAnnouncementSchema.safeParse(values).error?.issues ?? [])
      : problemsIn(values, language).map(({ path, message }) => ({ path: [path], message }))
    for (const { path, message } of problems) {
      addIssue({ code: 'custom', path: path.slice(0, 1), message })
    }
  })

interface AnnouncementFormProps {
  draft: DraftOfForm<WrittenAnnouncement>
  picker: (props: RegionPickerProps) => ReactNode
  saving: boolean
  error: unknown
  onSave: (written: WrittenAnnouncement) => void
  onDirty: (dirty: boolean) => void
  /** Shown in place of the save button while there is nothing to save. */
  otherwise: ReactNode
}

/** Texts in three languages, next to a preview, with audience and period. */
export function AnnouncementForm(props: AnnouncementFormProps) {
  const { draft, picker, saving, error, onSave, onDirty, otherwise } = props
  const { t } = useTranslation('admin-announcements')
  const { ofError } = useErrorText()
  const [language, setLanguage] = useState<StoredLanguage>(() => storedLanguage(currentLanguage()))
  const [dirty, setDirty] = useState(false)
  const schema = schemaFor(language)
  const form = useSchemaForm<WrittenAnnouncement>(schema, draft.initial, (next) => {
    setDirty(true)
    onDirty(true)
    draft.change(next)
  })
  const { values } = form.form
  const showErrors = useEffectEvent(form.showFieldErrors)
  useEffect(() => {
    if (error instanceof ApiError) showErrors(error)
  }, [error])
  const submit = form.onSubmit((written) => onSave(writtenAnnouncementSchema.parse(written)))

  return (
    <form
      className={forms.form}
      noValidate
      onSubmit={(event) => {
        // If a title or a text is missing, the form switches to its language before it focuses the field.
        const names = schema.safeParse(values).error?.issues.map(({ path }) => path[0]) ?? []
        const missingIn = STORED_LANGUAGES.find(
          (each) => names.includes(titleFieldOf(each)) || names.includes(contentFieldOf(each)),
        )
        if (missingIn) flushSync(() => setLanguage(missingIn))
        submit(event)
      }}
    >
      <ChoiceField
        label={t('form.language')}
        short
        options={STORED_LANGUAGES.map((value) => ({ value, label: languageName(value) }))}
        value={language}
        onChange={setLanguage}
      />
      <div className={classes.sides}>
        <TextFields form={form} language={language} />
        <AnnouncementPreview announcement={values} language={language} />
      </div>
      <MissingLanguages values={values} />

      <AudienceFields form={form} picker={picker} />
      <WayFields form={form} />
      <PeriodFields form={form} />
      {error && !form.isAboutFields(error) ? <Notice kind="error">{ofError(error)}</Notice> : null}
      <div className={forms.choices}>
        {dirty || otherwise === null ? (
          <AppButton type="submit" loading={saving}>
            {t('form.save')}
          </AppButton>
        ) : (
          otherwise
        )}
      </div>
    </form>
  )
}
