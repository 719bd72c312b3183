import { Link, useSearchParams } from 'react-router'
import {
  useAnswerHeldReply,
  useHeldReply,
} from '#features/lending/conversations/messages/web/door.ts'
import { paths } from '#platform/shared/paths.ts'
import { ApiError } from '#platform/web/data/api-client.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { PageTitle } from '#platform/web/ui/page.tsx'
import { SealPage } from '#platform/web/ui/seal-page.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import classes from './held-reply-screen.module.css'

/**
 * The page behind the link of the mail that asks whether a reply was the reader's own. Nothing happens before a
 * button is pressed, since some mail programs open links by themselves.
 */
export function HeldReplyScreen() {
  const { t } = useTranslation('inbox')
  const { ofError } = useErrorText()
  const [query] = useSearchParams()
  const token = query.get('token') ?? ''
  const held = useHeldReply(token)
  const send = useAnswerHeldReply()
  const isOver = [held.error, send.error].some(
    (error) => error instanceof ApiError && error.code === 'invalid_token',
  )
  if (!token || isOver) {
    return (
      <SealPage icon="warning" tone="no" actions={<ToInbox />}>
        <PageTitle title={t('heldReply.overTitle')} lead={t('heldReply.overBody')} />
      </SealPage>
    )
  }
  if (send.isSuccess) {
    const said = send.variables.answer
    return (
      <SealPage icon="check" tone="yes" actions={<ToInbox />}>
        <PageTitle title={t(`heldReply.${said}.title`)} lead={t(`heldReply.${said}.body`)} />
      </SealPage>
    )
  }
  const answers = query.get('answer') === 'no' ? (['no', 'yes'] as const) : (['yes', 'no'] as const)
  const buttons = answers.map((answer, index) => (
    <AppButton
      key={answer}
      tone={index === 0 ? 'primary' : 'secondary'}
      loading={send.isPending && send.variables.answer === answer}
      disabled={!held.data || send.isPending}
      onClick={() => send.mutate({ token, answer })}
    >
      {t(`heldReply.${answer}.button`)}
    </AppButton>
  ))
  return (
    <SealPage icon="email" tone="wait" actions={buttons}>
      <PageTitle title={t('heldReply.title')} lead={t('heldReply.body')} />
      {held.data ? (
        <blockquote className={classes.text} dir="auto">
          {held.data.text}
        </blockquote>
      ) : null}
      {held.isError ? <Notice kind="error">{ofError(held.error)}</Notice> : null}
      {send.isError ? <Notice kind="error">{ofError(send.error)}</Notice> : null}
    </SealPage>
  )
}

function ToInbox() {
  const { t } = useTranslation('inbox')
  return (
    <AppButton component={Link} to={paths.inbox()} tone="secondary">
      {t('heldReply.toInbox')}
    </AppButton>
  )
}
