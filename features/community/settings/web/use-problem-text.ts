import { useTranslation } from '#platform/web/start/texts.ts'
import type { SettingForm } from './use-setting-form.ts'

/** What is wrong with a field, in words. */
export function useProblemText(problems: SettingForm<unknown>['problems']) {
  const { t } = useTranslation('admin-settings')
  return (path: string): string | undefined => {
    const problem = problems[path]
    return problem && t(`invalid.${problem}`)
  }
}
