import {
  LIMIT_BOUNDS,
  type Limits,
  type NumericLimit,
  UNCLAIMED_FATES,
} from '#platform/shared/settings/limits.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { ChoiceField } from '#platform/web/ui/forms/choice-field.tsx'
import { NumberField } from './number-field.tsx'
import { useProblemProps } from './use-problem-props.ts'
import type { SettingForm } from './use-setting-form.ts'

/** How much one account may ask and write, and what happens to silent letterboxes. */
export function LimitsFields({ value, change, problems }: SettingForm<Limits>) {
  const { t } = useTranslation('admin-settings')
  const problemOf = useProblemProps(problems)
  return (
    <>
      {(Object.keys(LIMIT_BOUNDS) as NumericLimit[]).map((limit) => (
        <NumberField
          key={limit}
          label={t(`limits.${limit}`)}
          description={t('limits.bounds', LIMIT_BOUNDS[limit])}
          value={value[limit]}
          {...problemOf(limit)}
          onChange={(count) => change({ ...value, [limit]: count })}
        />
      ))}
      <ChoiceField
        label={t('limits.unclaimed')}
        options={UNCLAIMED_FATES.map((fate) => ({ value: fate, label: t(`limits.fates.${fate}`) }))}
        value={value.unclaimed ?? 'address_only'}
        onChange={(unclaimed) => change({ ...value, unclaimed })}
      />
    </>
  )
}
