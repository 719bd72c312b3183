import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { daysAgo } from '#platform/web/ui/words/days-ago.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { useConfirmItems } from './data/upkeep.ts'

/** When the owner last confirmed the stickers, and a button to confirm them again. */
export function ItemsConfirmed({ date }: { date: string | null }) {
  const { t } = useTranslation('upkeep')
  const { ofError } = useErrorText()
  const confirm = useConfirmItems()
  const words =
    date === null
      ? t('confirmed.notYet')
      : t('confirmed.lead', { when: daysAgo(date, currentLanguage()) })
  return (
    <Notice
      kind={confirm.isError ? 'error' : 'info'}
      title={t('confirmed.title')}
      action={
        <AppButton
          tone="secondary"
          loading={confirm.isPending}
          onClick={() =>
            confirm.mutate(undefined, {
              onSuccess: () => showToast({ message: t('confirmed.done') }),
            })
          }
        >
          {t('confirmed.button')}
        </AppButton>
      }
    >
      {confirm.isError ? ofError(confirm.error) : words}
    </Notice>
  )
}
