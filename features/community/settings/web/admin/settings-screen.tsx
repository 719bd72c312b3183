import { useParams } from 'react-router'
import { useMay } from '#features/people/accounts/web/data/door.ts'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AdminPage } from '#platform/web/ui/back-office/admin-page.tsx'
import { PartLinks } from '#platform/web/ui/back-office/part-links.tsx'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { PageLoader } from '#platform/web/ui/feedback/page-loader.tsx'
import { SETTING_KEYS, type Setting, type SettingKey } from '../../contract.admin.ts'
import { BannerFields } from './banner-fields.tsx'
import { BrandFields } from './brand-fields.tsx'
import { settingIn, useSettings } from './data/settings.ts'
import { GateFields } from './gate-fields.tsx'
import { LimitsFields } from './limits-fields.tsx'
import { LinksFields } from './links-fields.tsx'
import { MailsFields } from './mails-fields.tsx'
import { OpenDataFields } from './open-data-fields.tsx'
import { OperatorFields } from './operator-fields.tsx'
import { PricesFields } from './prices-fields.tsx'
import { SettingSection } from './setting-section.tsx'

/** The community's settings, one section each. */
export function SettingsScreen() {
  const { t } = useTranslation('admin-settings')
  const { id } = useParams()
  const { data, error, refetch } = useSettings()
  const may = useMay()
  const keys = SETTING_KEYS.filter((settingKey) => may(`setting.${settingKey}`))
  const key = keys.find((settingKey) => settingKey === id) ?? keys[0]
  return (
    <AdminPage title={t('title')} lead={t('lead.all')}>
      <PartLinks
        label={t('sections')}
        shown={key}
        parts={keys.map((settingKey) => ({
          key: settingKey,
          to: adminPaths.screen('settings', settingKey),
          label: t(`section.${settingKey}`),
        }))}
      />
      {error && !data ? <LoadFailure error={error} onRetry={() => void refetch()} /> : null}
      {data && key ? (
        <Section key={key} settings={data} name={key} />
      ) : error ? null : (
        <PageLoader />
      )}
    </AdminPage>
  )
}

function Section({ settings, name }: { settings: Setting[]; name: SettingKey }) {
  switch (name) {
    case 'banner':
      return (
        <SettingSection setting={settingIn(settings, 'banner')}>
          {(form) => <BannerFields {...form} />}
        </SettingSection>
      )
    case 'links':
      return (
        <SettingSection setting={settingIn(settings, 'links')}>
          {(form) => <LinksFields {...form} />}
        </SettingSection>
      )
    case 'brand':
      return (
        <SettingSection setting={settingIn(settings, 'brand')}>
          {(form) => <BrandFields {...form} />}
        </SettingSection>
      )
    case 'prices':
      return (
        <SettingSection setting={settingIn(settings, 'prices')}>
          {(form) => <PricesFields {...form} />}
        </SettingSection>
      )
    case 'limits':
      return (
        <SettingSection setting={settingIn(settings, 'limits')}>
          {(form) => <LimitsFields {...form} />}
        </SettingSection>
      )
    case 'gate':
      return (
        <SettingSection setting={settingIn(settings, 'gate')}>
          {(form) => <GateFields {...form} />}
        </SettingSection>
      )
    case 'mails':
      return (
        <SettingSection setting={settingIn(settings, 'mails')}>
          {(form) => <MailsFields {...form} />}
        </SettingSection>
      )
    case 'open_data':
      return (
        <SettingSection setting={settingIn(settings, 'open_data')}>
          {(form) => <OpenDataFields {...form} />}
        </SettingSection>
      )
    case 'operator':
      return (
        <SettingSection setting={settingIn(settings, 'operator')}>
          {(form) => <OperatorFields {...form} />}
        </SettingSection>
      )
  }
}
