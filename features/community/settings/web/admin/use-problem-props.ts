import { useTranslation } from '#platform/web/start/texts.ts'
import type { SettingForm } from './use-setting-form.ts'

/** The error of a field in words, and its id in the form, so that links can lead to it. */
export function useProblemProps(problems: SettingForm<unknown>['problems']) {
  const { t } = useTranslation('admin-settings')
  return (path: string) => {
    const problem = problems[path]
    return { error: problem && t(`invalid.${problem}`), 'data-path': `value.${path}` }
  }
}
