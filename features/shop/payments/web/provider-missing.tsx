import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'

/** Shown in place of what a payment provider did not send, with a button to load it again. */
export function ProviderMissing({ words, onRetry }: { words: string; onRetry: () => void }) {
  const { t } = useTranslation('payments')
  return (
    <Notice
      kind="error"
      action={
        <AppButton tone="secondary" onClick={onRetry}>
          {t('retry')}
        </AppButton>
      }
    >
      {words}
    </Notice>
  )
}
