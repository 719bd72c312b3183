import { useMemo } from 'react'
import { z } from 'zod'
import { VALIDATION } from '#platform/shared/errors.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Facts } from '#platform/web/ui/back-office/admin-page.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import forms from '#platform/web/ui/forms/form.module.css'
import { TextField } from '#platform/web/ui/forms/form-fields.tsx'
import { useSchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import type { AdminUserRow, MergePreview } from '../contract.ts'
import { ActFailure } from './act-failure.tsx'
import { isChangedMeanwhile, useMergeUsers } from './data/admin-users.ts'
import { nameOf } from './user-words.ts'
import classes from './users.module.css'

interface MergePreviewFormProps {
  preview: MergePreview
  onMerged: () => void
}

const plain = (text: string) => text.trim().normalize().toLowerCase()

/** What merging would move and end, and, where it is possible, the button that does it. */
export function MergePreviewForm({ preview, onMerged }: MergePreviewFormProps) {
  const { t } = useTranslation('admin-users')
  const wordsOf = (user: AdminUserRow) =>
    [nameOf(user) || t('unnamed'), user.email ?? t('noEmail')].join(', ')
  const { into, from, refusal } = preview
  return (
    <>
      <Facts
        facts={[
          { name: t('merge.stays'), value: wordsOf(into) },
          { name: t('merge.goes'), value: wordsOf(from) },
        ]}
      />
      {refusal ? (
        <Notice kind="error" title={t('merge.refused')}>
          {t(`merge.refusals.${refusal}`)}
        </Notice>
      ) : (
        <>
          {plain(nameOf(into)) === plain(nameOf(from)) ? null : (
            <Notice>{t('merge.otherName')}</Notice>
          )}
          <Shares preview={preview} of="moves" />
          <Shares preview={preview} of="ends" />
          <ConfirmForm preview={preview} onMerged={onMerged} />
        </>
      )}
    </>
  )
}

/** How many of what, for one of the two. */
function Shares({ preview, of }: { preview: MergePreview; of: 'moves' | 'ends' }) {
  const { t } = useTranslation('admin-users')
  const shares = preview.shares.filter((share) => share[of] > 0)
  return (
    <section className={classes.shares} data-of={of}>
      <h3 className={classes.subheading}>{t(`merge.${of}`)}</h3>
      {shares.length === 0 ? <p className={classes.plain}>{t('merge.nothing')}</p> : null}
      <ul>
        {shares.map((share) => (
          <li key={share.what}>
            {t('merge.share', { what: t(`merge.what.${share.what}`), number: share[of] })}
          </li>
        ))}
      </ul>
    </section>
  )
}

function ConfirmForm({ preview, onMerged }: MergePreviewFormProps) {
  const { t } = useTranslation('admin-users')
  const merge = useMergeUsers(preview)
  const { from } = preview
  const word = from.email ?? (nameOf(from) || t('unnamed'))
  const schema = useMemo(
    () =>
      z.object({
        confirmation: z.string().refine((text) => plain(text) === plain(word), VALIDATION.invalid),
      }),
    [word],
  )
  const { field, onSubmit } = useSchemaForm(schema, { confirmation: '' })
  const send = () =>
    merge.mutate(undefined, {
      onSuccess: () => {
        showToast({ message: t('merge.done') })
        onMerged()
      },
    })
  return (
    <form className={forms.form} noValidate onSubmit={onSubmit(send)}>
      {isChangedMeanwhile(merge.error) ? (
        <Notice kind="error">{t('merge.changed')}</Notice>
      ) : (
        <ActFailure error={merge.error} />
      )}
      <p className={classes.plain}>{t('merge.told')}</p>
      <p className={classes.plain}>
        {t('merge.type')} <strong className={classes.word}>{word}</strong>
      </p>
      <TextField
        label={t('remove.label')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        withAsterisk={false}
        {...field('confirmation')}
      />
      <div className={forms.actions}>
        <AppButton type="submit" tone="danger" loading={merge.isPending}>
          {t('merge.submit')}
        </AppButton>
      </div>
    </form>
  )
}
