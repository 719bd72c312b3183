import { useTranslation } from '#platform/web/start/texts.ts'
import type { Session } from '../contract.ts'

/** "Firefox on Android", or the part of it that is known. */
export function useDeviceName({ browser, system }: Pick<Session, 'browser' | 'system'>): string {
  const { t } = useTranslation('security')
  if (browser && system) return t('sessions.device', { browser, system })
  return browser ?? system ?? t('sessions.unknownDevice')
}
