import { ApiError } from '#platform/web/data/api-client.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import forms from '#platform/web/ui/forms/form.module.css'
import { EmailField } from '#platform/web/ui/forms/form-fields.tsx'
import { useSchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import { Icon } from '#platform/web/ui/icon.tsx'
import rows from '#platform/web/ui/rows.module.css'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { type HouseholdInvitation, invitedEmailSchema, MAX_MEMBERS } from '../contract.ts'
import { useInvite, useWithdraw } from './data/household.ts'
import classes from './household.module.css'
import { shortDate } from './short-date.ts'

interface InvitationsProps {
  invitations: HouseholdInvitation[]
  full: boolean
}

/** The people whom the owner has invited, and the form to invite another. */
export function Invitations({ invitations, full }: InvitationsProps) {
  const { t } = useTranslation('household')
  return (
    <>
      {invitations.length > 0 ? (
        <section aria-labelledby="household-pending" className={classes.section}>
          <h2 id="household-pending" className={classes.heading}>
            {t('invite.pending')}
          </h2>
          <ul className={rows.list}>
            {invitations.map((invitation) => (
              <InvitationRow key={invitation.id} invitation={invitation} />
            ))}
          </ul>
        </section>
      ) : null}
      <section aria-labelledby="household-invite" className={classes.section}>
        <h2 id="household-invite" className={classes.heading}>
          {t('invite.title')}
        </h2>
        {full ? <Notice>{t('invite.full', { count: MAX_MEMBERS })}</Notice> : <InviteForm />}
      </section>
    </>
  )
}

function InvitationRow({
  invitation: { id, email, expires_at },
}: {
  invitation: HouseholdInvitation
}) {
  const { t } = useTranslation('household')
  const { ofError } = useErrorText()
  const withdraw = useWithdraw()
  return (
    <li className={rows.row}>
      <span className={classes.seal} aria-hidden="true">
        <Icon name="email" />
      </span>
      <div className={rows.text}>
        <p className={`${rows.name} ${classes.name}`}>{email}</p>
        <p className={rows.detail}>{t('invite.until', { date: shortDate(expires_at) })}</p>
      </div>
      <div className={classes.end}>
        <AppButton
          tone="quiet"
          loading={withdraw.isPending}
          aria-label={t('invite.withdrawOf', { email })}
          onClick={() =>
            withdraw.mutate(id, {
              onSuccess: () => showToast({ message: t('invite.withdrawn', { email }) }),
              onError: (error) => showToast({ kind: 'error', message: ofError(error) }),
            })
          }
        >
          {t('invite.withdraw')}
        </AppButton>
      </div>
    </li>
  )
}

function InviteForm() {
  const { t } = useTranslation('household')
  const { ofError } = useErrorText()
  const invite = useInvite()
  const { form, field, onSubmit, showFieldErrors } = useSchemaForm(invitedEmailSchema, {
    email: '',
  })
  const failure = invite.error instanceof ApiError && 'email' in invite.error.errors
  const send = ({ email }: { email: string }) =>
    invite.mutate(email, {
      onSuccess: () => {
        form.reset()
        showToast({ message: t('invite.sent', { email }) })
      },
      onError: (error) => {
        if (error instanceof ApiError) showFieldErrors(error)
      },
    })
  return (
    <form className={forms.form} noValidate onSubmit={onSubmit(send)}>
      <EmailField
        label={t('invite.email')}
        description={t('invite.hint')}
        autoComplete="off"
        {...field('email')}
      />
      {invite.isError && !failure ? <Notice kind="error">{ofError(invite.error)}</Notice> : null}
      <div className={forms.actions}>
        <AppButton type="submit" loading={invite.isPending}>
          {t('invite.submit')}
        </AppButton>
      </div>
    </form>
  )
}
