import type { Session } from '@letterlend/contract/sessions.ts'
import { useTranslation } from '../../start/texts.ts'

/** "Firefox on Android", or as much of it as is known. */
export function useDeviceName({ browser, system }: Pick<Session, 'browser' | 'system'>): string {
  const { t } = useTranslation('security')
  if (browser && system) return t('sessions.device', { browser, system })
  return browser ?? system ?? t('sessions.unknownDevice')
}
