import { PushError } from '#platform/web/data/push/push-device.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'

export function usePushErrorText(): (error: unknown) => string {
  const { t } = useTranslation('notifications')
  const { ofError } = useErrorText()
  return (error) => (error instanceof PushError ? t(`push.failed.${error.reason}`) : ofError(error))
}
