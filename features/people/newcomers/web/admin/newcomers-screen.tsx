import { useState } from 'react'
import { Link } from 'react-router'
import { useMay } from '#features/people/accounts/web/data/door.ts'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import { ApiError } from '#platform/web/data/api-client.ts'
import { useConfig } from '#platform/web/data/config.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { AdminPage } from '#platform/web/ui/back-office/admin-page.tsx'
import { useOnlyInArea } from '#platform/web/ui/back-office/viewers-area.tsx'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { SkeletonList } from '#platform/web/ui/feedback/skeleton-list.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import forms from '#platform/web/ui/forms/form.module.css'
import { TextAreaField } from '#platform/web/ui/forms/text-area-field.tsx'
import { useSchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import { dateInWords } from '#platform/web/ui/words/date-in-words.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { languageName } from '#platform/web/ui/words/language-name.ts'
import { DECLINE_REASON_MAX_LENGTH, declineSchema, type Newcomer } from '../../contract.admin.ts'
import classes from '../newcomers.module.css'
import { NEWCOMERS_SHOWN, useDecline, useLetIn, useNewcomers } from './data/newcomers.ts'

const useName = () => {
  const { t } = useTranslation('admin-newcomers')
  return ({ firstname, lastname }: Newcomer) => `${firstname} ${lastname}`.trim() || t('unnamed')
}

/** Text for a failed decision. "Another moderator was faster" has its own text. */
function useDecisionError() {
  const { t } = useTranslation('admin-newcomers')
  const { ofError } = useErrorText()
  return (error: unknown) =>
    error instanceof ApiError && error.code === 'already_answered'
      ? t('code.already_answered')
      : ofError(error)
}

/** Newcomers, a card each, with the two decisions. */
export function NewcomersScreen() {
  const { t } = useTranslation('admin-newcomers')
  const [page, setPage] = useState(1)
  const [declining, setDeclining] = useState<Newcomer | null>(null)
  const { data, error, refetch } = useNewcomers(page)
  const may = useMay()
  const gate = useConfig()?.gate?.gate
  const onlyInArea = useOnlyInArea()
  return (
    <AdminPage
      title={t('title')}
      lead={gate === 'open' ? t(data?.total ? 'openWaiting' : 'open') : t('lead')}
      actions={
        may('setting.gate') ? (
          <AppButton tone="secondary" component={Link} to={adminPaths.screen('settings', 'gate')}>
            {t('toSettings')}
          </AppButton>
        ) : undefined
      }
    >
      {error && !data ? <LoadFailure error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <SkeletonList rows={3} rowHeight={130} /> : null}
      {data?.total === 0 ? <p>{t(onlyInArea ? 'noneInArea' : 'none')}</p> : null}
      <ul className={classes.list}>
        {data?.rows.map((row) => (
          <NewcomerCard key={row.id} newcomer={row} onDecline={() => setDeclining(row)} />
        ))}
      </ul>
      {data && data.total > NEWCOMERS_SHOWN ? (
        <div className={forms.choices}>
          <AppButton tone="quiet" disabled={page === 1} onClick={() => setPage(page - 1)}>
            {t('earlier')}
          </AppButton>
          <AppButton
            tone="quiet"
            disabled={page * NEWCOMERS_SHOWN >= data.total}
            onClick={() => setPage(page + 1)}
          >
            {t('later')}
          </AppButton>
        </div>
      ) : null}
      {declining ? <DeclineDialog newcomer={declining} onClose={() => setDeclining(null)} /> : null}
    </AdminPage>
  )
}

interface NewcomerCardProps {
  newcomer: Newcomer
  onDecline: () => void
}

function NewcomerCard({ newcomer, onDecline }: NewcomerCardProps) {
  const { t } = useTranslation('admin-newcomers')
  const inWords = useDecisionError()
  const letIn = useLetIn()
  const { id, email, waiting_since, letterbox } = newcomer
  const name = useName()(newcomer)
  return (
    <li className={classes.card}>
      <div className={classes.facts}>
        <h2 className={classes.name}>{name}</h2>
        <p>{email}</p>
        <p>
          {letterbox
            ? `${letterbox.address}, ${letterbox.postcode} ${letterbox.city}`
            : t('noLetterbox')}
        </p>
        {letterbox?.of_others ? <p className={classes.small}>{t('ofOthers')}</p> : null}
        {letterbox?.address_verified ? <p className={classes.small}>{t('verified')}</p> : null}
        <p className={classes.small}>{t('since', { day: dateInWords(waiting_since) })}</p>
      </div>
      <div className={classes.acts}>
        <AppButton
          loading={letIn.isPending}
          onClick={() =>
            letIn.mutate(id, {
              onSuccess: () => showToast({ message: t('done.letIn', { name }) }),
              onError: (error) => showToast({ kind: 'error', message: inWords(error) }),
            })
          }
        >
          {t('letIn')}
        </AppButton>
        <AppButton tone="secondary" disabled={letIn.isPending} onClick={onDecline}>
          {t('decline')}
        </AppButton>
      </div>
    </li>
  )
}

const schema = declineSchema.pick({ reason: true })

interface DeclineDialogProps {
  newcomer: Newcomer
  onClose: () => void
}

/** Asks for the reason, which is mailed to the newcomer in their language. */
function DeclineDialog({ newcomer, onClose }: DeclineDialogProps) {
  const { t } = useTranslation('admin-newcomers')
  const inWords = useDecisionError()
  const decline = useDecline()
  const name = useName()(newcomer)
  const { field, onSubmit } = useSchemaForm(schema, { reason: '' })
  return (
    <Dialog opened onClose={onClose} title={t('declineTitle', { name })}>
      <form
        className={forms.form}
        noValidate
        onSubmit={onSubmit(({ reason }) =>
          decline.mutate(
            { id: newcomer.id, reason },
            {
              onSuccess: () => {
                showToast({ message: t('done.declined') })
                onClose()
              },
            },
          ),
        )}
      >
        {decline.isError ? <Notice kind="error">{inWords(decline.error)}</Notice> : null}
        <p>{t('declineBody')}</p>
        <TextAreaField
          label={t('reason', { language: languageName(newcomer.lang) })}
          lang={newcomer.lang}
          max={DECLINE_REASON_MAX_LENGTH}
          field={field('reason')}
        />
        <div className={forms.actions}>
          <AppButton type="submit" tone="danger" loading={decline.isPending}>
            {t('submit')}
          </AppButton>
        </div>
      </form>
    </Dialog>
  )
}
