import type { NativeSelectProps } from '@mantine/core'
import { useTranslation } from '#platform/web/start/texts.ts'
import { SelectField } from '#platform/web/ui/forms/form-fields.tsx'
import { WISH_RADII } from '../contract.ts'
import { DEFAULT_RADIUS, type WishRadius } from './data/wishes.ts'

interface RadiusFieldProps extends Omit<NativeSelectProps, 'value' | 'onChange' | 'data'> {
  value: WishRadius
  onChange: (radius: WishRadius) => void
}

/** The radius of a wish around its spot. */
export function RadiusField({ value, onChange, ...props }: RadiusFieldProps) {
  const { t } = useTranslation('wishes')
  return (
    <SelectField
      {...props}
      value={String(value)}
      data={WISH_RADII.map((radius) => ({
        value: String(radius),
        label: t('form.km', { km: radius / 1000 }),
      }))}
      onChange={(event) => {
        const selectedMetres = Number(event.currentTarget.value)
        onChange(WISH_RADII.find((radius) => radius === selectedMetres) ?? DEFAULT_RADIUS)
      }}
    />
  )
}
