import { LIMIT_BOUNDS, type Limits } from '#platform/shared/settings/limits.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { NumberField } from './number-field.tsx'
import { useProblemText } from './use-problem-text.ts'
import type { SettingForm } from './use-setting-form.ts'

/** How much one account may ask and write. */
export function LimitsFields({ value, change, problems }: SettingForm<Limits>) {
  const { t } = useTranslation('admin-settings')
  const textOf = useProblemText(problems)
  return (Object.keys(LIMIT_BOUNDS) as (keyof Limits)[]).map((limit) => (
    <NumberField
      key={limit}
      label={t(`limits.${limit}`)}
      description={t('limits.bounds', LIMIT_BOUNDS[limit])}
      value={value[limit]}
      error={textOf(limit)}
      onChange={(count) => change({ ...value, [limit]: count })}
    />
  ))
}
