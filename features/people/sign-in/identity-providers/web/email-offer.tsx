import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import type { LinkedAccount } from '../contract.ts'
import { useAnswerEmail } from './data/identity-providers.ts'

/** Accepts the provider's new address, or keeps the present one. */
export function EmailAnswers({ account: { id, new_email } }: { account: LinkedAccount }) {
  const { t } = useTranslation('identity-providers')
  const { ofError } = useErrorText()
  const answer = useAnswerEmail()
  const email = new_email ?? ''
  const send = (take: boolean) =>
    answer.mutate(
      { id, take },
      {
        onSuccess({ taken }) {
          if (take)
            showToast({ message: t(taken ? 'newEmail.taken' : 'newEmail.pending', { email }) })
        },
        onError: (error) => showToast({ kind: 'error', message: ofError(error) }),
      },
    )
  const sending = answer.isPending ? answer.variables.take : null
  return (
    <>
      <AppButton loading={sending === true} onClick={() => send(true)}>
        {t('newEmail.take')}
      </AppButton>
      <AppButton tone="secondary" loading={sending === false} onClick={() => send(false)}>
        {t('newEmail.leave')}
      </AppButton>
    </>
  )
}
