import { useState } from 'react'
import type { BodyInput } from '#platform/shared/endpoint.ts'
import { findLowContrast } from '#platform/shared/settings/brand-colours.ts'
import { INVALID_SETTING } from '#platform/shared/settings/setting-errors.ts'
import { ApiError } from '#platform/web/data/api-client.ts'
import type { DraftOfForm } from '#platform/web/data/offered-draft.ts'
import {
  type Setting,
  type SettingKey,
  type SettingValues,
  type settingsApi,
  settingUpdates,
} from '../contract.ts'
import { useSaveSetting } from './data/admin-settings.ts'

type InvalidSetting = keyof typeof INVALID_SETTING

/** The errors by the path of their field: `0.label.de`. */
type Problems = Readonly<Record<string, InvalidSetting>>

const nameOfError = (message: string): InvalidSetting =>
  (Object.keys(INVALID_SETTING) as InvalidSetting[]).find(
    (name) => INVALID_SETTING[name] === message || message.endsWith(`.${name}`),
  ) ?? 'label'

function problemsOf(key: SettingKey, value: SettingValues[SettingKey]): Problems {
  const parsed = settingUpdates[key].safeParse(value)
  const issues = parsed.error?.issues ?? []
  const problems = issues.map(
    ({ path, message }) => [path.join('.'), nameOfError(message)] as const,
  )
  if (key === 'brand' && parsed.success) {
    const low = findLowContrast(parsed.data as SettingValues['brand'])
    if (low) return { [low.field]: 'contrast' }
  }
  return Object.fromEntries(problems)
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** What the fields of a setting get. */
export interface SettingForm<Value> {
  value: Value
  change: (value: Value) => void
  problems: Problems
}

/**
 * The form of a setting. Where nothing was typed, it shows at once what somebody else has set. Where
 * something was typed, that stays, and the person decides when saving.
 */
export function useSettingForm<Key extends SettingKey>(
  setting: Setting<Key>,
  draft: DraftOfForm<SettingValues[Key]>,
  onSaved: () => void,
) {
  const savedValue = setting.value as SettingValues[Key]
  const [read, setRead] = useState({ version: setting.version, value: savedValue })
  const [value, setValue] = useState(draft.initial)
  const [checked, setChecked] = useState(false)
  const save = useSaveSetting()
  const changed = !same(value, read.value)
  const conflict =
    save.error instanceof ApiError &&
    save.error.code === 'changed_meanwhile' &&
    setting.version !== read.version
  const adopt = () => {
    setRead({ version: setting.version, value: savedValue })
    setValue(savedValue)
    setChecked(false)
    save.reset()
  }
  if (setting.version > read.version && !changed && !save.isPending) adopt()

  const send = (newValue: SettingValues[Key] | null, version: number) => {
    const body = { key: setting.key, version, value: newValue }
    save.mutate(body as BodyInput<typeof settingsApi.save>, {
      onSuccess(answer) {
        setRead({ version: answer.version, value: answer.value as SettingValues[Key] })
        setValue(answer.value as SettingValues[Key])
        setChecked(false)
        draft.end()
        onSaved()
      },
    })
  }
  const problems = problemsOf(setting.key, value)

  return {
    fields: {
      value,
      change(next: SettingValues[Key]) {
        setValue(next)
        draft.change(next)
      },
      problems: checked ? problems : {},
    } satisfies SettingForm<SettingValues[Key]>,
    changed,
    conflict,
    saving: save.isPending,
    /** What failed, but for somebody else's change. */
    failure: save.isError && !conflict ? save.error : null,
    /**
     * Saves, replacing what somebody else has set if the form showed that; returns false where a field is
     * wrong.
     */
    submit({ over = false } = {}): boolean {
      setChecked(true)
      if (Object.keys(problems).length > 0) return false
      send(value, over ? setting.version : read.version)
      return true
    },
    takePreset: () => send(null, read.version),
    adopt,
  }
}
