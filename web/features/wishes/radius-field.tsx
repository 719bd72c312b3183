import { WISH_RADII } from '@letterlend/contract/wishes.ts'
import type { NativeSelectProps } from '@mantine/core'
import { DEFAULT_RADIUS, type WishRadius } from '../../data/wishes.ts'
import { useTranslation } from '../../start/texts.ts'
import { SelectField } from '../../ui/form-fields.tsx'

interface RadiusFieldProps extends Omit<NativeSelectProps, 'value' | 'onChange' | 'data'> {
  value: WishRadius
  onChange: (radius: WishRadius) => void
}

/** How far around the spot a wish looks. */
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
        const chosen = Number(event.currentTarget.value)
        onChange(WISH_RADII.find((radius) => radius === chosen) ?? DEFAULT_RADIUS)
      }}
    />
  )
}
