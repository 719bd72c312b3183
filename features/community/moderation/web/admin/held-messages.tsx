import { useState } from 'react'
import { storedLanguage } from '#platform/shared/languages.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { AdminList } from '#platform/web/ui/back-office/admin-list.tsx'
import { Facts } from '#platform/web/ui/back-office/admin-page.tsx'
import { useAdminList } from '#platform/web/ui/back-office/use-admin-list.ts'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { dateFormat } from '#platform/web/ui/words/date-format.ts'
import { type HeldMessage, MODERATION_PAGE_SIZE } from '../../contract.admin.ts'
import classes from './cases.module.css'
import { useHeldMessages } from './data/messages.ts'
import { DiscardDialog } from './discard-dialog.tsx'
import { MessageContext } from './message-context.tsx'
import { ReadBy } from './read-by.tsx'

interface HeldMessagesProps {
  /** Shows `done` unless another moderator was faster. */
  decide: (decision: { act: 'release'; id: string }, done: string) => Promise<void>
  busy: boolean
  /** Moves the focus to the top of the list when the focused element is gone. */
  toTop: () => void
}

/** Messages that reach no one until a moderator has released them. */
export function HeldMessages({ decide, busy, toTop }: HeldMessagesProps) {
  const { t } = useTranslation('admin-cases')
  const { t: admin } = useTranslation('admin')
  const [discarding, setDiscarding] = useState<HeldMessage | null>(null)
  const list = useAdminList({ filters: {}, maxSize: MODERATION_PAGE_SIZE.max })
  const { page, size } = list.asked
  const answer = useHeldMessages({ page, size })
  return (
    <AdminList
      label={admin('screens.held-messages')}
      list={list}
      answer={answer}
      skeletonRows={4}
      empty={{ title: t('messages.noneHeld'), body: t('messages.noneHeldBody') }}
      rows={(messages) => (
        <>
          <ul className={classes.messages}>
            {messages.map((message) => (
              <li key={message.id} className={classes.message}>
                <About message={message} />
                <MessageContext
                  text={message.text}
                  at={message.held_at}
                  context={message.context}
                />
                <div className={classes.actions}>
                  <AppButton
                    tone="secondary"
                    disabled={busy}
                    onClick={() =>
                      decide({ act: 'release', id: message.id }, t('messages.released'))
                    }
                  >
                    {t('messages.release')}
                  </AppButton>
                  <AppButton tone="danger" disabled={busy} onClick={() => setDiscarding(message)}>
                    {t('messages.discard')}
                  </AppButton>
                </div>
                <ReadBy readings={message.read_by} />
              </li>
            ))}
          </ul>
          <DiscardDialog
            message={discarding}
            othersOfAuthor={messages.filter(
              ({ id, author }) => id !== discarding?.id && author.id === discarding?.author.id,
            )}
            onClose={() => setDiscarding(null)}
            onDone={(decided) => {
              setDiscarding(null)
              showToast(
                decided > 0
                  ? { message: t('messages.discarded', { count: decided }) }
                  : { message: t('faster'), kind: 'warning' },
              )
              toTop()
            }}
          />
        </>
      )}
    />
  )
}

function About({ message }: { message: HeldMessage }) {
  const { t } = useTranslation('admin-cases')
  const time = dateFormat({
    dateStyle: 'medium',
    timeStyle: 'short',
  })
  const { author, item, held_for, held_at } = message
  return (
    <Facts
      facts={[
        {
          name: t('from'),
          value: t('messages.asked', {
            name: author.firstname,
            asked: author.asked,
            answered: author.answered,
          }),
        },
        { name: t('messages.item'), value: item[`name_${storedLanguage(currentLanguage())}`] },
        {
          name: t('messages.why'),
          value:
            held_for === 'many_letterboxes'
              ? t('messages.manyLetterboxes', { count: message.letterboxes })
              : t('messages.manyAccounts', { count: message.accounts }),
        },
        { name: t('columns.at'), value: time.format(new Date(held_at)) },
      ]}
    />
  )
}
