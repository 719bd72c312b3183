import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import type { LetterboxImport } from '../../contract.admin.ts'
import { useMailOwners } from './data/imports.ts'
import classes from './imports.module.css'

/** Mails to the owners of imported letterboxes: a button to send them, or their progress. */
export function ClaimMails({ current }: { current: LetterboxImport }) {
  const { t } = useTranslation('admin-imports')
  const { ofError } = useErrorText()
  const mailOwners = useMailOwners()
  const mails = current.claim_mails
  if (!mails) return null
  if (mails.begun_at !== null) {
    const { sent, waiting } = mails
    if (sent + waiting === 0) return null
    return <p role="status">{t('claimMails.progress', { sent, all: sent + waiting })}</p>
  }
  if (mails.open === 0) return null
  return (
    <section className={classes.state}>
      <p>{t('claimMails.open', { count: mails.open })}</p>
      <p>{t('claimMails.hint')}</p>
      {mailOwners.error ? <Notice kind="error">{ofError(mailOwners.error)}</Notice> : null}
      <AppButton
        tone="secondary"
        loading={mailOwners.isPending}
        onClick={() => mailOwners.mutate(current)}
      >
        {t('claimMails.send')}
      </AppButton>
    </section>
  )
}
