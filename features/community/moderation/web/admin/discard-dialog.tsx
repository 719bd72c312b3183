import { useState } from 'react'
import type { z } from 'zod'
import { GroundField } from '#features/people/decisions/web/door.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { CheckField } from '#platform/web/ui/forms/check-field.tsx'
import forms from '#platform/web/ui/forms/form.module.css'
import { TextAreaField } from '#platform/web/ui/forms/text-area-field.tsx'
import { useSchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { languageName } from '#platform/web/ui/words/language-name.ts'
import { type HeldMessage, REFUSAL_REASON_MAX_LENGTH, refusalSchema } from '../../contract.admin.ts'
import { useDiscard } from './data/messages.ts'
import { WarningSuggestions } from './warning-suggestions.tsx'

interface DiscardDialogProps {
  /** The message to refuse; null while the dialog is closed. */
  message: HeldMessage | null
  /** Other held messages of the same author, which can be refused together. */
  othersOfAuthor: readonly HeldMessage[]
  /** `decided` is 0 if another moderator was faster. */
  onDone: (decided: number) => void
  onClose: () => void
}

/** Asks for the reason of a refusal. The author is notified once for all messages refused together. */
export function DiscardDialog({ message, onClose, ...rest }: DiscardDialogProps) {
  const { t } = useTranslation('admin-cases')
  return (
    <Dialog opened={message !== null} onClose={onClose} title={t('messages.discardTitle')}>
      {message ? <DiscardForm key={message.id} message={message} {...rest} /> : null}
    </Dialog>
  )
}

function DiscardForm({
  message,
  othersOfAuthor,
  onDone,
}: Omit<DiscardDialogProps, 'message' | 'onClose'> & { message: HeldMessage }) {
  const { t } = useTranslation('admin-cases')
  const { ofError } = useErrorText()
  const { author } = message
  const name = author.firstname
  const [withOthers, setWithOthers] = useState(false)
  const discard = useDiscard()
  const { form, field, onSubmit } = useSchemaForm<z.output<typeof refusalSchema>>(refusalSchema, {
    reason: '',
    ground: 'terms',
  })
  const ids = [message, ...(withOthers ? othersOfAuthor : [])].map(({ id }) => id)
  return (
    <form
      className={forms.form}
      noValidate
      onSubmit={onSubmit((values) =>
        discard.mutate({ ids, ...values }, { onSuccess: ({ decided }) => onDone(decided) }),
      )}
    >
      {discard.isError ? <Notice kind="error">{ofError(discard.error)}</Notice> : null}
      <p>{t('messages.discardBody')}</p>
      {othersOfAuthor.length > 0 ? (
        <CheckField
          label={t('messages.discardOthers', { count: othersOfAuthor.length, name })}
          checked={withOthers}
          onChange={setWithOthers}
        />
      ) : null}
      <WarningSuggestions
        title={t('messages.settle.suggestions')}
        language={author.lang}
        onChoose={(text) => {
          form.setFieldValue('reason', text)
          form.getInputNode('reason')?.focus()
        }}
      />
      <TextAreaField
        label={t('messages.settle.reason', { language: languageName(author.lang) })}
        max={REFUSAL_REASON_MAX_LENGTH}
        lang={author.lang}
        field={field('reason')}
      />
      <GroundField
        value={form.values.ground}
        onChange={(ground) => form.setFieldValue('ground', ground)}
      />
      <p className={forms.hint}>
        {t(author.reachable ? 'messages.discardTold' : 'messages.discardUntold', { name })}
      </p>
      <div className={forms.actions}>
        <AppButton type="submit" tone="danger" loading={discard.isPending}>
          {t('messages.discard')}
        </AppButton>
      </div>
    </form>
  )
}
