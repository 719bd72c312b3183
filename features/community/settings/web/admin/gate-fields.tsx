import { GATES, type GateSetting } from '#platform/shared/settings/gate.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { ChoiceField } from '#platform/web/ui/forms/choice-field.tsx'
import forms from '#platform/web/ui/forms/form.module.css'
import { NumberField } from './number-field.tsx'
import { useProblemProps } from './use-problem-props.ts'
import type { SettingForm } from './use-setting-form.ts'

/** Who may join, and how soon waiting people get a decision. */
export function GateFields({ value, change, problems }: SettingForm<GateSetting>) {
  const { t } = useTranslation('admin-settings')
  const problemOf = useProblemProps(problems)
  return (
    <>
      <ChoiceField
        label={t('gate.gate')}
        options={GATES.map((gate) => ({ value: gate, label: t(`gate.gates.${gate}`) }))}
        value={value.gate}
        onChange={(gate) => change({ ...value, gate })}
      />
      <p className={forms.hint}>{t(`gate.hints.${value.gate}`)}</p>
      {value.gate === 'waiting' ? (
        <NumberField
          label={t('gate.answer_days')}
          description={t('gate.answerDaysHint')}
          value={value.answer_days}
          {...problemOf('answer_days')}
          onChange={(answer_days) => change({ ...value, answer_days })}
        />
      ) : null}
    </>
  )
}
