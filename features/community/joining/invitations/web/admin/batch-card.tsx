import { Link } from 'react-router'
import { useMay } from '#features/people/accounts/web/data/door.ts'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { saveFile } from '#platform/web/ui/save-file.ts'
import { dateInWords } from '#platform/web/ui/words/date-in-words.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import type { LetterBatch } from '../../contract.admin.ts'
import { usePrintLetters } from './data/invitations.ts'
import classes from './invitations.module.css'

/** Letters whose codes still work; only these are printed. */
const openOf = ({ letters, used, revoked, expired }: LetterBatch) =>
  letters - used - revoked - expired

/** Downloads the letters of a batch as one file. */
export function PrintButton({ batch }: { batch: LetterBatch }) {
  const { t } = useTranslation('admin-invitations')
  const { ofError } = useErrorText()
  const print = usePrintLetters()
  const may = useMay()
  if (openOf(batch) === 0 || (batch.imported && !may('invitation.imported'))) return null
  return (
    <AppButton
      loading={print.isPending}
      onClick={() =>
        print.mutate(batch.id, {
          onSuccess: (file) => saveFile(file.name, file),
          onError: (error) => showToast({ kind: 'error', message: ofError(error) }),
        })
      }
    >
      {t('print')}
    </AppButton>
  )
}

/** When a batch was made, and how many of its letters were used. */
export function BatchFacts({ batch }: { batch: LetterBatch }) {
  const { t } = useTranslation('admin-invitations')
  const { letters, used, revoked, expired, created_at, expires_at, by } = batch
  const made = { day: dateInWords(created_at), who: by?.name ?? t('somebody') }
  return (
    <>
      <p>
        {t('counts', {
          letters: t('lettersCount', { count: letters }),
          used: t('usedCount', { count: used }),
          revoked: t('revokedCount', { count: revoked }),
          expired: t('expiredCount', { count: expired }),
        })}
      </p>
      <p className={classes.small}>{t('by', made)}</p>
      <p className={classes.small}>{t('until', { day: dateInWords(expires_at) })}</p>
    </>
  )
}

export function BatchCard({ batch }: { batch: LetterBatch }) {
  const { t } = useTranslation('admin-invitations')
  const may = useMay()
  return (
    <section className={classes.card}>
      <div className={classes.facts}>
        <h3 className={classes.label}>{batch.label}</h3>
        <BatchFacts batch={batch} />
      </div>
      <div className={classes.acts}>
        <PrintButton batch={batch} />
        {batch.imported && !may('invitation.imported') ? null : (
          <AppButton
            tone="secondary"
            component={Link}
            to={adminPaths.screen('invitations', batch.id)}
          >
            {t('show')}
          </AppButton>
        )}
      </div>
    </section>
  )
}
