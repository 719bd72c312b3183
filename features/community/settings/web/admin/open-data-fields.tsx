import { OPEN_DATA_MAX_LENGTH, type OpenData } from '#platform/shared/settings/open-data.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { TextField } from '#platform/web/ui/forms/form-fields.tsx'
import { useProblemProps } from './use-problem-props.ts'
import type { SettingForm } from './use-setting-form.ts'

const FIELDS = ['attribution', 'licence', 'licence_url'] as const satisfies (keyof OpenData)[]

/** On what terms other sites may show the public data. */
export function OpenDataFields({ value, change, problems }: SettingForm<OpenData>) {
  const { t } = useTranslation('admin-settings')
  const problemOf = useProblemProps(problems)
  return FIELDS.map((name) => (
    <TextField
      key={name}
      label={t(`open_data.${name}`)}
      description={t(`open_data.${name}Hint`)}
      type={name === 'licence_url' ? 'url' : 'text'}
      maxLength={OPEN_DATA_MAX_LENGTH}
      value={value[name]}
      {...problemOf(name)}
      onChange={(event) => change({ ...value, [name]: event.currentTarget.value })}
    />
  ))
}
