import type { z } from 'zod'
import { GroundField } from '#features/people/decisions/web/door.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Suggestions } from '#platform/web/ui/back-office/suggestions.tsx'
import { useTextsInto } from '#platform/web/ui/back-office/use-texts-into.ts'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import forms from '#platform/web/ui/forms/form.module.css'
import { TextAreaField } from '#platform/web/ui/forms/text-area-field.tsx'
import { useSchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { languageName } from '#platform/web/ui/words/language-name.ts'
import {
  type AdminLetterbox,
  HIDING_REASON_MAX_LENGTH,
  hidingSchema,
} from '../../contract.admin.ts'
import { useModerateLetterbox } from './data/letterboxes.ts'

/** Common reasons for hiding a letterbox, offered as suggestions. */
const HIDING_REASONS = ['noLetterbox', 'nobodyAnswers', 'wrongSpot', 'againstRules'] as const

type Hiding = z.output<typeof hidingSchema>

interface HideLetterboxProps {
  letterbox: AdminLetterbox
  opened: boolean
  onClose: () => void
}

/** Asks for a reason, which the owner receives, and hides the letterbox. */
export function HideLetterbox({ letterbox, opened, onClose }: HideLetterboxProps) {
  const { t } = useTranslation(['admin-letterboxes', 'layout'])
  const { ofError } = useErrorText()
  const { id, version, owner } = letterbox
  const change = useModerateLetterbox(id)
  const reasons = useTextsInto(
    HIDING_REASONS.map((reason) => ({
      language: owner.lang,
      key: `admin-letterboxes:hide.reasons.${reason}` as const,
    })),
  )
  const { form, field, onSubmit, isAboutFields } = useSchemaForm<Hiding>(hidingSchema, {
    reason: '',
    ground: 'terms',
  })
  const suggest = (reason: string) => {
    form.setFieldValue('reason', reason)
    form.getInputNode('reason')?.focus()
  }
  const send = ({ reason, ground }: Hiding) =>
    change.mutate(
      { act: 'hide', body: { id, version, reason, ground } },
      {
        onSuccess() {
          showToast({ message: t('hide.done') })
          form.reset()
          onClose()
        },
      },
    )
  return (
    <Dialog opened={opened} onClose={onClose} title={t('hide.title')}>
      <form className={forms.form} noValidate onSubmit={onSubmit(send)}>
        <p>{t('hide.body')}</p>
        <Suggestions
          title={t('hide.suggested', { language: languageName(owner.lang) })}
          suggestions={reasons.map((text) => ({ label: text, text }))}
          lang={owner.lang}
          onChoose={suggest}
        />
        <TextAreaField
          label={t('hide.reason')}
          max={HIDING_REASON_MAX_LENGTH}
          lang={owner.lang}
          field={field('reason')}
        />
        <GroundField
          value={form.values.ground}
          onChange={(ground) => form.setFieldValue('ground', ground)}
        />
        {change.isError && !isAboutFields(change.error) ? (
          <Notice kind="error">{ofError(change.error)}</Notice>
        ) : null}
        <div className={forms.actions}>
          <AppButton tone="secondary" onClick={onClose}>
            {t('layout:cancel')}
          </AppButton>
          <AppButton type="submit" tone="danger" loading={change.isPending}>
            {t('hide.confirm')}
          </AppButton>
        </div>
      </form>
    </Dialog>
  )
}
