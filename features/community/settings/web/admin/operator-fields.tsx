import { LEGAL_COUNTRIES, type LegalCountry } from '#platform/shared/legal-pages.ts'
import {
  OPERATOR_FACT_MAX_LENGTH,
  OPERATOR_FACTS,
  type Operator,
  type OperatorFact,
} from '#platform/shared/settings/operator.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { SelectField, TextField } from '#platform/web/ui/forms/form-fields.tsx'
import { TextAreaField } from '#platform/web/ui/forms/text-area-field.tsx'
import { useProblemProps } from './use-problem-props.ts'
import type { SettingForm } from './use-setting-form.ts'

/** Facts with several lines. */
const LONG: readonly OperatorFact[] = ['address', 'hoster', 'mail_provider', 'authority']

/** The operator of the community, for imprint, privacy notice and terms. */
export function OperatorFields({ value, change, problems }: SettingForm<Operator>) {
  const { t } = useTranslation('admin-settings')
  const problemOf = useProblemProps(problems)
  const names = new Intl.DisplayNames([currentLanguage()], { type: 'region' })
  const shownFacts = OPERATOR_FACTS.filter(
    (fact) => fact !== 'authority' || value.country === 'DE' || value.authority !== '',
  )
  return (
    <>
      <SelectField
        label={t('operator.country')}
        value={value.country}
        data={LEGAL_COUNTRIES.map((code) => ({ value: code, label: names.of(code) ?? code }))}
        onChange={(event) =>
          change({ ...value, country: event.currentTarget.value as LegalCountry })
        }
      />
      {shownFacts.map((fact) =>
        LONG.includes(fact) ? (
          <TextAreaField
            key={fact}
            label={t(`operator.${fact}`)}
            rows={fact === 'address' ? 3 : 2}
            max={OPERATOR_FACT_MAX_LENGTH}
            {...(fact === 'authority' && { description: t('operator.authorityHint') })}
            field={{
              value: value[fact],
              ...problemOf(fact),
              onChange: (event: { currentTarget: { value: string } }) =>
                change({ ...value, [fact]: event.currentTarget.value }),
            }}
          />
        ) : (
          <TextField
            key={fact}
            label={t(`operator.${fact}`)}
            optional={fact === 'phone' || fact === 'register_no'}
            description={fact === 'phone' ? t('operator.phoneHint') : undefined}
            type={fact === 'email' ? 'email' : fact === 'phone' ? 'tel' : 'text'}
            maxLength={OPERATOR_FACT_MAX_LENGTH}
            value={value[fact]}
            {...problemOf(fact)}
            onChange={(event) => change({ ...value, [fact]: event.currentTarget.value })}
          />
        ),
      )}
    </>
  )
}
