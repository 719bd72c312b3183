import { useTranslation } from '#platform/web/start/texts.ts'
import type { SettingForm } from './use-setting-form.ts'

/** What is wrong with a field, in words, and its place in the form, which leads to it then. */
export function useProblemProps(problems: SettingForm<unknown>['problems']) {
  const { t } = useTranslation('admin-settings')
  return (path: string) => {
    const problem = problems[path]
    return { error: problem && t(`invalid.${problem}`), 'data-path': `value.${path}` }
  }
}
