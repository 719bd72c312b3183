import { useTranslation } from '#platform/web/start/texts.ts'
import { Facts } from '#platform/web/ui/back-office/admin-page.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import type { AdminUserRow, MergePreview } from '../../contract.admin.ts'
import { ActFailure } from './act-failure.tsx'
import { isChangedMeanwhile, useMergeUsers } from './data/users.ts'
import { TypedWordForm } from './typed-word-form.tsx'
import { nameOf, plain } from './user-words.ts'
import classes from './users.module.css'

interface MergePreviewFormProps {
  preview: MergePreview
  onMerged: () => void
}

/** What merging would move and end, with a button if it is possible. */
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

/** Counts of what moves or ends. */
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
  const send = () =>
    merge.mutate(undefined, {
      onSuccess: () => {
        showToast({ message: t('merge.done') })
        onMerged()
      },
    })
  return (
    <TypedWordForm
      word={from.email ?? (nameOf(from) || t('unnamed'))}
      ask={t('merge.type')}
      submitLabel={t('merge.submit')}
      sending={merge.isPending}
      onSend={send}
    >
      {isChangedMeanwhile(merge.error) ? (
        <Notice kind="error">{t('merge.changed')}</Notice>
      ) : (
        <ActFailure error={merge.error} />
      )}
      <p className={classes.plain}>{t('merge.told')}</p>
    </TypedWordForm>
  )
}
