import { BRAND_NAME_MAX_LENGTH, type Brand } from '#platform/shared/settings/brand.ts'
import { findLowContrast, MIN_CONTRAST } from '#platform/shared/settings/brand-colours.ts'
import { formatNumber } from '#platform/web/start/numbers.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { TextField } from '#platform/web/ui/forms/form-fields.tsx'
import { BrandPreview } from './brand-preview.tsx'
import { LogoField } from './logo-field.tsx'
import classes from './settings.module.css'
import { useProblemProps } from './use-problem-props.ts'
import type { SettingForm } from './use-setting-form.ts'

const COLOUR = /^#[0-9a-f]{6}$/i

/** Name and colours of the community, with a preview of pages and mails. */
export function BrandFields({ value, change, problems }: SettingForm<Brand>) {
  const { t } = useTranslation('admin-settings')
  const problemOf = useProblemProps(problems)
  const complete = COLOUR.test(value.primary) && COLOUR.test(value.ink)
  const low = complete ? findLowContrast(value) : null
  const inWords = (contrast: number) =>
    formatNumber(contrast, currentLanguage(), { maximumFractionDigits: 1 })
  return (
    <>
      <TextField
        label={t('brand.name')}
        maxLength={BRAND_NAME_MAX_LENGTH}
        value={value.name}
        {...problemOf('name')}
        onChange={(event) => change({ ...value, name: event.currentTarget.value })}
      />
      <div className={classes.columns}>
        {(['primary', 'ink'] as const).map((name) => (
          <div key={name} className={classes.colour}>
            <TextField
              label={t(`brand.${name}`)}
              description={t(`brand.${name}Hint`)}
              value={value[name]}
              {...problemOf(name)}
              onChange={(event) => change({ ...value, [name]: event.currentTarget.value })}
            />
            <input
              type="color"
              className={classes.swatch}
              aria-label={t('brand.choose', { colour: t(`brand.${name}`) })}
              value={COLOUR.test(value[name]) ? value[name].toLowerCase() : '#000000'}
              onChange={(event) => change({ ...value, [name]: event.currentTarget.value })}
            />
          </div>
        ))}
      </div>
      <LogoField logo={value.logo} onChange={(logo) => change({ ...value, logo })} />
      {low ? (
        <Notice kind="error">
          {t(low.field === 'ink' ? 'brand.lowInk' : 'brand.lowPrimary', {
            contrast: inWords(low.contrast),
            least: inWords(MIN_CONTRAST),
          })}
        </Notice>
      ) : null}
      {complete ? <BrandPreview brand={value} /> : null}
    </>
  )
}
