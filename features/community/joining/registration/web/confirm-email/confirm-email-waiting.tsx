import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import type { User } from '#features/people/accounts/web/data/door.ts'
import {
  type CodeConfirmation,
  ConfirmCodeForm,
  ResendButton,
} from '#features/people/accounts/web/door.ts'
import { ReachCard } from '#features/places/letterboxes/privacy/web/door.ts'
import { paths } from '#platform/shared/paths.ts'
import { flagDraft, useDraft } from '#platform/web/data/draft.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { PageTitle } from '#platform/web/ui/page.tsx'
import classes from '#platform/web/ui/seal-page.module.css'
import { SealPage } from '#platform/web/ui/seal-page.tsx'
import { CorrectEmailForm } from '../correct-email-form.tsx'

interface WaitingProps {
  /** Null in a browser that is not logged in: all it can do is take the code of the mail. */
  user: User | null
  code: CodeConfirmation
}

/** Waits for the mail: it can be sent again or to another address, or its code can be typed. */
export function ConfirmEmailWaiting({ user, code }: WaitingProps) {
  const { t } = useTranslation('accounts')
  if (!user) {
    return (
      <SealPage
        icon="email"
        tone="wait"
        actions={<ConfirmCodeForm confirmation={code} loggedIn={false} />}
      >
        <PageTitle
          title={t('confirmEmail.waiting.title')}
          lead={t('confirmEmail.waiting.loggedOut')}
        />
      </SealPage>
    )
  }
  const email = user.new_email ?? user.email
  return (
    <SealPage icon="email" tone="wait" actions={<Ways user={user} email={email} code={code} />}>
      <PageTitle
        title={t('confirmEmail.waiting.title')}
        lead={t('confirmEmail.waiting.sentTo', { email })}
      />
      <p>{t('confirmEmail.waiting.why')}</p>
    </SealPage>
  )
}

interface WaysProps extends WaitingProps {
  user: User
  email: string
}

function Ways({ user, email, code }: WaysProps) {
  const { t } = useTranslation('accounts')
  const [opened, setOpened] = useState<'code' | 'correction' | null>(null)
  const forms = useRef<HTMLDivElement>(null)
  const open = (form: 'code' | 'correction' | null) => {
    // The pressed button disappears, so the focus moves to what replaces it.
    flushSync(() => setOpened(form))
    const field = forms.current?.querySelector('input')
    if (field) field.focus()
    else forms.current?.focus()
  }
  return (
    <>
      <AnswersByMail user={user} onDone={() => forms.current?.focus()} />
      <ResendButton email={email} />
      <AppButton component={Link} to={paths.home()} tone="quiet">
        {t('confirmEmail.waiting.lookAround')}
      </AppButton>
      <div ref={forms} tabIndex={-1} className={classes.stack}>
        {opened === 'code' ? (
          <ConfirmCodeForm confirmation={code} loggedIn />
        ) : (
          <AppButton tone="quiet" onClick={() => open('code')}>
            {t('confirmEmail.waiting.enterCode')}
          </AppButton>
        )}
        {opened === 'correction' ? (
          <CorrectEmailForm user={user} onCorrected={() => open(null)} />
        ) : (
          <AppButton tone="quiet" onClick={() => open('correction')}>
            {t('confirmEmail.waiting.wrongAddress')}
          </AppButton>
        )}
      </div>
    </>
  )
}

interface AnswersByMailProps {
  user: User
  /** The card disappears together with the button that was pressed. */
  onDone: () => void
}

/** Last step for a member who only borrows: offers once to send mails about answers. */
function AnswersByMail({ user, onDone }: AnswersByMailProps) {
  const { t } = useTranslation('privacy')
  const [isAnswered, setIsAnswered] = useDraft(`answersByMail.${user.id}`, false, flagDraft)
  const { show_on_map, enable_notifications } = user.privacy
  if (isAnswered || show_on_map || enable_notifications) return null
  const finish = () => {
    setIsAnswered(true)
    onDone()
  }
  return (
    <ReachCard
      mailOnly
      title={t('reach.answersTitle')}
      body={t('reach.answersBody')}
      onLater={finish}
      onSaved={finish}
    />
  )
}
