import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import {
  AccountForm,
  accountDraft,
  accountDraftName,
  draftOfAccount,
} from '#features/community/joining/registration/web/door.ts'
import type { User } from '#features/people/accounts/web/data/door.ts'
import { ResendButton, WithReadyUser } from '#features/people/accounts/web/door.ts'
import { paths } from '#platform/shared/paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { BackToProfile } from '#platform/web/ui/back-to-profile.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { Icon } from '#platform/web/ui/icon.tsx'
import { WithOfferedDraft } from '#platform/web/ui/offered-draft.tsx'
import { Page, PageTitle, Sheet } from '#platform/web/ui/page.tsx'
import { DownloadDataButton } from './download-data-button.tsx'
import classes from './update-account-screen.module.css'

export function UpdateAccountScreen() {
  return <WithReadyUser>{(user) => <UpdateAccount key={user.id} user={user} />}</WithReadyUser>
}

function UpdateAccount({ user }: { user: User }) {
  const { t } = useTranslation('accounts')
  const navigate = useNavigate()
  // Each save resets the form: empty passwords and the saved account.
  const [{ account, saves }, setStart] = useState({ account: user, saves: 0 })

  const afterSave = (saved: User) => {
    setStart({ account: saved, saves: saves + 1 })
    showToast({ message: t('account.saved') })
    // After a change of address the position has to be confirmed again.
    const moved = user.letterbox?.location_verified && !saved.letterbox?.location_verified
    if (moved) navigate(paths.updateLetterBoxLocation())
  }

  return (
    <Page>
      <BackToProfile />
      <Sheet>
        <PageTitle title={t('account.title')} lead={t('account.lead')} />
        {user.new_email ? <PendingEmail email={user.new_email} current={user.email} /> : null}
        <WithOfferedDraft
          key={saves}
          name={accountDraftName(user)}
          saved={draftOfAccount(account)}
          schema={accountDraft}
        >
          {(draft) => (
            <AccountForm
              user={account}
              initial={draft.initial}
              onChange={draft.change}
              onSaved={(saved) => {
                draft.end()
                afterSave(saved)
              }}
            />
          )}
        </WithOfferedDraft>
      </Sheet>
      <section className={classes.further} aria-labelledby="own-data">
        <h2 id="own-data">{t('data.title')}</h2>
        <p>{t('data.body')}</p>
        <div className={classes.choices}>
          <DownloadDataButton />
          <AppButton
            component={Link}
            to={paths.deleteAccount()}
            tone="quiet"
            leftSection={<Icon name="trash" />}
          >
            {t('deleteAccount.link')}
          </AppButton>
        </div>
      </section>
    </Page>
  )
}

/** A new e-mail address takes effect when its owner follows the link; until then the old one stays. */
function PendingEmail({ email, current }: { email: string; current: string }) {
  const { t } = useTranslation('accounts')
  return (
    <div className={classes.notice}>
      <Notice title={t('account.pendingTitle')} action={<ResendButton email={email} />}>
        {t('account.pending', { email, current })}
      </Notice>
    </div>
  )
}
