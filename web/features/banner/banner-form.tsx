import {
  BANNER_MAX_LENGTH,
  type Banner,
  bannerSchema,
  bannerUpdateSchema,
} from '@letterlend/contract/banner.ts'
import { LANGUAGES, type Language } from '@letterlend/contract/languages.ts'
import { ApiError } from '../../data/api-client.ts'
import { useSaveBanner } from '../../data/banner.ts'
import type { DraftOfForm } from '../../data/offered-draft.ts'
import { useTranslation } from '../../start/texts.ts'
import { AppButton } from '../../ui/app-button.tsx'
import { useErrorText } from '../../ui/error-text.ts'
import forms from '../../ui/form.module.css'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { WithOfferedDraft } from '../../ui/offered-draft.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { showToast } from '../../ui/toast.ts'
import { useSchemaForm } from '../../ui/use-schema-form.ts'
import classes from './banner.module.css'
import { SCAM_WARNING } from './scam-warning.ts'

const NAMES: Record<Language, string> = { de: 'Deutsch', en: 'English', fr: 'Français' }
const DRAFT = 'banner'
const OFF: Banner = { de: '', en: '', fr: '' }

/** The warning in each language, as it will look; saved empty it is off. */
export function BannerForm({ banner }: { banner: Banner | null }) {
  return (
    <WithOfferedDraft name={DRAFT} saved={banner ?? OFF} schema={bannerSchema}>
      {(draft) => <BannerFields draft={draft} on={banner !== null} />}
    </WithOfferedDraft>
  )
}

interface BannerFieldsProps {
  draft: DraftOfForm<Banner>
  /** A warning is shown: it can be switched off. */
  on: boolean
}

function BannerFields({ draft, on }: BannerFieldsProps) {
  const { t } = useTranslation('admin-banner')
  const { ofError } = useErrorText()
  const { form, field, onSubmit, showFieldErrors } = useSchemaForm<Banner>(
    bannerUpdateSchema,
    draft.initial,
    draft.change,
  )
  const save = useSaveBanner()
  const send = (values: Banner) =>
    save.mutate(values, {
      onSuccess: (saved) => {
        form.setValues(saved)
        draft.end()
        const off = LANGUAGES.every((language) => saved[language] === '')
        showToast({ message: t(off ? 'switchedOff' : 'saved') })
      },
      onError: (error) => {
        if (error instanceof ApiError) showFieldErrors(error)
      },
    })

  return (
    <form className={forms.form} noValidate onSubmit={onSubmit(send)}>
      {LANGUAGES.map((language) => (
        <div key={language}>
          <TextAreaField
            label={NAMES[language]}
            lang={language}
            rows={3}
            optional
            max={BANNER_MAX_LENGTH}
            field={field(language)}
          />
          <Preview text={form.values[language].trim()} language={language} />
        </div>
      ))}
      {save.isError ? <Notice kind="error">{ofError(save.error)}</Notice> : null}
      <div className={forms.actions}>
        <AppButton type="submit" loading={save.isPending}>
          {t('save')}
        </AppButton>
        <AppButton tone="secondary" onClick={() => form.setValues(SCAM_WARNING)}>
          {t('insert')}
        </AppButton>
        <AppButton tone="quiet" disabled={save.isPending || !on} onClick={() => send(OFF)}>
          {t('switchOff')}
        </AppButton>
      </div>
    </form>
  )
}

function Preview({ text, language }: { text: string; language: Language }) {
  const { t } = useTranslation('admin-banner')
  if (!text) return null
  return (
    <figure className={classes.preview}>
      <figcaption>{t('preview')}</figcaption>
      <div className={classes.banner}>
        <Icon name="warning" className={classes.icon} />
        <p lang={language}>{text}</p>
      </div>
    </figure>
  )
}
