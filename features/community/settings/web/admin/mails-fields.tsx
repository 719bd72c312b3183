import type { MailsSetting } from '#platform/shared/settings/mails.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { CheckField } from '#platform/web/ui/forms/check-field.tsx'
import type { SettingForm } from './use-setting-form.ts'

/** Which bulk mails the server sends automatically. */
export function MailsFields({ value, change }: SettingForm<MailsSetting>) {
  const { t } = useTranslation('admin-settings')
  return (
    <CheckField
      label={t('mails.neighbourhood')}
      hint={t('mails.neighbourhoodHint')}
      checked={value.neighbourhood}
      onChange={(neighbourhood) => change({ ...value, neighbourhood })}
    />
  )
}
