import { type ReactNode, useState } from 'react'
import type { DraftSchema } from '#platform/web/data/draft.ts'
import type { DraftOfForm } from '#platform/web/data/offered-draft.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import forms from '#platform/web/ui/forms/form.module.css'
import { WithOfferedDraft } from '#platform/web/ui/offered-draft.tsx'
import { Sheet } from '#platform/web/ui/page.tsx'
import { timeInWords } from '#platform/web/ui/words/date-in-words.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import {
  type Setting,
  type SettingKey,
  type SettingValues,
  settingValues,
} from '../../contract.admin.ts'
import { SettingHistory } from './setting-history.tsx'
import { SettingValue } from './setting-value.tsx'
import classes from './settings.module.css'
import { type SettingForm, useSettingForm } from './use-setting-form.ts'

interface SettingSectionProps<Key extends SettingKey> {
  setting: Setting<Key>
  children: (form: SettingForm<SettingValues[Key]>) => ReactNode
}

/** One setting: the origin of its value, its form, and its earlier versions. */
export function SettingSection<Key extends SettingKey>({
  setting,
  children,
}: SettingSectionProps<Key>) {
  const { t } = useTranslation('admin-settings')
  const { key } = setting as Setting
  return (
    <div className={classes.sheets}>
      <Sheet>
        <h2>{t(`section.${key}`)}</h2>
        <p className={classes.lead}>{t(`lead.${key}`)}</p>
        <Origin setting={setting as Setting} />
        <WithOfferedDraft<SettingValues[Key]>
          name={`setting-${key}`}
          saved={setting.value as SettingValues[Key]}
          schema={settingValues[key] as unknown as DraftSchema<SettingValues[Key]>}
        >
          {(draft) => (
            <SectionForm setting={setting} draft={draft}>
              {children}
            </SectionForm>
          )}
        </WithOfferedDraft>
      </Sheet>
      <SettingHistory setting={setting as Setting} />
    </div>
  )
}

function Origin({ setting: { key, is_preset, saved_at, saved_by } }: { setting: Setting }) {
  const { t } = useTranslation('admin-settings')
  const who = saved_by?.name ?? t('somebody')
  const text = is_preset
    ? t(key === 'brand' ? 'origin.environment' : 'origin.preset')
    : saved_at
      ? t('origin.set', { who, when: timeInWords(saved_at) })
      : t('origin.database')
  return <p className={classes.origin}>{text}</p>
}

function SectionForm<Key extends SettingKey>({
  setting,
  draft,
  children,
}: SettingSectionProps<Key> & { draft: DraftOfForm<SettingValues[Key]> }) {
  const { t } = useTranslation('admin-settings')
  const { ofError } = useErrorText()
  const [shown, setShown] = useState(false)
  const form = useSettingForm(setting, draft, () => showToast({ message: t('saved') }))
  const whole = setting as Setting
  return (
    <form className={forms.form} noValidate onSubmit={form.submit}>
      {children(form.fields)}
      {form.conflict ? (
        <Notice
          kind="error"
          title={t('conflict.title', { who: whole.saved_by?.name ?? t('somebody') })}
          action={
            <div className={forms.choices}>
              <AppButton tone="secondary" onClick={form.adopt}>
                {t('conflict.theirs')}
              </AppButton>
              <AppButton tone="quiet" onClick={() => form.submitOver()}>
                {t('conflict.mine')}
              </AppButton>
            </div>
          }
        >
          <p>{t('conflict.body')}</p>
          <SettingValue name={whole.key} value={whole.value} />
        </Notice>
      ) : null}
      {form.failure ? <Notice kind="error">{ofError(form.failure)}</Notice> : null}
      <div className={forms.actions}>
        <AppButton type="submit" loading={form.saving}>
          {t('save')}
        </AppButton>
        {shown ? (
          <AppButton
            tone="danger"
            loading={form.saving}
            onClick={() => {
              setShown(false)
              form.takePreset()
            }}
          >
            {t('preset.confirm')}
          </AppButton>
        ) : (
          <AppButton
            tone="quiet"
            disabled={whole.is_preset || form.saving}
            onClick={() => setShown(true)}
          >
            {t('preset.use')}
          </AppButton>
        )}
      </div>
    </form>
  )
}
