import { Link } from 'react-router'
import { LogInHere } from '#features/lending/conversations/messages/web/door.ts'
import { useOutboxDelivery } from '#features/lending/conversations/outbox/web/door.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import {
  type OpenedConversation,
  useTransaction,
} from '#features/lending/conversations/transactions/web/door.ts'
import { useSendOwnLoginLink } from '#features/people/accounts/web/data/door.ts'
import { paths } from '#platform/shared/paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { SkeletonList } from '#platform/web/ui/feedback/skeleton-list.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { MessagePanel } from '../messages/message-panel.tsx'
import classes from './opened-conversation-screen.module.css'

/** An empty list: this screen shows only the conversation of the link. */
const NO_LIST: Transaction[] = []

/** The conversation that the link of a mail opened, for a visitor. */
export function OpenedConversationScreen({ opened }: { opened: OpenedConversation }) {
  const user = { id: opened.user_id, email_confirmed: true }
  useOutboxDelivery(opened.user_id, opened.transaction_id)
  return (
    <div className={classes.screen}>
      <OnlyThis opened={opened} />
      <div className={classes.conversation}>
        <Conversation id={opened.transaction_id} user={user} />
      </div>
    </div>
  )
}

interface ConversationProps {
  id: string
  user: { id: string; email_confirmed: boolean }
}

function Conversation({ id, user }: ConversationProps) {
  const { t } = useTranslation('inbox')
  const { transaction, error, retry } = useTransaction(id, NO_LIST)
  if (transaction) {
    return <MessagePanel transaction={transaction} user={user} list={paths.inbox()} alone limited />
  }
  if (transaction === null) {
    return (
      <EmptyState
        title={t('missing.title')}
        level={1}
        body={t('missing.body')}
        action={
          <AppButton component={Link} to={paths.inbox()} tone="secondary">
            {t('missing.action')}
          </AppButton>
        }
      />
    )
  }
  return error ? (
    <LoadFailure error={error} onRetry={retry} />
  ) : (
    <SkeletonList rows={4} rowHeight={64} />
  )
}

/** Explains why only this conversation is shown, and links to the login for the rest. */
function OnlyThis({ opened }: { opened: OpenedConversation }) {
  const { t } = useTranslation(['inbox', 'transactions'])
  const { ofError } = useErrorText()
  const link = useSendOwnLoginLink()
  if (link.isSuccess) {
    return (
      <p className={classes.notice} role="status">
        {t('opened.sent')}
      </p>
    )
  }
  return (
    <div className={classes.notice}>
      <p>{link.isError ? ofError(link.error) : t('opened.onlyThis')}</p>
      {opened.can_log_in ? (
        <LogInHere />
      ) : (
        <AppButton tone="secondary" loading={link.isPending} onClick={() => link.mutate()}>
          {t('opened.choosePassword')}
        </AppButton>
      )}
    </div>
  )
}
