import { useTranslation } from '#platform/web/start/texts.ts'
import { AdminPage } from '#platform/web/ui/back-office/admin-page.tsx'
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { PageLoader } from '#platform/web/ui/feedback/page-loader.tsx'
import { WithOfferedDraft } from '#platform/web/ui/offered-draft.tsx'
import { type MovedMail, writtenMovedMailSchema } from '../../contract.admin.ts'
import { useMovedMail } from './data/moved-mail.ts'
import classes from './moved-mail.module.css'
import { MovedMailForm } from './moved-mail-form.tsx'
import { MovedMailPreview } from './moved-mail-preview.tsx'
import { MovedMailSending } from './moved-mail-sending.tsx'

/** `/admin/moving`: the mail "we have moved" to the people of a site that was moved in. */
export function MovedMailScreen() {
  const { t } = useTranslation('admin-moving')
  const { data, error, refetch } = useMovedMail()
  return (
    <AdminPage title={t('title')} lead={t('lead')}>
      {data ? (
        data.people === 0 ? (
          <EmptyState title={t('none.title')} body={t('none.body')} />
        ) : (
          <Parts mail={data} />
        )
      ) : error ? (
        <LoadFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <PageLoader />
      )}
    </AdminPage>
  )
}

function Parts({ mail }: { mail: MovedMail }) {
  const { t } = useTranslation('admin-moving')
  const { people, without_email, texts, most_bounces } = mail
  return (
    <div className={classes.parts}>
      <p>
        {t('people', { count: people })}{' '}
        {without_email > 0 ? t('withoutEmail', { count: without_email }) : null}
      </p>
      <section aria-labelledby="moved-text">
        <h2 id="moved-text" className={classes.heading}>
          {t('text.title')}
        </h2>
        <WithOfferedDraft
          name="moved-mail"
          saved={{ texts, most_bounces }}
          schema={writtenMovedMailSchema}
        >
          {(draft) => <MovedMailForm mail={mail} draft={draft} />}
        </WithOfferedDraft>
      </section>
      <MovedMailPreview version={mail.version} />
      <MovedMailSending mail={mail} />
    </div>
  )
}
