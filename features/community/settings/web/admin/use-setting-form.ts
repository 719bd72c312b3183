import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { z } from 'zod'
import type { BodyInput } from '#platform/shared/endpoint.ts'
import { findLowContrast } from '#platform/shared/settings/brand-colours.ts'
import { INVALID_SETTING } from '#platform/shared/settings/setting-errors.ts'
import { ApiError } from '#platform/web/data/api-client.ts'
import type { DraftOfForm } from '#platform/web/data/offered-draft.ts'
import { useSchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import {
  type Setting,
  type SettingKey,
  type SettingValues,
  type settingsApi,
  settingUpdates,
} from '../../contract.admin.ts'
import { useSaveSetting } from './data/settings.ts'

type InvalidSetting = keyof typeof INVALID_SETTING

/** Errors by the path of their field: `0.label.de`. */
type Problems = Readonly<Record<string, InvalidSetting>>

const nameOfError = (message: string): InvalidSetting =>
  (Object.keys(INVALID_SETTING) as InvalidSetting[]).find(
    (name) => INVALID_SETTING[name] === message || message.endsWith(`.${name}`),
  ) ?? 'label'

/** Validates the value. A brand's colours also need enough contrast with each other. */
const schemaOf = (key: SettingKey): z.ZodType =>
  z.object({
    value:
      key === 'brand'
        ? settingUpdates.brand.superRefine((brand, context) => {
            const low = findLowContrast(brand)
            if (low) {
              context.addIssue({
                code: 'custom',
                path: [low.field],
                message: INVALID_SETTING.contrast,
              })
            }
          })
        : settingUpdates[key],
  })

/** Errors of the form, by their paths within the value. */
const problemsIn = (errors: Readonly<Record<string, ReactNode>>): Problems =>
  Object.fromEntries(
    Object.entries(errors).map(([path, message]) => [
      path.replace(/^value\./, ''),
      nameOfError(String(message)),
    ]),
  )

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Props for the fields of a setting. */
export interface SettingForm<Value> {
  value: Value
  change: (value: Value) => void
  problems: Problems
}

/**
 * Form of a setting. Without edits it follows changes by colleagues. With edits it keeps them, and the user decides
 * when saving.
 */
export function useSettingForm<Key extends SettingKey>(
  setting: Setting<Key>,
  draft: DraftOfForm<SettingValues[Key]>,
  onSaved: () => void,
) {
  const savedValue = setting.value as SettingValues[Key]
  const [read, setRead] = useState({ version: setting.version, value: savedValue })
  const { form, onSubmit, showFieldErrors } = useSchemaForm<{ value: SettingValues[Key] }>(
    schemaOf(setting.key),
    { value: draft.initial },
    (values) => draft.change(values.value),
  )
  const save = useSaveSetting()
  const changed = !same(form.values.value, read.value)
  const conflict =
    save.error instanceof ApiError &&
    save.error.code === 'changed_meanwhile' &&
    setting.version !== read.version
  const show = (version: number, value: SettingValues[Key]) => {
    setRead({ version, value })
    form.setValues({ value })
  }
  const adopt = () => {
    show(setting.version, savedValue)
    save.reset()
  }
  const isOvertaken = setting.version > read.version && !changed && !save.isPending
  const follow = useEffectEvent(adopt)
  useEffect(() => {
    if (isOvertaken) follow()
  }, [isOvertaken])

  const send = (newValue: SettingValues[Key] | null, version: number) => {
    const body = { key: setting.key, version, value: newValue }
    save.mutate(body as BodyInput<typeof settingsApi.save>, {
      onSuccess(answer) {
        show(answer.version, answer.value as SettingValues[Key])
        draft.end()
        onSaved()
      },
      onError(error) {
        if (error instanceof ApiError) showFieldErrors(error)
      },
    })
  }

  return {
    fields: {
      value: form.values.value,
      change(next: SettingValues[Key]) {
        form.setFieldValue('value', () => next)
        // Fields of a value depend on each other, so validate all of them again.
        if (Object.keys(form.errors).length > 0) form.validate()
      },
      problems: problemsIn(form.errors),
    } satisfies SettingForm<SettingValues[Key]>,
    conflict,
    saving: save.isPending,
    /** Errors other than a colleague's change. */
    failure: save.isError && !conflict ? save.error : null,
    submit: onSubmit(({ value }) => send(value, read.version)),
    /** Overwrites a colleague's change. */
    submitOver: onSubmit(({ value }) => send(value, setting.version)),
    takePreset: () => send(null, read.version),
    adopt,
  }
}
