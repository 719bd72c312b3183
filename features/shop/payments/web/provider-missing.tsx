import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'

/** Shown if a payment provider's script did not load, with a button to retry. */
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
